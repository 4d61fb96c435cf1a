/** Compact display of a job's last runs and the latest result. The runs are read when the row scrolls into view. */
import { h, onMounted, onUnmounted, reactive, ref, watch } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { duration, time } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { enqueue } from '../lib/request-queue.js';
import { lengthOf, resultOf } from '../lib/runs.js';
import { historyPath } from '../lib/state.js';

const RUNS = 20;

export const RecentRuns = {
  props: ['job', 'changed'],
  setup(props) {
    const view = reactive({ runs: null, failed: false });
    const element = ref(null);
    let observer = null;
    let gone = false;
    const read = () =>
      enqueue(async () => {
        if (gone) {
          return;
        }
        try {
          view.runs = (await get(historyPath.value + '/grid', { job: props.job, runs: RUNS })).runs;
          view.failed = false;
        } catch (problem) {
          view.runs ??= problem.lastKnown?.runs ?? null;
          view.failed = !view.runs;
        }
      });
    watch(
      () => props.changed,
      changed => changed && view.runs && read(),
    );
    onMounted(() => {
      observer = new IntersectionObserver(entries => {
        if (entries.some(each => each.isIntersecting)) {
          observer.disconnect();
          read();
        }
      });
      observer.observe(element.value);
    });
    onUnmounted(() => {
      gone = true;
      observer.disconnect();
    });
    return () => h('span', { ref: element, class: 'strip' }, strip(view));
  },
};

function strip(view) {
  if (view.failed || !view.runs || !view.runs.length) {
    return view.failed ? t('history.unreadable') : view.runs ? '–' : '…';
  }
  const last = view.runs[0];
  const length = lengthOf(last);
  const words = t('status.' + resultOf(last)) + (length === undefined ? '' : ', ' + duration(length));
  return [
    h(
      'span',
      { 'class': 'bars', 'aria-hidden': 'true' },
      [...view.runs].reverse().map(run =>
        h('span', {
          class: 'bar is-' + resultOf(run).toLowerCase(),
          title: time(run.start) + ' ' + t('status.' + resultOf(run)),
        }),
      ),
    ),
    h('small', words),
  ];
}
