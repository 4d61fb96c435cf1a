/** All servers, also where thousands of addresses are left over: paged, and cleaned up in bulk. */
import { h, reactive, watch, computed } from '../vue.js';
import { t } from '../i18n.js';
import { get, post } from '../api.js';
import { route, change, href } from '../router.js';
import { can, registryPath } from '../state.js';
import { useLive } from '../live.js';
import { badge, table, pager, button, select, checkbox, problemBox, empty, skeleton, say, ask, SearchField } from '../ui.js';

const SIZE = 100;

export const Servers = {
  setup() {
    const view = reactive({ page: null, problem: null, chosen: new Set() });
    const wanted = computed(() => ({
      search: route.query.search, stale: route.query.stale, sort: route.query.sort || 'server', page: route.query.page || 0, size: SIZE,
    }));
    let asked = 0;
    const read = async () => {
      const mine = ++asked;
      try {
        const page = await get(registryPath.value + '/servers', wanted.value);
        if (mine === asked) {
          view.page = page;
          view.problem = null;
        }
      } catch (problem) {
        view.problem = problem;
      }
    };
    watch(wanted, read, { immediate: true });
    useLive(read);
    const bulk = async operation => {
      const servers = [...view.chosen];
      const removal = operation === 'REMOVE';
      const sure = await ask({
        title: t('servers.bulk.' + operation, { n: servers.length }), confirm: t('op.' + operation), danger: removal || operation === 'SHUTDOWN',
        body: [t('servers.body.' + operation), h('ul', { class: 'names' }, servers.slice(0, 20).map(each => h('li', each))),
          servers.length > 20 ? t('andMore', { n: servers.length - 20 }) : ''],
      });
      if (!sure) {
        return;
      }
      try {
        const result = removal
          ? await post(registryPath.value + '/bulk/servers/removal', { servers })
          : await post(registryPath.value + '/bulk/servers', { operation, servers });
        const failed = result.outcomes.filter(each => !each.done);
        say(t('bulk.done', { done: result.done, failed: result.failed })
          + failed.slice(0, 3).map(each => ' ' + each.name + ': ' + each.problem).join(''), { kind: failed.length ? 'failed' : 'done' });
        view.chosen = new Set(failed.map(each => each.name));
      } catch (problem) {
        say(problem.message, { kind: 'failed' });
      }
      read();
    };
    const mark = (names, on) => {
      const chosen = new Set(view.chosen);
      names.forEach(each => (on ? chosen.add(each) : chosen.delete(each)));
      view.chosen = chosen;
    };
    const chooseAllStale = async () => {
      const page = await get(registryPath.value + '/servers', { stale: true, size: 1000 }).catch(() => ({ items: [] }));
      mark(page.items.map(each => each.server), true);
    };
    const row = each => h('tr', { key: each.server }, [
      can('OPERATOR') ? h('td', checkbox(view.chosen.has(each.server), on => mark([each.server], on), { 'aria-label': t('bulk.choose', { name: each.server }) })) : null,
      h('th', { scope: 'row' }, h('a', { href: href(['servers', each.server]) }, each.server)),
      h('td', badge(each.stale ? 'STALE' : each.jobs > 0 && each.disabledJobs === each.jobs ? 'DISABLED' : 'OK')),
      h('td', { class: 'number' }, each.instances), h('td', { class: 'number' }, each.jobs), h('td', { class: 'number' }, each.disabledJobs),
    ]);
    return () => h('div', [
      h('div', { class: 'title' }, h('h1', t('way.servers'))),
      h('div', { class: 'filters' }, [
        h(SearchField, { value: route.query.search, label: t('servers.search'), onSearch: search => change({ search, page: '' }, { step: false }) }),
        select(route.query.stale || '', [['', t('servers.any')], ['false', t('servers.alive')], ['true', t('servers.stale')]],
          stale => change({ stale, page: '' }), { 'aria-label': t('jobs.status') }),
        can('ADMIN') ? button(t('servers.chooseStale'), chooseAllStale) : null,
      ]),
      can('OPERATOR') && view.chosen.size ? h('div', { class: 'bulk', role: 'toolbar', 'aria-label': t('bulk') }, [
        h('strong', t('bulk.chosen', { n: view.chosen.size })),
        ...['ENABLE', 'DISABLE', 'SHUTDOWN'].map(each => button(t('op.' + each), () => bulk(each))),
        can('ADMIN') ? button(t('op.REMOVE'), () => bulk('REMOVE'), { class: 'danger' }) : null,
        button(t('bulk.none'), () => { view.chosen = new Set(); }, { class: 'quiet' }),
      ]) : null,
      problemBox(view.problem),
      !view.page ? (view.problem ? null : skeleton(6)) : view.page.total === 0 ? empty(t('servers.none'), t('servers.none.hint'), null, 'hdd-stack') : h('div', { class: 'card' }, [
        table([
          can('OPERATOR') ? { class: 'choose', content: checkbox(view.page.items.every(each => view.chosen.has(each.server)),
            on => mark(view.page.items.map(each => each.server), on), { 'aria-label': t('bulk.all') }) } : null,
          { label: t('server'), sort: 'server', first: 'server' }, { label: t('jobs.status') },
          { label: t('jobs.instances'), sort: 'instances', class: 'number' }, { label: t('way.jobs'), sort: 'jobs', class: 'number' },
          { label: t('servers.disabledJobs'), sort: 'disabledJobs', class: 'number' },
        ].filter(Boolean), view.page.items.map(row), t('way.servers')),
        pager(view.page.page, view.page.size, view.page.total),
      ]),
    ]);
  },
};
