/** All servers, with pages and bulk cleanup for thousands of stale addresses. */
import { computed, h, reactive, watch } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { t } from '../lib/i18n.js';
import { useLiveUpdates } from '../lib/live.js';
import { changeQuery, href, route } from '../lib/routes.js';
import { can, registryPath } from '../lib/state.js';
import { confirmBulk, performBulk } from '../ui/bulk-operation.js';
import { SearchField, badge, button, checkbox, empty, problemBox, select, skeleton } from '../ui/elements.js';
import { pager, table } from '../ui/table.js';

const SIZE = 100;

export const Servers = {
  setup() {
    const view = reactive({ page: null, problem: null, chosen: new Set() });
    const wanted = computed(() => ({
      search: route.query.search,
      stale: route.query.stale,
      sort: route.query.sort || 'server',
      page: route.query.page || 0,
      size: SIZE,
    }));
    let latest = 0;
    const read = async () => {
      const number = ++latest;
      try {
        const page = await get(registryPath.value + '/servers', wanted.value);
        if (number === latest) {
          view.page = page;
          view.problem = null;
        }
      } catch (problem) {
        view.problem = problem;
        view.page ??= problem.lastKnown ?? null;
      }
    };
    watch(wanted, read, { immediate: true });
    useLiveUpdates(read);
    const bulk = async operation => {
      const servers = [...view.chosen];
      if (!(await confirmBulk(operation, servers, { title: 'servers.bulk.', body: 'servers.body.' }))) {
        return;
      }
      view.chosen = (await performBulk('servers', operation, servers)) ?? view.chosen;
      read();
    };
    const mark = (names, on) => {
      const chosen = new Set(view.chosen);
      names.forEach(each => (on ? chosen.add(each) : chosen.delete(each)));
      view.chosen = chosen;
    };
    const chooseAllStale = async () => {
      const page = await get(registryPath.value + '/servers', { stale: true, size: 1000 }).catch(() => ({ items: [] }));
      mark(
        page.items.map(each => each.server),
        true,
      );
    };
    const row = each =>
      h('tr', { key: each.server }, [
        can('OPERATOR')
          ? h(
              'td',
              checkbox(view.chosen.has(each.server), on => mark([each.server], on), {
                'aria-label': t('bulk.choose', { name: each.server }),
              }),
            )
          : null,
        h('th', { scope: 'row' }, h('a', { href: href(['servers', each.server]) }, each.server)),
        h('td', badge(each.stale ? 'STALE' : each.jobs > 0 && each.disabledJobs === each.jobs ? 'DISABLED' : 'OK')),
        h('td', { class: 'number' }, each.instances),
        h('td', { class: 'number' }, each.jobs),
        h('td', { class: 'number' }, each.disabledJobs),
      ]);
    return () =>
      h('div', [
        h('div', { class: 'title' }, h('h1', t('nav.servers'))),
        h('div', { class: 'filters' }, [
          h(SearchField, {
            value: route.query.search,
            label: t('servers.search'),
            onSearch: search => changeQuery({ search, page: '' }, { step: false }),
          }),
          select(
            route.query.stale || '',
            [
              ['', t('servers.any')],
              ['false', t('servers.alive')],
              ['true', t('servers.stale')],
            ],
            stale => changeQuery({ stale, page: '' }),
            { 'aria-label': t('jobs.status') },
          ),
          can('ADMIN') ? button(t('servers.chooseStale'), chooseAllStale) : null,
        ]),
        can('OPERATOR') && view.chosen.size
          ? h('div', { 'class': 'bulk', 'role': 'toolbar', 'aria-label': t('bulk') }, [
              h('strong', t('bulk.chosen', { n: view.chosen.size })),
              ...['ENABLE', 'DISABLE', 'SHUTDOWN'].map(each => button(t('op.' + each), () => bulk(each))),
              can('ADMIN') ? button(t('op.REMOVE'), () => bulk('REMOVE'), { class: 'danger' }) : null,
              button(
                t('bulk.none'),
                () => {
                  view.chosen = new Set();
                },
                { class: 'quiet' },
              ),
            ])
          : null,
        problemBox(view.problem),
        !view.page
          ? view.problem
            ? null
            : skeleton(6)
          : view.page.total === 0
            ? empty(t('servers.none'), t('servers.none.hint'), null, 'hdd-stack')
            : h('div', { class: 'card' }, [
                table(
                  [
                    can('OPERATOR')
                      ? {
                          class: 'choose',
                          content: checkbox(
                            view.page.items.every(each => view.chosen.has(each.server)),
                            on =>
                              mark(
                                view.page.items.map(each => each.server),
                                on,
                              ),
                            { 'aria-label': t('bulk.all') },
                          ),
                        }
                      : null,
                    { label: t('server'), sort: 'server', first: 'server' },
                    { label: t('jobs.status') },
                    { label: t('jobs.instances'), sort: 'instances', class: 'number' },
                    { label: t('nav.jobs'), sort: 'jobs', class: 'number' },
                    { label: t('servers.disabledJobs'), sort: 'disabledJobs', class: 'number' },
                  ].filter(Boolean),
                  view.page.items.map(row),
                  t('nav.servers'),
                ),
                pager(view.page.page, view.page.size, view.page.total),
              ]),
      ]);
  },
};
