/** The overview: a status line, then running jobs, failures, missed fires and next fires. */
import { defineAsyncComponent, h, reactive, shallowRef } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { ago, between } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { useLiveUpdates } from '../lib/live.js';
import { href, navigate } from '../lib/routes.js';
import { historyPath, registryPath, state } from '../lib/state.js';
import { badge, card, empty, icon, moment, problemBox, skeleton } from '../ui/elements.js';
import { table } from '../ui/table.js';
import { fireChartHeight, fireOption, hourOption } from './overview-charts.js';

const HOUR = 3600 * 1000;
const MOST_JOBS = 40;
const MOST_FIRES = 100;
const MOST_ROWS = 10;

// Loaded separately, because it is by far the largest file. The page is displayed before it.
const Chart = defineAsyncComponent({
  loader: () => import('../ui/chart.js').then(module => module.Chart),
  loadingComponent: { render: () => h('div', { class: 'chart' }, skeleton(6)) },
  delay: 0,
});

export const Overview = {
  setup() {
    const view = reactive({
      summary: null,
      wrong: [],
      overdue: null,
      running: null,
      failed: null,
      problem: null,
      historyProblem: null,
      fires: [],
      jobsFiring: 0,
      counts: [],
    });
    const hours = shallowRef(null);
    const fires = shallowRef(null);
    const readRegistry = async () => {
      try {
        const [summary, wrong] = await Promise.all([
          get(registryPath.value + '/summary'),
          get(registryPath.value + '/jobs', { problem: true, size: MOST_ROWS }),
        ]);
        view.summary = summary;
        view.wrong = wrong.items;
        view.problem = null;
        await Promise.all([readFires(), readOverdue()]);
      } catch (problem) {
        view.problem = problem;
        view.summary ??= problem.lastKnown?.jobsByStatus ? problem.lastKnown : null;
      }
    };
    const readOverdue = async () => {
      view.overdue = await get(registryPath.value + '/overdue', { size: MOST_ROWS });
    };
    const readFires = async () => {
      const from = Date.now();
      const until = from + HOUR;
      const page = await get(registryPath.value + '/jobs', { sort: 'nextFire', size: MOST_JOBS });
      const jobs = page.items.filter(
        each =>
          each.cron &&
          each.nextFire &&
          each.status !== 'CRASHED' &&
          each.status !== 'DISABLED' &&
          new Date(each.nextFire) < until,
      );
      const times = new Map();
      await Promise.all(
        [...new Set(jobs.map(each => each.cron + '\n' + each.timeZone))].map(async key => {
          const [expression, timeZone] = key.split('\n');
          const cron = await get('/cron', { expression, timeZone, count: MOST_FIRES }).catch(() => ({ next: [] }));
          times.set(
            key,
            cron.next.map(each => new Date(each).getTime()).filter(each => each < until),
          );
        }),
      );
      const rows = jobs
        .map(job => ({ job: job.name, times: times.get(job.cron + '\n' + job.timeZone) }))
        .map(row => ({ ...row, often: row.times.length === MOST_FIRES }));
      view.jobsFiring = rows.length;
      view.fires = rows.flatMap(row => row.times);
      fires.value = fireOption(rows, from, until);
    };
    const readHistory = async () => {
      if (!state.dataSource) {
        return;
      }
      const to = new Date();
      const from = new Date(to - 24 * HOUR).toISOString();
      try {
        const [running, failed, counts] = await Promise.all([
          get(historyPath.value + '/executions', { result: 'RUNNING', from, size: MOST_ROWS }),
          get(historyPath.value + '/executions', { result: 'FAILURE', from, size: MOST_ROWS }),
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
    useLiveUpdates(read);

    const sum = key => view.counts.reduce((all, each) => all + each[key], 0);
    const failures = () => (view.failed ? Math.max(sum('failure'), view.failed.length) : 0);

    const verdict = () => {
      const by = view.summary.jobsByStatus;
      const parts = [
        failures() ? [['history'], { result: 'FAILURE' }, t('overview.failures', { n: failures() })] : null,
        view.overdue?.total ? [['jobs'], { overdue: 'true' }, t('overview.overdue', { n: view.overdue.total })] : null,
        by.FAILING ? [['jobs'], { status: 'FAILING' }, t('overview.failing', { n: by.FAILING })] : null,
        by.CRASHED ? [['jobs'], { status: 'CRASHED' }, t('overview.crashed', { n: by.CRASHED })] : null,
        by.SHARDING_FLAG
          ? [['jobs'], { status: 'SHARDING_FLAG' }, t('overview.unowned', { n: by.SHARDING_FLAG })]
          : null,
        by.ITEMS_DISABLED
          ? [['jobs'], { status: 'ITEMS_DISABLED' }, t('overview.itemsDisabled', { n: by.ITEMS_DISABLED })]
          : null,
        view.wrong.length
          ? [
              ['jobs'],
              { problem: 'true' },
              t('overview.problems', { n: view.wrong.length < MOST_ROWS ? view.wrong.length : MOST_ROWS + '+' }),
            ]
          : null,
      ].filter(Boolean);
      return h('p', { class: ['verdict', { 'is-bad': parts.length }], role: 'status' }, [
        icon(parts.length ? 'exclamation-octagon-fill' : 'check-circle-fill'),
        ...(parts.length
          ? parts.flatMap(([to, parameters, text], at) => [
              at ? h('span', { 'aria-hidden': 'true' }, '·') : null,
              h('a', { href: href(to, parameters) }, text),
            ])
          : [t('overview.fine')]),
      ]);
    };
    const tile = (label, number, to, parameters, more, kind) =>
      h(
        'li',
        h('a', { href: href(to, parameters), class: kind }, [
          h('span', t(label)),
          h('strong', number),
          h('small', more || '\u00a0'),
        ]),
      );
    const numbers = () => {
      const { jobs, instances, servers, staleServers, jobsByStatus } = view.summary;
      return h('ul', { class: 'numbers' }, [
        tile(
          'overview.jobs',
          jobs,
          ['jobs'],
          {},
          jobsByStatus.DISABLED ? t('overview.disabled', { n: jobsByStatus.DISABLED }) : '',
        ),
        tile('overview.instances', instances, ['servers'], { stale: 'false' }),
        tile(
          'overview.servers',
          servers,
          ['servers'],
          {},
          staleServers ? t('overview.stale', { n: staleServers }) : '',
        ),
        state.dataSource
          ? tile(
              'overview.running',
              view.running ? view.running.length + (view.running.length === MOST_ROWS ? '+' : '') : '…',
              ['history'],
              { result: 'RUNNING' },
              t('overview.items'),
              view.running?.length ? 'is-on' : '',
            )
          : null,
        state.dataSource
          ? tile(
              'overview.day.runs',
              view.failed ? sum('success') + sum('failure') + sum('running') : '…',
              ['history'],
              {},
              t('overview.lastDay'),
            )
          : null,
        state.dataSource
          ? tile(
              'overview.day.failed',
              view.failed ? failures() : '…',
              ['history'],
              { result: 'FAILURE' },
              t('overview.lastDay'),
              failures() ? 'is-bad' : '',
            )
          : null,
      ]);
    };
    const nothing = (text, picture = 'check2') => h('p', { class: 'none px-3 py-2' }, [icon(picture), ' ', text]);
    const runs = (title, picture, rows, none) =>
      card(
        title,
        !rows
          ? h('div', { class: 'px-3' }, skeleton(2))
          : rows.length
            ? table(
                [
                  { label: t('run.start') },
                  { label: t('jobs.name') },
                  { label: t('item'), class: 'number' },
                  { label: t('server') },
                  { label: t('run.duration'), class: 'number' },
                ],
                rows.map(each =>
                  h('tr', { key: each.id }, [
                    h('td', moment(each.start)),
                    h('th', { scope: 'row', class: 'long' }, [
                      h('a', { href: href(['jobs', each.jobName, 'runs'], { run: each.id }) }, each.jobName),
                      each.failureCause ? h('small', each.failureCause.split('\n')[0].substring(0, 80)) : null,
                    ]),
                    h('td', { class: 'number' }, each.item),
                    h('td', each.ip),
                    h('td', { class: 'number' }, each.end ? between(each.start, each.end) : badge('RUNNING')),
                  ]),
                ),
                title,
              )
            : nothing(none),
        { flush: true, picture },
      );
    const overdue = () =>
      card(
        t('overview.late'),
        view.overdue === null
          ? h('div', { class: 'px-3' }, skeleton(2))
          : view.overdue.total
            ? h(
                'ul',
                { class: 'list' },
                view.overdue.items.map(each =>
                  h('li', { key: each.jobName }, [
                    badge('OVERDUE'),
                    h('a', { href: href(['jobs', each.jobName, 'items']) }, each.jobName),
                    h('span', t('overdue.since', { time: ago(each.firstDue) })),
                    h('small', t('overdue.' + each.reason)),
                  ]),
                ),
              )
            : nothing(t('overview.late.none')),
        {
          flush: true,
          picture: 'alarm',
          aside: view.overdue?.unknown ? h('small', t('overview.late.unknown', { n: view.overdue.unknown })) : null,
        },
      );
    const wrong = () =>
      view.wrong.length
        ? card(
            t('overview.look'),
            h(
              'ul',
              { class: 'list' },
              view.wrong.map(each =>
                h('li', { key: each.name }, [
                  badge(each.status),
                  h('a', { href: href(['jobs', each.name]) }, each.name),
                  h('small', each.problem || each.warnings.join(' ')),
                ]),
              ),
            ),
            { flush: true, picture: 'exclamation-triangle' },
          )
        : null;
    return () =>
      h('div', [
        h('div', { class: 'title' }, h('h1', t('nav.overview'))),
        problemBox(view.problem),
        problemBox(view.historyProblem),
        view.summary ? [verdict(), numbers()] : view.problem ? null : skeleton(3),
        h('div', { class: 'halves' }, [
          state.dataSource
            ? card(
                t('overview.day'),
                hours.value && view.counts.length
                  ? h(Chart, { option: hours.value, label: t('overview.day.label'), onChoose: showHour(view) })
                  : view.failed
                    ? nothing(t('history.noRuns'), 'inbox')
                    : skeleton(5),
                { picture: 'bar-chart' },
              )
            : card(t('overview.day'), empty(t('history.noSource'), t('history.noSource.hint'), null, 'database'), {
                picture: 'bar-chart',
              }),
          card(
            t('overview.next'),
            fires.value && view.fires.length
              ? h(Chart, {
                  option: fires.value,
                  height: fireChartHeight(view.jobsFiring),
                  label: t('overview.next.label', { n: view.fires.length }),
                  onChoose: event => navigate(['jobs', event.value[event.seriesType === 'custom' ? 2 : 1]]),
                })
              : fires.value
                ? nothing(t('overview.next.none'), 'moon')
                : view.problem
                  ? null
                  : skeleton(4),
            {
              picture: 'calendar3-range',
              aside: view.fires.length
                ? h('span', { class: 'legend' }, [
                    h('span', [icon('circle-fill', 'is-running'), ' ', t('overview.legend.one')]),
                    h('span', [icon('triangle-fill', 'is-misfire'), ' ', t('overview.legend.many')]),
                  ])
                : null,
            },
          ),
        ]),
        h('div', { class: 'halves' }, [
          h('div', [
            overdue(),
            wrong(),
            state.dataSource ? runs(t('overview.running'), 'play', view.running, t('overview.running.none')) : null,
          ]),
          state.dataSource ? runs(t('overview.failed'), 'x-octagon', view.failed, t('overview.failed.none')) : null,
        ]),
      ]);
  },
};

const RESULT_OF_SERIES = ['SUCCESS', 'FAILURE', 'RUNNING'];

/** Opens the history with the runs of the clicked bar. */
const showHour = view => event => {
  const from = new Date(view.counts[event.dataIndex].hour);
  navigate(['history'], {
    result: RESULT_OF_SERIES[event.seriesIndex],
    from: from.toISOString(),
    to: new Date(from.getTime() + HOUR).toISOString(),
  });
};
