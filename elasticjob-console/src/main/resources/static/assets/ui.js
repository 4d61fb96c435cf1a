/** What pages are put together from: badges, tables, pagers, messages, questions. */
import { h, reactive, ref, onMounted, nextTick } from './vue.js';
import { t } from './i18n.js';
import { time, exact } from './format.js';
import { change, route } from './router.js';

const SHAPES = {
  OK: '●', SUCCESS: '✓', DONE: '✓', PENDING: '○', RUNNING: '▶', STARTED: '▶', FAILURE: '✕', FAILED: '✕', CRASHED: '✕',
  DISABLED: '‖', SHARDING_FLAG: '◆', ABANDONED: '↷', CONNECTED: '●', DISCONNECTED: '○', MISFIRE: '△', FAILOVER: '⇄',
};

/** A state by colour, shape and word. */
export const badge = (status, extra) =>
  h('span', { class: ['badge', 'is-' + String(status).toLowerCase().replaceAll('_', '-')] }, [
    h('span', { 'aria-hidden': 'true' }, SHAPES[status] || '•'), ' ', t('status.' + status), extra ? ' ' + extra : '',
  ]);

export const moment = (instant, timeZone) =>
  h('time', { datetime: instant || undefined, title: exact(instant, timeZone) }, time(instant));

export const button = (label, onClick, extra = {}) =>
  h('button', { type: 'button', ...extra, onClick }, label);

export const field = (label, control, help) =>
  h('label', { class: 'field' }, [h('span', { class: 'field-name' }, label), control, help ? h('small', help) : null]);

export const input = (model, key, extra = {}) =>
  h('input', { ...extra, value: model[key], onInput: event => { model[key] = event.target.value; } });

export const select = (value, options, onChange, extra = {}) =>
  h('select', { ...extra, value, onChange: event => onChange(event.target.value) },
    options.map(([each, label]) => h('option', { value: each, selected: each === value }, label)));

/** An error: what failed, and what to do. */
export const problemBox = problem =>
  problem
    ? h('div', { class: 'problem', role: 'alert' }, [
      h('strong', problem.status === 0 ? t('error.unreachable') : t('error.title')), ' ', problem.message,
    ])
    : null;

export const empty = (title, hint, more) =>
  h('div', { class: 'empty' }, [h('p', { class: 'empty-title' }, title), hint ? h('p', hint) : null, more || null]);

export const skeleton = (rows = 5) =>
  h('div', { class: 'skeleton', 'aria-label': t('loading') }, Array.from({ length: rows }, () => h('div')));

/** A table that scrolls within itself where it is too wide. */
export const table = (columns, rows, caption) =>
  h('div', { class: 'table-frame', tabindex: 0, role: 'region', 'aria-label': caption }, [
    h('table', [
      h('caption', { class: 'unseen' }, caption),
      h('thead', h('tr', columns.map(column =>
        h('th', { scope: 'col', class: column.class, 'aria-sort': ariaSort(column) }, heading(column))))),
      h('tbody', rows),
    ]),
  ]);

function ariaSort(column) {
  if (!column.sort) {
    return undefined;
  }
  const current = route.query.sort || column.first;
  return current === column.sort ? 'ascending' : current === '-' + column.sort ? 'descending' : 'none';
}

function heading(column) {
  if (!column.sort) {
    return column.content || column.label;
  }
  const order = ariaSort(column);
  const next = order === 'ascending' ? '-' + column.sort : column.sort;
  return h('button', { type: 'button', class: 'sort', onClick: () => change({ sort: next, page: '' }) },
    [column.label, h('span', { 'aria-hidden': 'true' }, order === 'ascending' ? ' ▲' : order === 'descending' ? ' ▼' : '')]);
}

export function pager(page, size, total) {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const to = target => change({ page: target || '' });
  return h('nav', { class: 'pager', 'aria-label': t('pages') }, [
    h('span', t('page.range', {
      from: total ? page * size + 1 : 0, to: Math.min(total, (page + 1) * size), total,
    })),
    last > 0 ? button('‹ ' + t('page.previous'), () => to(page - 1), { disabled: page === 0 }) : null,
    last > 0 ? button(t('page.next') + ' ›', () => to(page + 1), { disabled: page >= last }) : null,
  ]);
}

/** Tabs are links: each is an address. */
export const tabs = (label, all) =>
  h('nav', { class: 'tabs', 'aria-label': label }, all.map(tab =>
    h('a', { href: tab.href, 'aria-current': tab.current ? 'page' : undefined }, tab.label)));

// ---- messages ----

const messages = reactive([]);
let nextId = 0;

export function say(text, { kind = 'done', link } = {}) {
  const message = { id: nextId++, text, kind, link };
  messages.push(message);
  setTimeout(() => dismiss(message.id), kind === 'done' ? 8000 : 20000);
}

function dismiss(id) {
  const at = messages.findIndex(each => each.id === id);
  if (at >= 0) {
    messages.splice(at, 1);
  }
}

export const Messages = {
  render: () => h('div', { class: 'messages', role: 'status', 'aria-live': 'polite' }, messages.map(each =>
    h('div', { key: each.id, class: ['message', 'is-' + each.kind] }, [
      h('span', each.text),
      each.link ? h('a', { href: each.link.href }, each.link.label) : null,
      button('✕', () => dismiss(each.id), { 'aria-label': t('dismiss') }),
    ]))),
};

/** Does it, and tells what happened; true when it was done. */
export async function attempt(action, done, options) {
  try {
    await action();
    if (done) {
      say(done, options);
    }
    return true;
  } catch (problem) {
    say(problem.message, { kind: 'failed' });
    return false;
  }
}

// ---- questions ----

const question = reactive({ open: false, title: '', body: [], confirm: '', typed: '', required: '', danger: false, answer: null });

/**
 * Asks before something is done.
 *
 * @param body what it will do, in sentences or nodes
 * @param required a text that has to be typed first
 */
export function ask({ title, body, confirm, required = '', danger = false }) {
  return new Promise(answer => {
    Object.assign(question, { open: true, title, body: [].concat(body), confirm, required, danger, typed: '', answer });
  });
}

function close(answered) {
  question.open = false;
  question.answer(answered);
}

export const Question = {
  setup() {
    return () => (question.open ? h(OpenQuestion) : null);
  },
};

const OpenQuestion = {
  setup() {
    const dialog = ref(null);
    onMounted(async () => {
      const asked = document.activeElement;
      dialog.value.showModal();
      await nextTick();
      dialog.value.addEventListener('close', () => asked && asked.focus && asked.focus());
    });
    return () => h('dialog', {
      ref: dialog, 'aria-labelledby': 'question-title',
      onCancel: event => { event.preventDefault(); close(false); },
    }, h('form', {
      onSubmit: event => { event.preventDefault(); close(true); },
    }, [
      h('h2', { id: 'question-title' }, question.title),
      ...question.body.map(each => (typeof each === 'string' ? h('p', each) : each)),
      question.required
        ? field(t('ask.type', { text: question.required }), input(question, 'typed', { autocomplete: 'off' }))
        : null,
      h('div', { class: 'actions' }, [
        button(t('cancel'), () => close(false)),
        h('button', {
          type: 'submit', class: question.danger ? 'danger' : 'primary',
          disabled: question.required !== '' && question.typed !== question.required,
        }, question.confirm),
      ]),
    ]));
  },
};
