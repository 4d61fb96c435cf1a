/** Requests to the console's own server. */

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || String(status));
    this.status = status;
    this.type = (body.type || '').replace('urn:elasticjob:problem:', '');
    this.findings = body.problems || [];
  }
}

const ROOT = '/api/v1';
let onLoggedOut = () => {};

/** @param callback called when the server says that nobody is logged in */
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

/** Parts of a path, each encoded. */
export function path(...parts) {
  return parts.map(part => '/' + encodeURIComponent(part)).join('');
}

async function send(method, address, body, headers = {}) {
  const options = { method, headers: { Accept: 'application/json, text/plain', ...headers }, cache: 'no-store' };
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
  try {
    response = await fetch(ROOT + address, options);
  } catch (unreachable) {
    throw new Problem(0, { type: 'unreachable', detail: String(unreachable.message || unreachable) });
  }
  const text = await response.text();
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

export const get = async (address, parameters) => (await send('GET', address + query(parameters))).value;
export const getTagged = address => send('GET', address);
export const post = async (address, body) => (await send('POST', address, body)).value;
export const put = async (address, body, etag) => (await send('PUT', address, body, etag ? { 'If-Match': etag } : {})).value;
export const patch = async (address, body, etag) => (await send('PATCH', address, body, { 'If-Match': etag })).value;
export const remove = async address => (await send('DELETE', address)).value;
