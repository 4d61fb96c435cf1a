/** Runs and state changes: failures with their time and cause. */
import { computed, h, reactive, watch } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { between } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { changeQuery, href, route } from '../lib/routes.js';
import { choose, historyPath, state } from '../lib/state.js';
import { badge, button, empty, icon, linkButton, moment, problemBox, select, skeleton, tabs } from '../ui/elements.js';
import { table } from '../ui/table.js';

const SIZE = 50;
const FILTERS = { executions: ['job', 'item', 'ip', 'hostname', 'task'], states: ['job', 'task'] };
const STATES = ['TASK_STAGING', 'TASK_RUNNING', 'TASK_FINISHED', 'TASK_FAILED', 'TASK_ERROR'];

/** Converts between instants and values of the browser's date field, which are in the viewer's time zone. */
const toInstant = local => (local ? new Date(local).toISOString() : '');
const toLocal = instant => {
  if (!instant) {
    return '';
  }
  const date = new Date(instant);
  return new Date(date - date.getTimezoneOffset() * 60000).toISOString().substring(0, 16);
};

export const History = {
  setup() {
    const view = reactive({ rows: null, next: null, problem: null, busy: false });
    const kind = computed(() => (route.parts[1] === 'states' ? 'states' : 'executions'));
    const parameters = () => {
      const { job, item, ip, hostname, task, result, source, from, to, state: taskState, sort } = route.query;
      return kind.value === 'states'
        ? { job, task, state: taskState, from, to, size: SIZE }
        : { job, item, ip, hostname, task, result, source, from, to, sort, size: SIZE };
    };
    let latest = 0;
    const read = async (after = '') => {
      if (!state.dataSource) {
        return;
      }
      const number = ++latest;
      view.busy = true;
      try {
        const page = await get(historyPath.value + '/' + kind.value, { ...parameters(), after });
        if (number === latest) {
          view.rows = after ? [...view.rows, ...page.rows] : page.rows;
          view.next = page.next;
          view.problem = null;
        }
      } catch (problem) {
        view.problem = problem;
      }
      view.busy = false;
    };
    watch(
      () => JSON.stringify([kind.value, { ...route.query, open: '' }]),
      (now, before) => {
        if (before && JSON.parse(before)[0] !== JSON.parse(now)[0]) {
          view.rows = null;
        }
        read();
      },
      { immediate: true },
    );

    const filters = () =>
      h('div', { class: 'filters' }, [
        state.dataSources.length > 1
          ? select(
              state.dataSource,
              state.dataSources.map(each => [each.name, each.name]),
              name => choose('dataSource', name),
              { 'aria-label': t('history.source') },
            )
          : null,
        ...FILTERS[kind.value].map(each =>
          h('input', {
            'key': each,
            'class': 'form-control form-control-sm',
            'value': route.query[each] || '',
            'placeholder': t('history.by.' + each),
            'aria-label': t('history.by.' + each),
            'size': 12,
            'inputmode': each === 'item' ? 'numeric' : undefined,
            'onChange': event => changeQuery({ [each]: event.target.value }),
          }),
        ),
        kind.value === 'executions'
          ? [
              select(
                route.query.result || '',
                [
                  ['', t('history.anyResult')],
                  ...['SUCCESS', 'FAILURE', 'RUNNING'].map(each => [each, t('status.' + each)]),
                ],
                result => changeQuery({ result }),
                { 'aria-label': t('history.result') },
              ),
              select(
                route.query.source || '',
                [
                  ['', t('history.anySource')],
                  ...['NORMAL_TRIGGER', 'MISFIRE', 'FAILOVER'].map(each => [each, t('source.' + each)]),
                ],
                source => changeQuery({ source }),
                { 'aria-label': t('item.source') },
              ),
            ]
          : select(
              route.query.state || '',
              [['', t('history.anyState')], ...STATES.map(each => [each, t('status.' + each)])],
              value => changeQuery({ state: value }),
              { 'aria-label': t('history.state') },
            ),
        ...['from', 'to'].map(each =>
          h('label', { class: 'check', key: each }, [
            t('history.' + each),
            h('input', {
              type: 'datetime-local',
              class: 'form-control form-control-sm',
              value: toLocal(route.query[each]),
              onChange: event => changeQuery({ [each]: toInstant(event.target.value) }),
            }),
          ]),
        ),
        Object.keys(route.query).length
          ? linkButton([icon('x-lg'), ' ', t('history.noFilter')], href(['history', kind.value]))
          : null,
      ]);
    const execution = each => [
      h('tr', { key: each.id }, [
        h('td', moment(each.start)),
        h('td', badge(each.result)),
        h(
          'th',
          { scope: 'row' },
          h('a', { href: href(['jobs', each.jobName, 'runs'], { run: each.id }) }, each.jobName),
        ),
        h('td', { class: 'number' }, each.item),
        h('td', { class: 'number' }, between(each.start, each.end)),
        h('td', t('source.' + each.source)),
        h('td', h('a', { href: href(['servers', each.ip]), title: each.hostname }, each.ip)),
        h(
          'td',
          each.failureCause
            ? button(
                route.query.open === each.id ? t('history.hide') : each.failureCause.split('\n')[0].substring(0, 60),
                () => changeQuery({ open: route.query.open === each.id ? '' : each.id }),
                { 'class': 'link', 'aria-expanded': route.query.open === each.id },
              )
            : '',
        ),
      ]),
      route.query.open === each.id && each.failureCause
        ? h('tr', { key: each.id + '-cause' }, h('td', { colspan: 8 }, h('pre', { tabindex: 0 }, each.failureCause)))
        : null,
    ];
    const stateChange = each =>
      h('tr', { key: each.id }, [
        h('td', moment(each.at)),
        h('td', badge(each.state)),
        h('th', { scope: 'row' }, h('a', { href: href(['jobs', each.jobName]) }, each.jobName)),
        h('td', each.items),
        h('td', each.ip),
        h('td', { class: 'long' }, each.taskId),
        h('td', { class: 'long' }, each.message),
      ]);
    const body = () => {
      if (!view.rows) {
        return view.problem ? null : skeleton(6);
      }
      if (!view.rows.length) {
        return empty(
          t('history.noRuns'),
          t(Object.keys(route.query).length ? 'history.noMatch.hint' : 'history.noRuns.hint'),
          null,
          'clock-history',
        );
      }
      return h('div', { class: 'card' }, [
        kind.value === 'executions'
          ? table(
              [
                { label: t('run.start'), sort: 'start_time', first: '-start_time' },
                { label: t('history.result') },
                { label: t('jobs.name') },
                { label: t('item'), class: 'number' },
                { label: t('run.duration'), class: 'number' },
                { label: t('item.source') },
                { label: t('server') },
                { label: t('history.cause') },
              ],
              view.rows.flatMap(execution),
              t('nav.history'),
            )
          : table(
              [
                { label: t('history.at') },
                { label: t('history.state') },
                { label: t('jobs.name') },
                { label: t('jobs.items') },
                { label: t('server') },
                { label: t('history.by.task') },
                { label: t('history.message') },
              ],
              view.rows.map(stateChange),
              t('nav.history'),
            ),
        view.next
          ? h(
              'div',
              { class: 'pager' },
              button(t('history.more'), () => read(view.next), { disabled: view.busy }),
            )
          : null,
      ]);
    };
    return () =>
      h('div', [
        h('div', { class: 'title' }, h('h1', t('nav.history'))),
        !state.dataSource
          ? empty(t('history.noSource'), t('history.noSource.hint'), null, 'database')
          : [
              tabs(
                t('nav.history'),
                ['executions', 'states'].map(each => ({
                  label: t('history.' + each),
                  href: href(['history', each], { job: route.query.job }),
                  current: each === kind.value,
                })),
              ),
              filters(),
              problemBox(view.problem),
              body(),
            ],
      ]);
  },
};
