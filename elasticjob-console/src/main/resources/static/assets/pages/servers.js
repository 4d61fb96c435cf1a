/** All servers, with pages and bulk cleanup for thousands of stale addresses. */
import { h, reactive, watch, computed } from '../vue.js';
import { t } from '../i18n.js';
import { get } from '../api.js';
import { route, change, href } from '../router.js';
import { can, registryPath } from '../state.js';
import { useLive } from '../live.js';
import { badge, table, pager, button, select, checkbox, problemBox, empty, skeleton, SearchField } from '../ui.js';
import { askForMany, doForMany } from '../bulk.js';

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
        view.page ??= problem.lastKnown ?? null;
      }
    };
    watch(wanted, read, { immediate: true });
    useLive(read);
    const bulk = async operation => {
      const servers = [...view.chosen];
      if (!await askForMany(operation, servers, { title: 'servers.bulk.', body: 'servers.body.' })) {
        return;
      }
      view.chosen = await doForMany('servers', operation, servers) ?? view.chosen;
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
