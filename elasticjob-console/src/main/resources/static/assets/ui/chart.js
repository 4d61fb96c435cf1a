/** A chart. It is drawn on a canvas, labels included, because the content security policy forbids inline styles. */
import { h, onMounted, onUnmounted, ref, watch } from '../lib/vue.js';
import { colour, theme } from '../lib/theme.js';
import * as echarts from '../vendor/echarts.esm.min.js';

export const Chart = {
  props: ['option', 'label', 'height'],
  emits: ['choose'],
  setup(props, { emit }) {
    const element = ref(null);
    let chart = null;
    const draw = () =>
      chart?.setOption(
        {
          animation: false,
          textStyle: { color: colour('text') },
          ...props.option(),
        },
        { notMerge: true },
      );
    const sized = new ResizeObserver(() => chart?.resize());
    onMounted(() => {
      chart = echarts.init(element.value, null, { renderer: 'canvas' });
      chart.on('click', event => emit('choose', event));
      draw();
      sized.observe(element.value);
    });
    watch(() => [props.option, theme.value], draw, { flush: 'post' });
    onUnmounted(() => {
      sized.disconnect();
      chart?.dispose();
    });
    return () =>
      h('div', {
        'ref': element,
        'class': 'chart',
        'style': props.height ? { height: props.height + 'px' } : undefined,
        'role': 'img',
        'aria-label': props.label,
      });
  },
};
