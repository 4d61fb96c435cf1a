/** Compact display of a job's last runs and the latest result. The runs are read when the row scrolls into view. */
import { h, ref, reactive, onMounted, onUnmounted, watch } from './vue.js';
import { get } from './api.js';
import { enqueue } from './queue.js';
import { historyPath } from './state.js';
import { t } from './i18n.js';
import { time, duration } from './format.js';

const RUNS = 20;
/** Returns the result of a run, which is the worst result of its items. */
export function resultOf(run) {
  const results = Object.values(run.items).map(cell => cell.result);
  return results.includes('FAILURE') ? 'FAILURE' : results.includes('RUNNING') ? 'RUNNING' : 'SUCCESS';
}

/** Returns the duration from the start of the first item to the end of the last; undefined while the run is active. */
export function lengthOf(run) {
  const ends = Object.values(run.items).map(cell => cell.end);
  return ends.every(Boolean) ? Math.max(...ends.map(end => new Date(end))) - new Date(run.start) : undefined;
}

export const RecentRuns = {
  props: ['job', 'changed'],
  setup(props) {
    const view = reactive({ runs: null, failed: false });
    const element = ref(null);
    let observer = null;
    let gone = false;
    const read = () => enqueue(async () => {
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
    watch(() => props.changed, changed => changed && view.runs && read());
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
    h('span', { class: 'bars', 'aria-hidden': 'true' }, [...view.runs].reverse().map(run =>
      h('span', { class: 'bar is-' + resultOf(run).toLowerCase(), title: time(run.start) + ' ' + t('status.' + resultOf(run)) }))),
    h('small', words),
  ];
}
