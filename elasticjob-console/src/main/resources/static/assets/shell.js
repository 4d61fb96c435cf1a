/** What is around every page: ways, registry, search, connection, oneself. */
import { h, ref, onMounted, onUnmounted } from './vue.js';
import { t, language, setLanguage } from './i18n.js';
import { route, href, go } from './router.js';
import { state, choose, logOut, can } from './state.js';
import { live } from './live.js';
import { theme, switchTheme } from './theme.js';
import { duration } from './format.js';
import { Messages, Question, ask, button, select, skeleton, attempt } from './ui.js';
import { Login } from './pages/login.js';
import { Overview } from './pages/overview.js';
import { Jobs } from './pages/jobs.js';
import { Job } from './pages/job.js';
import { Servers } from './pages/servers.js';
import { Server } from './pages/server.js';
import { History } from './pages/history.js';
import { Settings } from './pages/settings.js';

const WAYS = ['overview', 'jobs', 'servers', 'history', 'settings'];
const ICONS = { overview: '◱', jobs: '☰', servers: '▤', history: '↺', settings: '⚙' };

function page() {
  const [first, second] = route.parts;
  const place = state.registry + '/' + state.dataSource;
  switch (first || 'overview') {
    case 'overview': return h(Overview, { key: 'overview/' + place });
    case 'jobs': return second
      ? h(Job, { key: 'job/' + second + '/' + place, name: second })
      : h(Jobs, { key: 'jobs/' + place });
    case 'servers': return second
      ? h(Server, { key: 'server/' + second + '/' + place, name: second })
      : h(Servers, { key: 'servers/' + place });
    case 'history': return h(History, { key: 'history/' + place });
    case 'settings': return h(Settings, { key: 'settings' });
    default: return h('div', [h('h1', t('notFound')), h('a', { href: href(['overview']) }, t('way.overview'))]);
  }
}

const rail = () => h('nav', { class: 'rail', 'aria-label': t('ways') }, WAYS.map(way =>
  h('a', { href: href([way]), 'aria-current': (route.parts[0] || 'overview') === way ? 'page' : undefined }, [
    h('span', { class: 'icon', 'aria-hidden': 'true' }, ICONS[way]), h('span', t('way.' + way)),
  ])));

const connection = () => live.status === 'off' ? null : h('span', { class: ['connection', 'is-' + live.status], role: 'status' }, [
  h('span', { 'aria-hidden': 'true' }, live.status === 'on' ? (live.paused ? '‖' : '●') : '✕'),
  ' ', live.status === 'lost' ? t('live.lost.short') : live.paused ? t('live.paused') : t('live.on'),
]);

function shortcuts() {
  return ask({
    title: t('shortcuts'), confirm: t('close'),
    body: [h('dl', { class: 'pairs' }, [['/', 'search'], ['g o', 'overview'], ['g j', 'jobs'], ['g s', 'servers'], ['g h', 'history'], ['?', 'shortcuts']]
      .flatMap(([keys, what]) => [h('dt', h('kbd', keys)), h('dd', t(what in { search: 1, shortcuts: 1 } ? what : 'way.' + what))]))],
  });
}

function topBar(search, searchBox) {
  return h('header', { class: 'top' }, [
    h('a', { class: 'brand', href: href(['overview']) }, 'ElasticJob'),
    state.registries.length
      ? select(state.registry, state.registries.map(each => [each.name, each.name]), name => choose('registry', name),
        { 'aria-label': t('registry'), class: 'registry' })
      : null,
    h('form', {
      class: 'search', role: 'search',
      onSubmit: event => { event.preventDefault(); go(['jobs'], { search: search.value }); },
    }, h('input', {
      ref: searchBox, type: 'search', value: search.value, placeholder: t('search.jobs') + '  ( / )', 'aria-label': t('search.jobs'),
      onInput: event => { search.value = event.target.value; },
    })),
    connection(),
    live.status === 'on'
      ? button(live.paused ? '▶' : '‖', () => { live.paused = !live.paused; },
        { 'aria-label': live.paused ? t('live.resume') : t('live.pause'), title: live.paused ? t('live.resume') : t('live.pause'), class: 'quiet' })
      : null,
    select(language(), [['en', 'English'], ['zh', '中文']], setLanguage, { 'aria-label': t('language'), class: 'language' }),
    button(theme.value === 'dark' ? '☀' : '☾', switchTheme, {
      class: 'quiet', 'aria-label': theme.value === 'dark' ? t('theme.light') : t('theme.dark'),
      title: theme.value === 'dark' ? t('theme.light') : t('theme.dark'),
    }),
    h('span', { class: 'user', title: t('role.' + state.session.role) }, state.session.name + ' · ' + t('role.' + state.session.role)),
    button(t('logout'), () => attempt(logOut), { class: 'quiet' }),
  ]);
}

const lostBar = now => live.status === 'lost'
  ? h('div', { class: 'lost', role: 'alert' }, t('live.lost', { age: duration(Math.max(0, Math.floor((now - live.since) / 1000) * 1000)) }))
  : null;

export const Shell = {
  setup() {
    const search = ref('');
    const searchBox = ref(null);
    const now = ref(Date.now());
    let first = '';
    const onKey = event => {
      const typing = event.target.closest('input, textarea, select, dialog');
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !state.session.loggedIn) {
        return;
      }
      if (event.key === '/') {
        event.preventDefault();
        searchBox.value?.focus();
      } else if (event.key === '?') {
        shortcuts();
      } else if (first === 'g') {
        const way = { o: 'overview', j: 'jobs', s: 'servers', h: 'history' }[event.key];
        if (way) {
          go([way]);
        }
      }
      first = event.key;
    };
    let tick;
    onMounted(() => {
      addEventListener('keydown', onKey);
      tick = setInterval(() => { now.value = Date.now(); }, 1000);
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
        return [h(Login), h(Messages)];
      }
      return [
        h('a', { class: 'skip', href: '#page', onClick: event => { event.preventDefault(); document.getElementById('page')?.focus(); } }, t('skip')),
        topBar(search, searchBox),
        live.status === 'lost' ? h(LostBar, { now: now.value }) : null,
        h('div', { class: 'below' }, [
          rail(),
          h('main', { id: 'page', tabindex: -1 },
            state.registry || route.parts[0] === 'settings' ? page() : noRegistry()),
        ]),
        h(Messages), h(Question),
      ];
    };
  },
};

const LostBar = { props: ['now'], setup: props => () => lostBar(props.now) };

const noRegistry = () => h('div', { class: 'empty' }, [
  h('h1', t('noRegistry')),
  h('p', can('ADMIN') ? t('noRegistry.admin') : t('noRegistry.guest')),
  can('ADMIN') ? h('a', { class: 'button primary', href: href(['settings', 'registries']) }, t('registry.add')) : null,
]);
