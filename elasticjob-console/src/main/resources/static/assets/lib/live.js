/** Live updates from the server: changed jobs, and heartbeats with the state of the registry and the history database. */
import { onUnmounted, reactive, watch } from './vue.js';
import { changesSettled, get, query } from './api.js';
import { route } from './routes.js';
import { registryPath, sessionEnded, state } from './state.js';

/**
 * status: off, connecting, on, or lost when heartbeats stopped.
 * registry and history: the last heartbeat's { name, state, problem }.
 */
export const live = reactive({ status: 'off', paused: false, registry: null, history: null });

const RETRY_MILLIS = 3000;
const WATCHDOG_MILLIS = 1000;
/** Two heartbeat intervals and a margin. */
const SILENCE_MILLIS = 11000;
const listeners = new Set();
let source = null;
let retry = null;
let heardAt = 0;

function notify(jobs) {
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
  if (live.status === 'off') {
    live.status = 'connecting';
  }
  heardAt = Date.now();
  const mine = new EventSource('/api/v1' + registryPath.value + '/events' + query({ dataSource: state.dataSource }));
  source = mine;
  mine.addEventListener('heartbeat', event => {
    if (source === mine) {
      hear(JSON.parse(event.data));
    }
  });
  mine.addEventListener('changed', event => {
    if (source === mine && !isDown(live.registry)) {
      notify(JSON.parse(event.data).jobs);
    }
  });
  mine.onerror = () => {
    if (source === mine) {
      lose();
      checkSession();
      if (mine.readyState === EventSource.CLOSED) {
        retry = setTimeout(open, RETRY_MILLIS);
      }
    }
  };
}

function hear(heartbeat) {
  const isBack =
    live.status === 'lost' ||
    (isDown(live.registry) && !isDown(heartbeat.registry)) ||
    (isDown(live.history) && !isDown(heartbeat.history));
  heardAt = Date.now();
  live.status = 'on';
  live.registry = heartbeat.registry;
  live.history = heartbeat.history || null;
  if (isBack) {
    notify([]);
  }
}

function lose() {
  live.status = 'lost';
}

/** Asks the server whether the session has ended: this also ends the stream, but the browser does not report the reason. */
async function checkSession() {
  await changesSettled();
  const session = await get('/session').catch(() => null);
  if (session && !session.loggedIn) {
    sessionEnded();
  }
}

setInterval(() => {
  if (source && Date.now() - heardAt > SILENCE_MILLIS) {
    lose();
    open();
  }
}, WATCHDOG_MILLIS);

watch(
  () => [state.session.loggedIn, state.registry, state.dataSource],
  () => {
    live.status = 'off';
    live.registry = null;
    live.history = null;
    open();
  },
);

export function startLive() {
  open();
}

const isDown = place => place?.state === 'UNREACHABLE';

export const isRegistryDown = () => isDown(live.registry);
export const isHistoryDown = () => isDown(live.history);

/** Returns whether the values of the current page may have changed since they were received. */
export function isOutdated() {
  const page = route.parts[0] || 'overview';
  return live.status === 'lost' || (page !== 'settings' && (page === 'history' ? isHistoryDown() : isRegistryDown()));
}

/**
 * Reads again after changes, never concurrently, and less often if reading takes longer.
 *
 * @param concerns predicate on the names of changed jobs that returns whether to read again, by default always; no names mean
 *     that any job may have changed
 */
export function useLiveUpdates(read, concerns) {
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
      pause = setTimeout(
        () => {
          running = false;
          if (wanted) {
            run();
          }
        },
        Math.min(30000, Math.max(300, 3 * (Date.now() - begun))),
      );
    }
  };
  const listener = jobs => {
    if (!live.paused && (jobs.length === 0 || !concerns || concerns(jobs))) {
      run();
    }
  };
  listeners.add(listener);
  const tick = setInterval(() => isOutdated() || listener([]), 30000);
  const unpaused = watch(
    () => live.paused,
    paused => paused || listener([]),
  );
  onUnmounted(() => {
    ended = true;
    listeners.delete(listener);
    clearInterval(tick);
    clearTimeout(pause);
    unpaused();
  });
}
