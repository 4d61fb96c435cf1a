/** Requests to the console's own server. */
import { reactive } from './vue.js';

class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.type = (body.type || '').replace('urn:elasticjob:problem:', '');
    this.findings = body.problems || [];
  }
}

const ROOT = '/api/v1';
/** Deadline of a request. The server responds earlier even if the registry does not. */
const LIMIT_MILLIS = 20000;
const MOST_REMEMBERED = 200;
const OUTAGES = ['unreachable', 'registry-unreachable', 'history-unreachable'];

/** Time at which data of each kind was last received. */
export const received = reactive({ registry: Date.now(), history: Date.now() });

const remembered = new Map();

function remember(address, value) {
  remembered.delete(address);
  remembered.set(address, value);
  if (remembered.size > MOST_REMEMBERED) {
    remembered.delete(remembered.keys().next().value);
  }
}

function note(address, value) {
  const kind = address.startsWith('/registries/')
    ? 'registry'
    : address.startsWith('/data-sources/')
      ? 'history'
      : null;
  if (kind) {
    received[kind] = Date.now();
    remember(address, value);
  }
}
let onLoggedOut = () => {};

/** @param callback called when the server reports that no user is logged in */
export function whenLoggedOut(callback) {
  onLoggedOut = callback;
}

function csrfToken() {
  const found = document.cookie.split('; ').find(each => each.startsWith('XSRF-TOKEN='));
  return found ? decodeURIComponent(found.substring('XSRF-TOKEN='.length)) : null;
}

export function query(parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters || {})) {
    if (value !== undefined && value !== null && value !== '') {
      search.set(name, value);
    }
  }
  const text = search.toString();
  return text ? '?' + text : '';
}

/** Returns a path of the given parts, each encoded. */
export function path(...parts) {
  return parts.map(part => '/' + encodeURIComponent(part)).join('');
}

const changes = new Set();

/** Resolves when no changing request is in flight. A password change, for example, also changes the session. */
export const changesSettled = () => Promise.allSettled([...changes]);

function send(method, ...rest) {
  const sent = sendNow(method, ...rest);
  if (method !== 'GET') {
    changes.add(sent);
    const forget = () => changes.delete(sent);
    sent.then(forget, forget);
  }
  return sent;
}

async function sendNow(method, address, body, headers = {}, limit = LIMIT_MILLIS) {
  const options = {
    method,
    headers: { Accept: 'application/json, text/plain', ...headers },
    cache: 'no-store',
    signal: AbortSignal.timeout(limit),
  };
  if (method !== 'GET') {
    if (!csrfToken()) {
      await fetch(ROOT + '/session', { cache: 'no-store' });
    }
    options.headers['X-XSRF-TOKEN'] = csrfToken() || '';
  }
  if (body !== undefined) {
    options.headers['Content-Type'] = 'application/json';
    options.body = JSON.stringify(body);
  }
  let response;
  let text;
  try {
    response = await fetch(ROOT + address, options);
    text = await response.text();
  } catch (unreachable) {
    throw new Problem(0, { type: 'unreachable', detail: String(unreachable.message || unreachable) });
  }
  const isJson = (response.headers.get('Content-Type') || '').includes('json');
  if (!response.ok) {
    const problem = new Problem(response.status, isJson && text ? JSON.parse(text) : { detail: text });
    if (response.status === 401 && problem.type === 'login-needed') {
      onLoggedOut();
    }
    throw problem;
  }
  return { value: isJson && text ? JSON.parse(text) : text, etag: response.headers.get('ETag') };
}

/** Sends a GET request. During an outage the thrown problem contains the last value received from the same address, if any. */
export async function get(address, parameters) {
  const whole = address + query(parameters);
  try {
    const { value } = await send('GET', whole);
    note(whole, value);
    return value;
  } catch (problem) {
    problem.lastKnown = OUTAGES.includes(problem.type) ? remembered.get(whole) : undefined;
    throw problem;
  }
}
export const getTagged = address => send('GET', address);
export const post = async (address, body, limit) => (await send('POST', address, body, {}, limit)).value;
export const put = async (address, body, etag) =>
  (await send('PUT', address, body, etag ? { 'If-Match': etag } : {})).value;
export const patch = async (address, body, etag) => (await send('PATCH', address, body, { 'If-Match': etag })).value;
export const remove = async address => (await send('DELETE', address)).value;
