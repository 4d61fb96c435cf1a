/** What changes in the registry, as the server tells it, and whether it still does. */
import { reactive, watch, onUnmounted } from './vue.js';
import { state, registryPath } from './state.js';

export const live = reactive({ status: 'off', since: Date.now(), paused: false });

const RETRY_MILLIS = 3000;
const listeners = new Set();
let source = null;
let retry = null;

function tell(jobs) {
  listeners.forEach(each => each(jobs));
}

function close() {
  clearTimeout(retry);
  if (source) {
    source.close();
    source = null;
  }
}

function open() {
  close();
  if (!state.session.loggedIn || !state.registry) {
    live.status = 'off';
    return;
  }
  const mine = new EventSource('/api/v1' + registryPath.value + '/events');
  source = mine;
  mine.onopen = () => {
    const again = live.status === 'lost';
    live.status = 'on';
    live.since = Date.now();
    if (again) {
      tell([]);
    }
  };
  mine.addEventListener('changed', event => {
    live.since = Date.now();
    tell(JSON.parse(event.data).jobs);
  });
  mine.onerror = () => {
    if (live.status !== 'lost') {
      live.status = 'lost';
      live.since = Date.now();
    }
    if (mine.readyState === EventSource.CLOSED && source === mine) {
      retry = setTimeout(open, RETRY_MILLIS);
    }
  };
}

watch(() => [state.session.loggedIn, state.registry], open);

export function startLive() {
  open();
}

/**
 * Reads again when something changed, never twice at once, and the less often the longer reading takes.
 *
 * @param concerns given the jobs that changed, whether to read again; no jobs means anything
 */
export function useLive(read, concerns = () => true) {
  let running = false;
  let wanted = false;
  let ended = false;
  let pause = null;
  const run = async () => {
    if (running || ended) {
      wanted = true;
      return;
    }
    running = true;
    wanted = false;
    const begun = Date.now();
    try {
      await read();
    } finally {
      pause = setTimeout(() => {
        running = false;
        if (wanted) {
          run();
        }
      }, Math.min(30000, Math.max(300, 3 * (Date.now() - begun))));
    }
  };
  const listener = jobs => {
    if (!live.paused && (jobs.length === 0 || concerns(jobs))) {
      run();
    }
  };
  listeners.add(listener);
  const tick = setInterval(() => listener([]), 30000);
  const unpaused = watch(() => live.paused, paused => paused || listener([]));
  onUnmounted(() => {
    ended = true;
    listeners.delete(listener);
    clearInterval(tick);
    clearTimeout(pause);
    unpaused();
  });
}
