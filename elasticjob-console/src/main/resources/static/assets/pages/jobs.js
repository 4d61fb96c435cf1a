/** All jobs: search and bulk operations. */
import { computed, h, reactive, watch } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { describeCron } from '../lib/cron-explanation.js';
import { t } from '../lib/i18n.js';
import { useLiveUpdates } from '../lib/live.js';
import { changeQuery, href, route } from '../lib/routes.js';
import { can, registryPath, state } from '../lib/state.js';
import { confirmBulk, performBulk } from '../ui/bulk-operation.js';
import {
  SearchField,
  badge,
  button,
  checkbox,
  empty,
  icon,
  linkButton,
  moment,
  problemBox,
  select,
  skeleton,
} from '../ui/elements.js';
import { RecentRuns } from '../ui/recent-runs.js';
import { pager, table } from '../ui/table.js';

const SIZE = 50;
const STATUSES = ['OK', 'CRASHED', 'DISABLED', 'SHARDING_FLAG', 'FAILING', 'ITEMS_DISABLED'];
const EXAMPLE = `ScheduleJobBootstrap job = new ScheduleJobBootstrap(
    registryCenter,
    new MyJob(),
    JobConfiguration.newBuilder("my-job", 3)
        .cron("0/30 * * * * ?")
        .build());
job.schedule();`;

export const Jobs = {
  setup() {
    const view = reactive({
      page: null,
      problem: null,
      chosen: new Set(),
      changed: new Set(),
      hovered: false,
      busy: false,
    });
    const wanted = computed(() => ({
      text: route.query.search,
      status: route.query.status,
      label: route.query.label,
      problem: route.query.problem,
      overdue: route.query.overdue,
      sort: route.query.sort || 'name',
      page: route.query.page || 0,
      size: SIZE,
    }));
    // The server reads one page only if the query filters and sorts by name; for other queries it reads all jobs.
    const parameters = () => {
      const { text, ...rest } = wanted.value;
      return rest.status ||
        rest.label ||
        rest.problem ||
        rest.overdue ||
        (rest.sort !== 'name' && rest.sort !== '-name')
        ? { text, ...rest }
        : { search: text, ...rest };
    };
    let latest = 0;
    const read = async (isLive = false) => {
      const number = ++latest;
      try {
        const page = await get(registryPath.value + '/jobs', parameters());
        if (number !== latest) {
          return;
        }
        show(page, isLive);
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
        view.page ??= problem.lastKnown ?? null;
      }
    };
    const show = (page, isLive) => {
      const before = new Map((view.page?.items || []).map(each => [each.name, each]));
      view.changed = new Set(
        isLive
          ? page.items
              .filter(each => before.has(each.name) && JSON.stringify(each) !== JSON.stringify(before.get(each.name)))
              .map(each => each.name)
          : [],
      );
      if (isLive && view.hovered) {
        const places = new Map([...before.keys()].map((name, at) => [name, at]));
        const place = each => places.get(each.name) ?? places.size;
        page.items.sort((one, other) => place(one) - place(other));
      }
      view.page = page;
    };
    watch(wanted, () => read(), { immediate: true });
    useLiveUpdates(
      () => read(true),
      jobs =>
        wanted.value.sort !== 'name' ||
        !view.page ||
        jobs.some(each => view.page.items.some(row => row.name === each)) ||
        (jobs.length > 0 && view.page.total < SIZE),
    );

    const bulk = async operation => {
      const jobs = [...view.chosen];
      if (!(await confirmBulk(operation, jobs, { title: 'bulk.title.', body: 'bulk.body.' }, String(jobs.length)))) {
        return;
      }
      view.busy = true;
      view.chosen = (await performBulk('jobs', operation, jobs)) ?? view.chosen;
      view.busy = false;
      read();
    };
    const choose = (name, on) => {
      const chosen = new Set(view.chosen);
      on ? chosen.add(name) : chosen.delete(name);
      view.chosen = chosen;
    };

    const filters = () =>
      h('div', { class: 'filters' }, [
        h(SearchField, {
          value: route.query.search,
          label: t('jobs.search'),
          onSearch: search => changeQuery({ search, page: '' }, { step: false }),
        }),
        select(
          route.query.status || '',
          [['', t('jobs.anyStatus')], ...STATUSES.map(each => [each, t('status.' + each)])],
          status => changeQuery({ status, page: '' }),
          { 'aria-label': t('jobs.status') },
        ),
        h('label', { class: 'check' }, [
          checkbox(route.query.problem === 'true', on => changeQuery({ problem: on ? 'true' : '', page: '' })),
          t('jobs.onlyProblems'),
        ]),
        h('label', { class: 'check' }, [
          checkbox(route.query.overdue === 'true', on => changeQuery({ overdue: on ? 'true' : '', page: '' })),
          t('jobs.onlyOverdue'),
        ]),
        route.query.label
          ? button(
              [t('jobs.label') + ': ' + route.query.label + ' ', icon('x')],
              () => changeQuery({ label: '', page: '' }),
              { class: 'chip' },
            )
          : null,
      ]);

    const bulkBar = () =>
      can('OPERATOR') && view.chosen.size
        ? h('div', { 'class': 'bulk', 'role': 'toolbar', 'aria-label': t('bulk') }, [
            h('strong', t('bulk.chosen', { n: view.chosen.size })),
            ...['TRIGGER', 'ENABLE', 'DISABLE', 'SHUTDOWN'].map(each =>
              button(t('op.' + each), () => bulk(each), { disabled: view.busy }),
            ),
            can('ADMIN')
              ? button(t('op.REMOVE'), () => bulk('REMOVE'), { class: 'danger', disabled: view.busy })
              : null,
            button(
              t('bulk.none'),
              () => {
                view.chosen = new Set();
              },
              { class: 'quiet' },
            ),
          ])
        : null;

    const row = job =>
      h('tr', { key: job.name, class: { changed: view.changed.has(job.name) } }, [
        can('OPERATOR')
          ? h(
              'td',
              checkbox(view.chosen.has(job.name), on => choose(job.name, on), {
                'aria-label': t('bulk.choose', { name: job.name }),
              }),
            )
          : null,
        h('td', badge(job.status)),
        h('th', { scope: 'row', class: 'name' }, [
          h('a', { href: href(['jobs', job.name]) }, job.name),
          job.label
            ? button(job.label, () => changeQuery({ label: job.label, page: '' }), {
                class: 'chip',
                title: t('jobs.byLabel'),
              })
            : null,
          job.description ? h('small', job.description) : null,
          job.problem ? h('small', { class: 'wrong' }, job.problem) : null,
          ...job.warnings.map(each => h('small', { class: 'warning' }, each)),
        ]),
        h(
          'td',
          job.cron
            ? [
                h('code', job.cron),
                job.problem ? null : h('small', describeCron(job.cron)),
                job.timeZone ? h('small', job.timeZone) : null,
              ]
            : t('job.oneOff'),
        ),
        h('td', moment(job.nextFire, job.timeZone)),
        state.dataSource ? h('td', h(RecentRuns, { job: job.name, changed: view.changed.has(job.name) })) : null,
        h('td', { class: 'number' }, job.shardingTotalCount),
        h('td', { class: 'number' }, job.instances),
      ]);

    const columns = () =>
      [
        can('OPERATOR')
          ? {
              class: 'choose',
              content: checkbox(
                view.page.items.length > 0 && view.page.items.every(each => view.chosen.has(each.name)),
                on => {
                  const chosen = new Set(view.chosen);
                  view.page.items.forEach(each => (on ? chosen.add(each.name) : chosen.delete(each.name)));
                  view.chosen = chosen;
                },
                { 'aria-label': t('bulk.all') },
              ),
            }
          : null,
        { label: t('jobs.status'), sort: 'status' },
        { label: t('jobs.name'), sort: 'name', first: 'name' },
        { label: t('jobs.schedule') },
        { label: t('jobs.next'), sort: 'nextFire' },
        state.dataSource ? { label: t('jobs.recent') } : null,
        { label: t('jobs.items'), sort: 'items', class: 'number' },
        { label: t('jobs.instances'), sort: 'instances', class: 'number' },
      ].filter(Boolean);

    const isFiltered = () => ['search', 'status', 'label', 'problem', 'overdue'].some(each => route.query[each]);
    const body = () => {
      if (!view.page) {
        return view.problem ? null : skeleton(8);
      }
      if (view.page.total === 0) {
        return isFiltered()
          ? empty(t('jobs.noMatch'), t('jobs.noMatch.hint'), linkButton(t('jobs.all'), href(['jobs'])), 'search')
          : empty(
              t('jobs.none'),
              t('jobs.none.hint', { registry: state.registry }),
              h('pre', { tabindex: 0 }, EXAMPLE),
              'rocket-takeoff',
            );
      }
      return h(
        'div',
        {
          class: 'card',
          onPointerenter: () => {
            view.hovered = true;
          },
          onPointerleave: () => {
            view.hovered = false;
          },
        },
        [
          table(columns(), view.page.items.map(row), t('nav.jobs')),
          pager(view.page.page, view.page.size, view.page.total),
        ],
      );
    };
    return () =>
      h('div', [
        h('div', { class: 'title' }, h('h1', t('nav.jobs'))),
        filters(),
        bulkBar(),
        problemBox(view.problem),
        body(),
      ]);
  },
};
