/** Searches jobs, servers and runs. */
import { h, onBeforeUnmount, reactive, ref } from '../lib/vue.js';
import { get } from '../lib/api.js';
import { time } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { href, navigate } from '../lib/routes.js';
import { registryPath, state } from '../lib/state.js';
import { icon, problemBox } from './elements.js';

const RESTING_MILLIS = 200;
const MOST = 6;
const KINDS = { jobs: 'list-task', servers: 'hdd-stack', instances: 'cpu', runs: 'play', executions: 'clock-history' };

/** Returns the search results of each kind as links. */
function links(found) {
  const link = (kind, text, address, more) => ({ kind, text, more, href: address });
  return [
    ...found.jobs.map(each => link('jobs', each, href(['jobs', each]))),
    ...found.servers.map(each =>
      link('servers', each.server, href(['servers', each.server]), t('search.jobsOf', { n: each.jobs })),
    ),
    ...found.instances.map(each =>
      link(
        'instances',
        each.instance,
        href(['servers', each.instance.split('@')[0]]),
        t('search.jobsOf', { n: each.jobs }),
      ),
    ),
    ...found.runs.map(each =>
      link('runs', t('run.of', { item: each.item, name: each.jobName }), href(['jobs', each.jobName, 'items'])),
    ),
    ...found.executions.map(each =>
      link(
        'executions',
        t('run.of', { item: each.item, name: each.jobName }) + ' · ' + time(each.start),
        href(['history'], {
          job: each.jobName,
          item: each.item,
          from: each.start,
          to: new Date(new Date(each.start).getTime() + 1000).toISOString(),
          open: each.id,
        }),
        t('status.' + each.result),
      ),
    ),
  ];
}

const find = async text =>
  links(await get(registryPath.value + '/search', { text, dataSource: state.dataSource, size: MOST }));

export const GlobalSearch = {
  setup() {
    const view = reactive({ text: '', found: null, problem: null, open: false });
    const root = ref(null);
    let resting = null;
    let latest = 0;
    const search = () => {
      clearTimeout(resting);
      const text = view.text.trim();
      const number = ++latest;
      if (!text) {
        view.found = null;
        return;
      }
      resting = setTimeout(async () => {
        const [found, problem] = await find(text).then(
          each => [each, null],
          each => [[], each],
        );
        if (number === latest) {
          Object.assign(view, { found, problem });
        }
      }, RESTING_MILLIS);
    };
    const close = () => {
      view.open = false;
    };
    const step = by => {
      const all = [...root.value.querySelectorAll('input, .dropdown-item')];
      all[(all.indexOf(document.activeElement) + by + all.length) % all.length]?.focus();
    };
    const onKeydown = event => {
      if (event.key === 'Escape') {
        close();
        document.getElementById('global-search').focus();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        step(event.key === 'ArrowDown' ? 1 : -1);
      }
    };
    const onFocusout = event => {
      if (!root.value.contains(event.relatedTarget)) {
        close();
      }
    };
    onBeforeUnmount(() => clearTimeout(resting));
    const results = () =>
      view.problem
        ? h('div', { class: 'px-2' }, problemBox(view.problem))
        : view.found.length === 0
          ? h('span', { class: 'dropdown-header' }, t('search.nothing'))
          : Object.keys(KINDS).flatMap(kind => {
              const found = view.found.filter(each => each.kind === kind);
              return found.length
                ? [
                    h('h3', { class: 'dropdown-header m-0', key: kind }, t('search.' + kind)),
                    ...found.map((each, at) =>
                      h('a', { key: kind + at, class: 'dropdown-item', href: each.href, onClick: close }, [
                        icon(KINDS[kind]),
                        each.text,
                        each.more ? h('small', { class: 'd-block' }, each.more) : null,
                      ]),
                    ),
                  ]
                : [];
            });
    return () =>
      h(
        'form',
        {
          ref: root,
          class: 'global-search',
          role: 'search',
          onKeydown,
          onFocusout,
          onSubmit: event => {
            event.preventDefault();
            close();
            navigate(['jobs'], { search: view.text.trim() });
          },
        },
        [
          h('div', { class: 'input-group input-group-sm' }, [
            h('span', { class: 'input-group-text' }, icon('search')),
            h('input', {
              'id': 'global-search',
              'type': 'search',
              'class': 'form-control',
              'value': view.text,
              'placeholder': t('search.placeholder'),
              'aria-label': t('search.placeholder'),
              'autocomplete': 'off',
              'onInput': event => {
                view.text = event.target.value;
                view.open = true;
                search();
              },
              'onFocus': () => {
                view.open = true;
              },
            }),
          ]),
          view.text ? null : h('kbd', { 'aria-hidden': 'true' }, '/'),
          view.open && view.found && view.text.trim() ? h('div', { class: 'dropdown-menu show' }, results()) : null,
        ],
      );
  },
};
