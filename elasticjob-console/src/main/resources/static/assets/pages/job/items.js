/** The items of a job: owner, state and last run of each. */
import { h, reactive, watch } from '../../lib/vue.js';
import { get, path, put } from '../../lib/api.js';
import { t } from '../../lib/i18n.js';
import { changeQuery, route } from '../../lib/routes.js';
import { can } from '../../lib/state.js';
import { confirmDialog } from '../../ui/confirm-dialog.js';
import { badge, button, empty, icon, moment, problemBox, select, skeleton } from '../../ui/elements.js';
import { attempt } from '../../ui/messages.js';
import { pager, table } from '../../ui/table.js';

const SIZE = 200;
const STATUSES = ['RUNNING', 'PENDING', 'DISABLED', 'SHARDING_FLAG'];

export const Items = {
  props: ['name', 'address', 'job', 'version'],
  emits: ['changed'],
  setup(props, { emit }) {
    const view = reactive({ page: null, problem: null });
    const read = async () => {
      try {
        view.page = await get(props.address + '/items', {
          status: route.query.status,
          page: route.query.page || 0,
          size: SIZE,
        });
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
        view.page ??= problem.lastKnown ?? null;
      }
    };
    watch(() => [props.version, route.query.status, route.query.page], read, { immediate: true });
    const setEnabled = async (item, enabled) => {
      const sure =
        enabled ||
        (await confirmDialog({
          title: t('item.disable.title', { item }),
          confirm: t('op.DISABLE'),
          body: t('item.disable.body', { item, name: props.name }),
        }));
      if (
        sure &&
        (await attempt(
          () => put(props.address + '/items' + path(item) + '/state', { enabled }),
          t(enabled ? 'item.enabled' : 'item.disabled', { item }),
        ))
      ) {
        emit('changed');
      }
    };
    const row = item =>
      h('tr', { key: item.item }, [
        h('th', { scope: 'row', class: 'number' }, item.item),
        h('td', [
          badge(item.status),
          item.misfire ? badge('MISFIRE') : null,
          item.takenOverBy || item.waitsForTakeOver ? badge('FAILOVER') : null,
        ]),
        h(
          'td',
          { class: 'long' },
          item.runningOn && item.runningOn !== item.owner
            ? [item.runningOn + ' ', icon('arrow-left'), ' ' + (item.owner || '–')]
            : item.owner || t('item.noOwner'),
        ),
        h('td', item.run ? [badge(item.run.state), ' ', moment(item.run.changedAt)] : '–'),
        h(
          'td',
          item.run
            ? t('source.' + item.run.source) +
                (item.run.attempt > 1 ? ' · ' + t('item.attempt', { n: item.run.attempt }) : '')
            : '–',
        ),
        h('td', { class: 'number' }, item.run?.token ?? (item.completedToken || '–')),
        can('OPERATOR')
          ? h(
              'td',
              item.disabled
                ? button(t('op.ENABLE'), () => setEnabled(item.item, true), {
                    'aria-label': t('op.ENABLE') + ' ' + item.item,
                  })
                : button(t('op.DISABLE'), () => setEnabled(item.item, false), {
                    'aria-label': t('op.DISABLE') + ' ' + item.item,
                  }),
            )
          : null,
      ]);
    const columns = () =>
      [
        { label: t('item'), class: 'number' },
        { label: t('jobs.status') },
        { label: t('item.owner') },
        { label: t('item.lastRun') },
        { label: t('item.source') },
        { label: t('item.token'), class: 'number' },
        can('OPERATOR') ? { label: t('operations') } : null,
      ].filter(Boolean);
    return () =>
      h('section', [
        problemBox(view.problem),
        h(
          'div',
          { class: 'filters' },
          select(
            route.query.status || '',
            [['', t('jobs.anyStatus')], ...STATUSES.map(each => [each, t('status.' + each)])],
            status => changeQuery({ status, page: '' }),
            { 'aria-label': t('jobs.status') },
          ),
        ),
        !view.page
          ? skeleton(4)
          : view.page.total === 0
            ? empty(t('item.none'), t('item.none.hint'), null, 'list-ol')
            : h('div', { class: 'card' }, [
                table(columns(), view.page.items.map(row), t('job.tab.items')),
                view.page.total > SIZE ? pager(view.page.page, view.page.size, view.page.total) : null,
              ]),
      ]);
  },
};
