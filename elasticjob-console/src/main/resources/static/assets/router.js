/** Where one is: everything that a view shows is in its address, so that a link shows the same thing to others. */
import { reactive } from './vue.js';

export const route = reactive({ parts: [], query: {} });

/** An address may have percent signs that encode nothing. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (malformed) {
    return part;
  }
}

function read() {
  const [path, search] = location.hash.replace(/^#/, '').split('?');
  route.parts = path.split('/').filter(Boolean).map(decoded);
  route.query = Object.fromEntries(new URLSearchParams(search || ''));
}

export function href(parts, parameters) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters || {})) {
    if (value !== undefined && value !== null && value !== '' && value !== false) {
      search.set(name, value);
    }
  }
  const text = search.toString();
  return '#/' + parts.map(encodeURIComponent).join('/') + (text ? '?' + text : '');
}

export function go(parts, parameters) {
  location.hash = href(parts, parameters);
}

/** Changes some of the address's parameters; a change that one types is no step of its own for Back. */
export function change(parameters, { step = true } = {}) {
  const address = href(route.parts, { ...route.query, ...parameters });
  if (step) {
    location.hash = address;
  } else {
    history.replaceState(null, '', address);
    read();
  }
}

addEventListener('hashchange', read);
read();
