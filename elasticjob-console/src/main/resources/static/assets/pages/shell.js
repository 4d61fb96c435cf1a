/** The frame of every page: navigation, registry, search, connection state and user menu. */
import { h, onMounted, onUnmounted, ref } from '../lib/vue.js';
import { received } from '../lib/api.js';
import { duration } from '../lib/format.js';
import { language, setLanguage, t } from '../lib/i18n.js';
import { isHistoryDown, isOutdated, isRegistryDown, live } from '../lib/live.js';
import { href, navigate, route } from '../lib/routes.js';
import { can, choose, logOut, state } from '../lib/state.js';
import { switchTheme, theme } from '../lib/theme.js';
import { changePassword } from '../ui/change-password.js';
import { ConfirmDialog, confirmDialog } from '../ui/confirm-dialog.js';
import { button, empty, icon, linkButton, select, skeleton } from '../ui/elements.js';
import { GlobalSearch } from '../ui/global-search.js';
import { Messages, attempt } from '../ui/messages.js';
import { History } from './history.js';
import { Job } from './job.js';
import { Jobs } from './jobs.js';
import { Login } from './login.js';
import { Overview } from './overview.js';
import { Server } from './server.js';
import { Servers } from './servers.js';
import { Settings } from './settings.js';

const SECTIONS = ['overview', 'jobs', 'servers', 'history', 'settings'];
const ICONS = {
  overview: 'speedometer2',
  jobs: 'list-task',
  servers: 'hdd-stack',
  history: 'clock-history',
  settings: 'gear',
};

function page() {
  const [first, second] = route.parts;
  const place = state.registry + '/' + state.dataSource;
  switch (first || 'overview') {
    case 'overview':
      return h(Overview, { key: 'overview/' + place });
    case 'jobs':
      return second ? h(Job, { key: 'job/' + second + '/' + place, name: second }) : h(Jobs, { key: 'jobs/' + place });
    case 'servers':
      return second
        ? h(Server, { key: 'server/' + second + '/' + place, name: second })
        : h(Servers, { key: 'servers/' + place });
    case 'history':
      return h(History, { key: 'history/' + place });
    case 'settings':
      return h(Settings, { key: 'settings' });
    default:
      return h('div', [h('h1', t('notFound')), h('a', { href: href(['overview']) }, t('nav.overview'))]);
  }
}

const rail = () =>
  h(
    'nav',
    { 'class': 'rail', 'aria-label': t('nav') },
    SECTIONS.map(way =>
      h('a', { 'href': href([way]), 'aria-current': (route.parts[0] || 'overview') === way ? 'page' : undefined }, [
        icon(ICONS[way]),
        h('span', t('nav.' + way)),
      ]),
    ),
  );

/** Returns the state of the data. It is "Live" only while heartbeats report that the registry responds. */
function connectionState() {
  if (live.status === 'lost') {
    return ['lost', t('live.lost.short')];
  }
  if (isRegistryDown()) {
    return ['lost', t('live.registryDown.short')];
  }
  if (live.status !== 'on' || live.registry?.state !== 'REACHABLE') {
    return ['connecting', t('live.connecting')];
  }
  if (isHistoryDown()) {
    return ['lost', t('live.historyDown.short')];
  }
  return live.paused ? ['paused', t('live.paused')] : ['on', t('live.on')];
}

function connection() {
  if (live.status === 'off') {
    return null;
  }
  const [look, words] = connectionState();
  return h('span', { class: ['connection', 'is-' + look], role: 'status' }, words);
}

const KEYS = [
  ['/', 'search'],
  ['g o', 'nav.overview'],
  ['g j', 'nav.jobs'],
  ['g s', 'nav.servers'],
  ['g h', 'nav.history'],
  ['g t', 'nav.settings'],
  ['?', 'shortcuts'],
];

function shortcuts() {
  return confirmDialog({
    title: t('shortcuts'),
    confirm: t('close'),
    alone: true,
    body: h(
      'dl',
      { class: 'pairs' },
      KEYS.flatMap(([keys, what]) => [
        h(
          'dt',
          keys.split(' ').flatMap((key, at) => (at ? [' ', h('kbd', key)] : [h('kbd', key)])),
        ),
        h('dd', t(what)),
      ]),
    ),
  });
}

const quiet = (label, picture, onClick) =>
  button(icon(picture), onClick, { 'class': 'quiet', 'aria-label': label, 'title': label });

const userMenu = () =>
  h('div', { class: 'dropdown' }, [
    h(
      'button',
      {
        'type': 'button',
        'class': 'btn btn-sm btn-quiet dropdown-toggle user',
        'data-bs-toggle': 'dropdown',
        'aria-expanded': 'false',
      },
      [
        icon('person-circle'),
        h('span', { class: 'd-none d-lg-inline ms-2' }, state.session.name),
        h('span', { class: 'visually-hidden d-lg-none' }, state.session.name),
      ],
    ),
    h('ul', { class: 'dropdown-menu dropdown-menu-end' }, [
      h('li', h('span', { class: 'dropdown-header' }, state.session.name + ' · ' + t('role.' + state.session.role))),
      state.session.way === 'PASSWORD'
        ? h(
            'li',
            h('button', { type: 'button', class: 'dropdown-item', onClick: changePassword }, [
              icon('key'),
              t('password.change'),
            ]),
          )
        : null,
      h(
        'li',
        h('button', { type: 'button', class: 'dropdown-item', onClick: shortcuts }, [icon('keyboard'), t('shortcuts')]),
      ),
      h(
        'li',
        h('button', { type: 'button', class: 'dropdown-item', onClick: () => attempt(logOut) }, [
          icon('box-arrow-right'),
          t('logout'),
        ]),
      ),
    ]),
  ]);

function topBar() {
  return h('header', { class: 'top' }, [
    h('a', { 'class': 'brand', 'href': href(['overview']), 'aria-label': 'ElasticJob' }, [
      h('img', { src: '/assets/icon.svg', alt: '' }),
      h('span', 'ElasticJob'),
    ]),
    state.registries.length
      ? select(
          state.registry,
          state.registries.map(each => [each.name, each.name]),
          name => choose('registry', name),
          { 'aria-label': t('registry'), 'class': 'registry' },
        )
      : null,
    state.registry ? h(GlobalSearch) : null,
    h('div', { class: 'right' }, [
      connection(),
      live.status === 'on'
        ? quiet(live.paused ? t('live.resume') : t('live.pause'), live.paused ? 'play' : 'pause', () => {
            live.paused = !live.paused;
          })
        : null,
      h('div', { class: 'dropdown' }, [
        h(
          'button',
          {
            'type': 'button',
            'class': 'btn btn-sm btn-quiet language',
            'data-bs-toggle': 'dropdown',
            'aria-expanded': 'false',
            'aria-label': t('language'),
            'title': t('language'),
          },
          icon('translate'),
        ),
        h(
          'ul',
          { class: 'dropdown-menu dropdown-menu-end' },
          [
            ['en', 'English'],
            ['zh', '中文'],
          ].map(([name, label]) =>
            h(
              'li',
              h(
                'button',
                {
                  type: 'button',
                  class: ['dropdown-item', { active: language() === name }],
                  lang: name,
                  onClick: () => setLanguage(name),
                },
                label,
              ),
            ),
          ),
        ),
      ]),
      quiet(
        theme.value === 'dark' ? t('theme.light') : t('theme.dark'),
        theme.value === 'dark' ? 'sun' : 'moon-stars',
        switchTheme,
      ),
      userMenu(),
    ]),
  ]);
}

const ageOf = (kind, now) => duration(Math.max(0, Math.floor((now - received[kind]) / 1000) * 1000));

function outage(now) {
  const shown = route.parts[0] === 'history' ? 'history' : 'registry';
  if (live.status === 'lost') {
    return t('live.lost', { age: ageOf(shown, now) });
  }
  if (isRegistryDown()) {
    return (
      t('live.registryDown', { name: live.registry.name, age: ageOf('registry', now) }) + ' ' + live.registry.problem
    );
  }
  return isHistoryDown()
    ? t('live.historyDown', { name: live.history.name, age: ageOf('history', now) }) + ' ' + live.history.problem
    : '';
}

export const Shell = {
  setup() {
    const now = ref(Date.now());
    let first = '';
    const onKey = event => {
      const typing = event.target.closest('input, textarea, select, .modal');
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !state.session.loggedIn) {
        return;
      }
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('global-search')?.focus();
      } else if (event.key === '?') {
        shortcuts();
      } else if (first === 'g') {
        const way = { o: 'overview', j: 'jobs', s: 'servers', h: 'history', t: 'settings' }[event.key];
        if (way) {
          navigate([way]);
        }
      }
      first = event.key;
    };
    let tick;
    onMounted(() => {
      addEventListener('keydown', onKey);
      tick = setInterval(() => {
        now.value = Date.now();
      }, 1000);
    });
    onUnmounted(() => {
      removeEventListener('keydown', onKey);
      clearInterval(tick);
    });
    return () => {
      if (!state.ready) {
        return skeleton(3);
      }
      if (!state.session.loggedIn) {
        return h(Login);
      }
      return [
        h(
          'a',
          {
            class: 'skip',
            href: '#page',
            onClick: event => {
              event.preventDefault();
              document.getElementById('page')?.focus();
            },
          },
          t('skip'),
        ),
        topBar(),
        live.status === 'lost' || isRegistryDown() || isHistoryDown() ? h(OutageBar, { now: now.value }) : null,
        h('div', { class: 'below' }, [
          rail(),
          h(
            'main',
            {
              id: 'page',
              tabindex: -1,
              class: { 'is-outdated': isOutdated(), 'is-history-outdated': live.status === 'lost' || isHistoryDown() },
            },
            h('fieldset', { disabled: isOutdated() }, [
              state.registry || route.parts[0] === 'settings' ? page() : noRegistry(),
            ]),
          ),
        ]),
        h(Messages),
        h(ConfirmDialog),
      ];
    };
  },
};

const OutageBar = {
  props: ['now'],
  setup: props => () => h('div', { class: 'lost', role: 'alert' }, outage(props.now)),
};

const noRegistry = () =>
  empty(
    t('noRegistry'),
    can('ADMIN') ? t('noRegistry.admin') : t('noRegistry.guest'),
    can('ADMIN') ? linkButton(t('registry.add'), href(['settings', 'registries']), 'primary') : null,
    'database-add',
  );
