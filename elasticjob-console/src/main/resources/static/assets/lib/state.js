/** State shared by all pages: the user and the selected registry and history database. */
import { computed, reactive } from './vue.js';
import { get, path, post, remove, whenLoggedOut } from './api.js';

const RANK = { GUEST: 0, OPERATOR: 1, ADMIN: 2 };

export const state = reactive({
  ready: false,
  session: { loggedIn: false },
  /** Whether a session ended without a logout by the user. */
  ended: false,
  registries: [],
  registry: localStorage.getItem('registry') || '',
  dataSources: [],
  dataSource: localStorage.getItem('dataSource') || '',
});

export const can = role => state.session.loggedIn && RANK[state.session.role] >= RANK[role];

export const registryPath = computed(() => '/registries' + path(state.registry));
export const historyPath = computed(() => '/data-sources' + path(state.dataSource));

export function choose(kind, name) {
  state[kind] = name;
  localStorage.setItem(kind, name);
}

export async function loadConnections() {
  const [registries, dataSources] = await Promise.all([get('/registries'), get('/data-sources')]);
  state.registries = registries;
  state.dataSources = dataSources;
  if (!registries.some(each => each.name === state.registry)) {
    state.registry = registries.length ? registries[0].name : '';
  }
  if (!dataSources.some(each => each.name === state.dataSource)) {
    state.dataSource = dataSources.length ? dataSources[0].name : '';
  }
}

export async function loadSession() {
  state.session = await get('/session');
  if (state.session.loggedIn) {
    await loadConnections();
  }
  state.ready = true;
}

export async function logIn(username, password) {
  state.session = await post('/session', { username, password });
  state.ended = false;
  await loadConnections();
}

export async function logOut() {
  await remove('/session');
  state.session = { loggedIn: false };
}

/** Handles a session that the server no longer knows: it has expired, or the account was changed. */
export function sessionEnded() {
  state.ended = state.ended || state.session.loggedIn;
  state.session = { ...state.session, loggedIn: false };
}

whenLoggedOut(sessionEnded);
