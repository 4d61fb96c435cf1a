/** The servers of a job and their instances. */
import { h, reactive, watch } from '../../lib/vue.js';
import { get, path, put, remove } from '../../lib/api.js';
import { t } from '../../lib/i18n.js';
import { href } from '../../lib/routes.js';
import { can } from '../../lib/state.js';
import { confirmDialog } from '../../ui/confirm-dialog.js';
import { badge, button, card, empty, field, input, problemBox, skeleton } from '../../ui/elements.js';
import { attempt } from '../../ui/messages.js';
import { table } from '../../ui/table.js';

export const Instances = {
  props: ['name', 'address', 'job', 'version'],
  emits: ['changed'],
  setup(props, { emit }) {
    const view = reactive({ servers: null, problem: null, dump: null, dumpOf: '', port: '' });
    const read = async () => {
      try {
        view.servers = await get(props.address + '/servers');
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
        view.servers ??= problem.lastKnown ?? null;
      }
    };
    watch(() => props.version, read, { immediate: true });
    const operate = async (confirmation, action, done) => {
      if ((!confirmation || (await confirmDialog(confirmation))) && (await attempt(action, done))) {
        emit('changed');
      }
    };
    const of = server => props.address + '/servers' + path(server);
    const setEnabled = (server, enabled) =>
      operate(
        enabled
          ? null
          : {
              title: t('server.disable.title', { server }),
              confirm: t('op.DISABLE'),
              body: t('server.disable.job', { server, name: props.name }),
            },
        () => put(of(server) + '/state', { enabled }),
        t(enabled ? 'server.enabled' : 'server.disabled', { server }),
      );
    const shutDown = server =>
      operate(
        {
          title: t('server.shutdown.title', { server }),
          confirm: t('op.SHUTDOWN'),
          danger: true,
          body: t('server.shutdown.job', { server, name: props.name }),
        },
        () => remove(of(server) + '/instances'),
        t('server.shutDown', { server }),
      );
    const removeServer = server =>
      operate(
        {
          title: t('server.remove.title', { server }),
          confirm: t('op.REMOVE'),
          danger: true,
          body: t('server.remove.job', { server, name: props.name }),
        },
        () => remove(of(server)),
        t('server.removed', { server }),
      );
    const dump = async server => {
      view.problem = null;
      try {
        view.dump = await get(of(server) + '/dump', { port: view.port });
        view.dumpOf = server;
      } catch (problem) {
        view.problem = problem;
      }
    };
    const row = each =>
      h('tr', { key: each.server }, [
        h('th', { scope: 'row' }, h('a', { href: href(['servers', each.server]) }, each.server)),
        h('td', badge(each.enabled ? (each.instances.length ? 'OK' : 'STALE') : 'DISABLED')),
        h(
          'td',
          { class: 'long' },
          each.instances.length
            ? each.instances.map(id => h('div', [id, id === props.job.leader ? ' · ' + t('job.leader') : '']))
            : t('server.noInstance'),
        ),
        can('OPERATOR')
          ? h(
              'td',
              h('div', { class: 'actions' }, [
                each.enabled
                  ? button(t('op.DISABLE'), () => setEnabled(each.server, false))
                  : button(t('op.ENABLE'), () => setEnabled(each.server, true)),
                each.instances.length
                  ? button(t('op.SHUTDOWN'), () => shutDown(each.server), { class: 'danger' })
                  : null,
                can('ADMIN') && !each.instances.length
                  ? button(t('op.REMOVE'), () => removeServer(each.server), { class: 'danger' })
                  : null,
                each.instances.length && view.port ? button(t('job.dump'), () => dump(each.server)) : null,
              ]),
            )
          : null,
      ]);
    return () =>
      h('section', [
        problemBox(view.problem),
        !view.servers
          ? skeleton(3)
          : view.servers.length === 0
            ? empty(t('server.none'), t('server.none.hint'), null, 'hdd-stack')
            : h(
                'div',
                { class: 'card' },
                table(
                  [
                    { label: t('server') },
                    { label: t('jobs.status') },
                    { label: t('jobs.instances') },
                    can('OPERATOR') ? { label: t('operations') } : null,
                  ].filter(Boolean),
                  view.servers.map(row),
                  t('job.tab.instances'),
                ),
              ),
        can('OPERATOR')
          ? card(
              t('job.dump'),
              [
                h('p', { class: 'none' }, t('job.dump.hint')),
                h(
                  'div',
                  { class: 'narrow' },
                  field(t('job.dump.port'), input(view, 'port', { inputmode: 'numeric', size: 6 })),
                ),
                view.dump === null ? null : [h('h3', view.dumpOf), h('pre', { tabindex: 0 }, view.dump)],
              ],
              { picture: 'file-text' },
            )
          : null,
      ]);
  },
};
