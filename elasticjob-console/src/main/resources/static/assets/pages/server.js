/** One server: its jobs, and operations to take it out of service. */
import { h, reactive, watch } from '../vue.js';
import { t } from '../i18n.js';
import { get, put, remove, path } from '../api.js';
import { route, href, go } from '../router.js';
import { can, registryPath } from '../state.js';
import { useLive } from '../live.js';
import { cronInWords } from '../cron-words.js';
import { badge, table, pager, button, problemBox, skeleton, ask, attempt, empty, icon } from '../ui.js';

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
    useLive(read);
    const operate = async (question, action, done) => {
      if ((!question || await ask(question)) && await attempt(action, done)) {
        read();
        return true;
      }
      return false;
    };
    const server = props.name;
    const setEnabled = enabled => operate(enabled ? null : {
      title: t('server.disable.title', { server }), confirm: t('op.DISABLE'), body: t('server.disable.all', { server, n: view.page.total }),
    }, () => put(address() + '/state', { enabled }), t(enabled ? 'server.enabled' : 'server.disabled', { server }));
    const shutDown = () => operate({
      title: t('server.shutdown.title', { server }), confirm: t('op.SHUTDOWN'), danger: true, body: t('server.shutdown.all', { server }),
    }, () => remove(address() + '/instances'), t('server.shutDown', { server }));
    const removeIt = async () => {
      if (await operate({
        title: t('server.remove.title', { server }), confirm: t('op.REMOVE'), danger: true, body: t('server.remove.all', { server }), required: server,
      }, () => remove(address()), t('server.removed', { server }))) {
        go(['servers']);
      }
    };
    const isSome = what => view.page.items.some(what);
    const runs = () => isSome(each => each.instances > 0);
    return () => h('div', [
      h('p', { class: 'crumbs' }, h('a', { href: href(['servers']) }, [icon('chevron-left'), ' ', t('way.servers')])),
      h('div', { class: 'title' }, [h('h1', server), view.page ? badge(runs() ? isSome(each => each.status !== 'DISABLED') ? 'OK' : 'DISABLED' : 'STALE') : null, view.page && can('OPERATOR') ? h('div', { class: 'actions' }, [
        isSome(each => each.status === 'DISABLED') ? button(t('op.ENABLE'), () => setEnabled(true)) : null,
        isSome(each => each.status !== 'DISABLED') ? button(t('op.DISABLE'), () => setEnabled(false)) : null,
        runs() ? button(t('op.SHUTDOWN'), shutDown, { class: 'danger' }) : null,
        can('ADMIN') && !runs() ? button(t('op.REMOVE'), removeIt, { class: 'danger' }) : null,
      ]) : null]),
      problemBox(view.problem),
      !view.page ? (view.problem ? null : skeleton(4)) : view.page.total === 0 ? empty(t('server.noJobs'), t('server.noJobs.hint'), null, 'hdd-stack') : h('div', { class: 'card' }, [
        table([{ label: t('jobs.name') }, { label: t('jobs.status') }, { label: t('jobs.schedule') },
          { label: t('jobs.items'), class: 'number' }, { label: t('jobs.instances'), class: 'number' }],
        view.page.items.map(job => h('tr', { key: job.name }, [
          h('th', { scope: 'row' }, h('a', { href: href(['jobs', job.name]) }, job.name)), h('td', badge(job.status)), h('td', job.cron ? [h('code', job.cron), h('small', cronInWords(job.cron))] : t('job.oneOff')),
          h('td', { class: 'number' }, job.shardingTotalCount), h('td', { class: 'number' }, job.instances),
        ])), t('way.jobs')),
        pager(view.page.page, view.page.size, view.page.total),
      ]),
    ]);
  },
};
