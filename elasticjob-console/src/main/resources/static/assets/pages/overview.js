/** Is anything wrong? In one line; then what runs, what failed, what comes. */
import { h, reactive, shallowRef, defineAsyncComponent } from '../vue.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { href, go } from '../router.js';
import { state, registryPath, historyPath } from '../state.js';
import { useLive } from '../live.js';
import { time, between } from '../format.js';
import { colour as css } from '../theme.js';
import { badge, moment, table, problemBox, skeleton, empty } from '../ui.js';

const HOUR = 3600 * 1000;
const MOST_JOBS = 40;
const MOST_FIRES = 100;

// The largest file by far: the page is there before it.
const Chart = defineAsyncComponent(() => import('../chart.js').then(module => module.Chart));

export const Overview = {
  setup() {
    const view = reactive({ summary: null, wrong: [], running: null, failed: null, problem: null, historyProblem: null, fires: [], counts: [] });
    const hours = shallowRef(null);
    const fires = shallowRef(null);
    const readRegistry = async () => {
      try {
        const [summary, wrong] = await Promise.all([
          get(registryPath.value + '/summary'),
          get(registryPath.value + '/jobs', { problem: true, size: 10 }),
        ]);
        view.summary = summary;
        view.wrong = wrong.items;
        view.problem = null;
        await readFires();
      } catch (problem) {
        view.problem = problem;
      }
    };
    const readFires = async () => {
      const until = Date.now() + HOUR;
      const page = await get(registryPath.value + '/jobs', { sort: 'nextFire', size: MOST_JOBS });
      const jobs = page.items.filter(each => each.cron && each.nextFire && each.status !== 'CRASHED' && each.status !== 'DISABLED' && new Date(each.nextFire) < until);
      const times = new Map();
      await Promise.all([...new Set(jobs.map(each => each.cron + '\n' + each.timeZone))].map(async key => {
        const [expression, timeZone] = key.split('\n');
        const cron = await get('/cron', { expression, timeZone, count: MOST_FIRES }).catch(() => ({ next: [] }));
        times.set(key, cron.next.map(each => new Date(each).getTime()).filter(each => each < until));
      }));
      const crowd = new Map();
      view.fires = jobs.flatMap(job => times.get(job.cron + '\n' + job.timeZone).map(at => {
        crowd.set(at, (crowd.get(at) || 0) + 1);
        return { job: job.name, at };
      }));
      fires.value = fireOption(view.fires, jobs.map(each => each.name), crowd);
    };
    const readHistory = async () => {
      if (!state.dataSource) {
        return;
      }
      const to = new Date();
      const from = new Date(to - 24 * HOUR).toISOString();
      try {
        const [running, failed, counts] = await Promise.all([
          get(historyPath.value + '/executions', { result: 'RUNNING', from, size: 10 }),
          get(historyPath.value + '/executions', { result: 'FAILURE', from, size: 10 }),
          get(historyPath.value + '/counts', { from, to: to.toISOString() }),
        ]);
        view.running = running.rows;
        view.failed = failed.rows;
        view.counts = counts;
        hours.value = hourOption(counts);
        view.historyProblem = null;
      } catch (problem) {
        view.historyProblem = problem;
      }
    };
    const read = () => Promise.all([readRegistry(), readHistory()]);
    read();
    useLive(read);

    const verdict = () => {
      const by = view.summary.jobsByStatus;
      const parts = [
        by.CRASHED ? h('a', { href: href(['jobs'], { status: 'CRASHED' }), class: 'wrong' }, t('overview.crashed', { n: by.CRASHED })) : null,
        by.SHARDING_FLAG ? h('a', { href: href(['jobs'], { status: 'SHARDING_FLAG' }), class: 'wrong' }, t('overview.unowned', { n: by.SHARDING_FLAG })) : null,
        view.failed?.length ? h('a', { href: href(['history'], { result: 'FAILURE' }), class: 'wrong' }, t('overview.failures', { n: view.failed.length < 10 ? view.failed.length : '10+' })) : null,
        by.DISABLED ? h('a', { href: href(['jobs'], { status: 'DISABLED' }) }, t('overview.disabled', { n: by.DISABLED })) : null,
      ].filter(Boolean);
      return h('p', { class: 'verdict', role: 'status' }, parts.length ? parts.flatMap((each, at) => (at ? [' · ', each] : [each])) : t('overview.fine'));
    };
    const numbers = () => h('ul', { class: 'numbers' }, [
      ['overview.jobs', view.summary.jobs, ['jobs']], ['overview.instances', view.summary.instances, ['servers']],
      ['overview.servers', view.summary.servers, ['servers']], ['overview.stale', view.summary.staleServers, ['servers'], { stale: 'true' }],
    ].map(([label, number, to, parameters]) => h('li', h('a', { href: href(to, parameters) }, [h('strong', number), ' ', t(label)]))));
    const runs = (title, rows, none) => h('section', [h('h2', title), !rows ? skeleton(2) : rows.length ? table(
      [{ label: t('run.start') }, { label: t('jobs.name') }, { label: t('item'), class: 'number' }, { label: t('server') }, { label: t('run.duration'), class: 'number' }],
      rows.map(each => h('tr', { key: each.id }, [
        h('td', moment(each.start)), h('th', { scope: 'row' }, h('a', { href: href(['jobs', each.jobName, 'runs'], { run: each.id }) }, each.jobName)),
        h('td', { class: 'number' }, each.item), h('td', each.ip), h('td', { class: 'number' }, each.end ? between(each.start, each.end) : badge('RUNNING')),
      ])), title) : h('p', { class: 'none' }, none)]);
    return () => h('div', [
      h('h1', t('way.overview')),
      problemBox(view.problem),
      view.summary ? [verdict(), numbers()] : view.problem ? null : skeleton(3),
      view.wrong.length ? h('section', [h('h2', t('overview.look')), h('ul', view.wrong.map(each => h('li', { key: each.name }, [
        badge(each.status), ' ', h('a', { href: href(['jobs', each.name]) }, each.name), ' ', each.problem || each.warnings.join(' '),
      ])))]) : null,
      h('section', [h('h2', t('overview.next')), fires.value && view.fires.length
        ? h(Chart, { option: fires.value, label: t('overview.next.label', { n: view.fires.length }), onChoose: event => go(['jobs', event.value[1]]) })
        : view.summary ? h('p', { class: 'none' }, t('overview.next.none')) : skeleton(2)]),
      state.dataSource ? [
        problemBox(view.historyProblem),
        h('section', [h('h2', t('overview.day')), hours.value && view.counts.length
          ? h(Chart, { option: hours.value, label: t('overview.day.label') }) : h('p', { class: 'none' }, t('history.noRuns'))]),
        h('div', { class: 'halves' }, [
          runs(t('overview.running'), view.running, t('overview.running.none')), runs(t('overview.failed'), view.failed, t('overview.failed.none')),
        ]),
      ] : empty(t('history.noSource'), t('history.noSource.hint')),
    ]);
  },
};

function hourOption(counts) {
  return () => ({
    tooltip: { trigger: 'axis', renderMode: 'richText' },
    legend: { top: 0, bottom: 'auto', textStyle: { color: css('text') } },
    grid: { left: 48, right: 16, top: 32, bottom: 24 },
    xAxis: { type: 'category', data: counts.map(each => time(each.hour).slice(-8, -3)), axisLabel: { color: css('text') } },
    yAxis: { type: 'value', minInterval: 1, axisLabel: { color: css('text') } },
    series: [['success', 'SUCCESS'], ['failure', 'FAILURE'], ['running', 'RUNNING']].map(([key, name]) => ({
      type: 'bar', stack: 'runs', name: t('status.' + name), data: counts.map(each => each[key]), itemStyle: { color: css(key) },
    })),
  });
}

/** Jobs by time; the more of them at one moment, the larger the mark, and in the colour of a warning. */
function fireOption(all, jobs, crowd) {
  return () => ({
    tooltip: { renderMode: 'richText', formatter: each => each.value[1] + '\n' + time(each.value[0]) + (crowd.get(each.value[0]) > 1 ? '\n' + t('overview.collision', { n: crowd.get(each.value[0]) }) : '') },
    grid: { left: 8, right: 16, top: 8, bottom: 24, containLabel: true },
    xAxis: { type: 'time', axisLabel: { color: css('text'), hideOverlap: true } },
    yAxis: { type: 'category', data: jobs, inverse: true, axisLabel: { color: css('text'), width: 110, overflow: 'truncate' } },
    series: [{
      type: 'scatter', data: all.map(each => ({
        value: [each.at, each.job], symbolSize: Math.min(20, 6 + 2 * (crowd.get(each.at) - 1)),
        symbol: crowd.get(each.at) > 1 ? 'triangle' : 'circle', itemStyle: { color: crowd.get(each.at) > 1 ? css('misfire') : css('accent') },
      })),
    }],
  });
}
