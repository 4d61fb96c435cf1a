/** Routes. The address contains the complete state of a view, so a link displays the same view to other users. */
import { reactive } from './vue.js';

export const route = reactive({ parts: [], query: {} });

/** Decodes a part of an address, which may contain percent signs that are not part of an encoding. */
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

export function navigate(parts, parameters) {
  location.hash = href(parts, parameters);
}

/** Changes parameters of the address. Changes made while typing do not add an entry to the browser history. */
export function changeQuery(parameters, { step = true } = {}) {
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
