/** One server: its jobs, and operations to take it out of service. */
import { h, reactive, watch } from '../lib/vue.js';
import { get, path, put, remove } from '../lib/api.js';
import { describeCron } from '../lib/cron-explanation.js';
import { t } from '../lib/i18n.js';
import { useLiveUpdates } from '../lib/live.js';
import { href, navigate, route } from '../lib/routes.js';
import { can, registryPath } from '../lib/state.js';
import { confirmDialog } from '../ui/confirm-dialog.js';
import { badge, button, empty, icon, problemBox, skeleton } from '../ui/elements.js';
import { attempt } from '../ui/messages.js';
import { pager, table } from '../ui/table.js';

export const Server = {
  props: ['name'],
  setup(props) {
    const view = reactive({ page: null, problem: null });
    const address = () => registryPath.value + '/servers' + path(props.name);
    const read = async () => {
      try {
        view.page = await get(address() + '/jobs', { page: route.query.page || 0, size: 100 });
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
        view.page ??= problem.lastKnown ?? null;
      }
    };
    watch(() => route.query.page, read, { immediate: true });
    useLiveUpdates(read);
    const operate = async (confirmation, action, done) => {
      if ((!confirmation || (await confirmDialog(confirmation))) && (await attempt(action, done))) {
        read();
        return true;
      }
      return false;
    };
    const server = props.name;
    const setEnabled = enabled =>
      operate(
        enabled
          ? null
          : {
              title: t('server.disable.title', { server }),
              confirm: t('op.DISABLE'),
              body: t('server.disable.all', { server, n: view.page.total }),
            },
        () => put(address() + '/state', { enabled }),
        t(enabled ? 'server.enabled' : 'server.disabled', { server }),
      );
    const shutDown = () =>
      operate(
        {
          title: t('server.shutdown.title', { server }),
          confirm: t('op.SHUTDOWN'),
          danger: true,
          body: t('server.shutdown.all', { server }),
        },
        () => remove(address() + '/instances'),
        t('server.shutDown', { server }),
      );
    const removeIt = async () => {
      if (
        await operate(
          {
            title: t('server.remove.title', { server }),
            confirm: t('op.REMOVE'),
            danger: true,
            body: t('server.remove.all', { server }),
            required: server,
          },
          () => remove(address()),
          t('server.removed', { server }),
        )
      ) {
        navigate(['servers']);
      }
    };
    const isSome = what => view.page.items.some(what);
    const runs = () => isSome(each => each.instances > 0);
    return () =>
      h('div', [
        h('p', { class: 'crumbs' }, h('a', { href: href(['servers']) }, [icon('chevron-left'), ' ', t('nav.servers')])),
        h('div', { class: 'title' }, [
          h('h1', server),
          view.page ? badge(runs() ? (isSome(each => each.status !== 'DISABLED') ? 'OK' : 'DISABLED') : 'STALE') : null,
          view.page && can('OPERATOR')
            ? h('div', { class: 'actions' }, [
                isSome(each => each.status === 'DISABLED') ? button(t('op.ENABLE'), () => setEnabled(true)) : null,
                isSome(each => each.status !== 'DISABLED') ? button(t('op.DISABLE'), () => setEnabled(false)) : null,
                runs() ? button(t('op.SHUTDOWN'), shutDown, { class: 'danger' }) : null,
                can('ADMIN') && !runs() ? button(t('op.REMOVE'), removeIt, { class: 'danger' }) : null,
              ])
            : null,
        ]),
        problemBox(view.problem),
        !view.page
          ? view.problem
            ? null
            : skeleton(4)
          : view.page.total === 0
            ? empty(t('server.noJobs'), t('server.noJobs.hint'), null, 'hdd-stack')
            : h('div', { class: 'card' }, [
                table(
                  [
                    { label: t('jobs.name') },
                    { label: t('jobs.status') },
                    { label: t('jobs.schedule') },
                    { label: t('jobs.items'), class: 'number' },
                    { label: t('jobs.instances'), class: 'number' },
                  ],
                  view.page.items.map(job =>
                    h('tr', { key: job.name }, [
                      h('th', { scope: 'row' }, h('a', { href: href(['jobs', job.name]) }, job.name)),
                      h('td', badge(job.status)),
                      h('td', job.cron ? [h('code', job.cron), h('small', describeCron(job.cron))] : t('job.oneOff')),
                      h('td', { class: 'number' }, job.shardingTotalCount),
                      h('td', { class: 'number' }, job.instances),
                    ]),
                  ),
                  t('nav.jobs'),
                ),
                pager(view.page.page, view.page.size, view.page.total),
              ]),
      ]);
  },
};
