/** Building blocks of pages, based on Bootstrap: badges, tables, pagers, messages, dialogs. */
import { h, reactive, ref, onMounted, onBeforeUnmount } from './vue.js';
import { t } from './i18n.js';
import { time, exact } from './format.js';
import { change, route } from './router.js';
import { problemTitle } from './problems.js';
import { Modal } from './bootstrap.js';
import { isOutdated } from './live.js';

const ICONS = {
  OK: 'check-circle-fill', FAILING: 'x-octagon-fill', ITEMS_DISABLED: 'pause-circle-fill', REJECTED: 'x-octagon-fill', UNKNOWN: 'question-circle-fill', SUCCESS: 'check-lg', DONE: 'check-lg', PENDING: 'circle', RUNNING: 'play-fill', STARTED: 'play-fill',
  FAILURE: 'x-lg', FAILED: 'x-lg', CRASHED: 'x-octagon-fill', DISABLED: 'pause-fill', SHARDING_FLAG: 'diamond-fill',
  ABANDONED: 'arrow-90deg-right', CONNECTED: 'check-circle-fill', DISCONNECTED: 'circle', MISFIRE: 'triangle-fill', FAILOVER: 'arrow-left-right',
  OVERDUE: 'alarm-fill', STALE: 'moon-fill', TASK_STAGING: 'circle', TASK_RUNNING: 'play-fill', TASK_FINISHED: 'check-lg', TASK_FAILED: 'x-lg', TASK_ERROR: 'x-lg',
};

export const icon = (name, extra = '') => h('i', { class: ['bi', 'bi-' + name, extra], 'aria-hidden': 'true' });

/** Task states look like the corresponding run states. */
const TASKS = { TASK_STAGING: 'pending', TASK_RUNNING: 'running', TASK_FINISHED: 'success', TASK_FAILED: 'failure', TASK_ERROR: 'failure' };
const lookOf = status => TASKS[status] || String(status).toLowerCase().replaceAll('_', '-');

/** Displays a state by colour, shape and label. */
export const badge = (status, extra) =>
  h('span', { class: ['state', 'is-' + lookOf(status)] }, [
    icon(ICONS[status] || 'dot'), t('status.' + status), extra ? ' ' + extra : '',
  ]);

export const moment = (instant, timeZone) =>
  h('time', { datetime: instant || undefined, title: exact(instant, timeZone) }, time(instant));

const KINDS = {
  primary: 'btn-primary', danger: 'btn-outline-danger', quiet: 'btn-quiet', link: 'btn-link p-0 text-start', chip: 'btn-outline-secondary chip',
};

export const button = (label, onClick, { class: kind, ...extra } = {}) =>
  h('button', { type: 'button', ...extra, class: ['btn btn-sm', KINDS[kind] || ['btn-outline-secondary', kind]], onClick }, label);

export const submit = (label, { class: kind = 'primary', ...extra } = {}) =>
  h('button', { type: 'submit', ...extra, class: ['btn btn-sm', KINDS[kind]] }, label);

export const linkButton = (label, address, kind) => h('a', { class: ['btn btn-sm', KINDS[kind] || 'btn-outline-secondary'], href: address }, label);

export const field = (label, control, help) =>
  h('label', { class: 'field' }, [h('span', { class: 'form-label' }, label), control, help ? h('small', { class: 'form-text' }, help) : null]);

export const input = (model, key, extra = {}) =>
  h('input', { class: 'form-control form-control-sm', ...extra, value: model[key], onInput: event => { model[key] = event.target.value; } });

export const select = (value, options, onChange, { class: more, ...extra } = {}) =>
  h('select', { ...extra, class: ['form-select form-select-sm', more], value, onChange: event => onChange(event.target.value) },
    options.map(([each, label]) => h('option', { value: each, selected: each === value }, label)));

export const checkbox = (checked, onChange, extra = {}) =>
  h('input', { ...extra, type: 'checkbox', class: 'form-check-input', checked, onChange: event => onChange(event.target.checked) });

const TYPING_MILLIS = 200;

/** A search field that searches when the user stops typing. */
export const SearchField = {
  props: ['value', 'label'],
  emits: ['search'],
  setup(props, { emit }) {
    let resting = null;
    const soon = event => {
      clearTimeout(resting);
      resting = setTimeout(() => emit('search', event.target.value.trim()), TYPING_MILLIS);
    };
    onBeforeUnmount(() => clearTimeout(resting));
    return () => h('div', { class: 'input-group input-group-sm search-field' }, [
      h('span', { class: 'input-group-text' }, icon('search')),
      h('input', { type: 'search', class: 'form-control', value: props.value || '', placeholder: props.label, 'aria-label': props.label, onInput: soon }),
    ]);
  },
};

/** Displays an error with its cause and remedy. */
export const problemBox = problem =>
  problem
    ? h('div', { class: 'alert alert-danger problem', role: 'alert' }, [
      icon('exclamation-octagon-fill'), h('div', [h('strong', problemTitle(problem)), ' ', problem.message]),
    ])
    : null;

export const note = (text, kind = 'warning') => h('div', { class: ['alert', 'alert-' + kind], role: 'status' }, [
  icon(kind === 'success' ? 'check-circle-fill' : 'exclamation-triangle-fill'), h('div', text),
]);

export const empty = (title, hint, more, picture = 'inbox') =>
  h('div', { class: 'empty' }, [icon(picture), h('p', { class: 'empty-title' }, title), hint ? h('p', hint) : null, more || null]);

export const skeleton = (rows = 5) =>
  h('div', { class: 'skeleton placeholder-glow', 'aria-label': t('loading') }, Array.from({ length: rows }, (_, at) =>
    h('span', { class: 'placeholder col-' + [12, 10, 11, 8][at % 4] })));

/** A card with a heading and content. */
export const card = (title, content, { aside, flush, picture } = {}) =>
  h('section', { class: ['card', { flush }] }, [
    title ? h('div', { class: 'card-header' }, [h('h2', [picture ? icon(picture) : null, title]), aside || null]) : null,
    h('div', { class: 'card-body' }, content),
  ]);

export const facts = pairs => h('dl', { class: 'facts' }, pairs.filter(Boolean).map(([name, value, extra]) =>
  h('div', { key: name }, [h('dt', name), h('dd', extra || {}, value)])));

/** A table that scrolls horizontally if it is too wide. */
export const table = (columns, rows, caption) =>
  h('div', { class: 'table-responsive', tabindex: 0, role: 'region', 'aria-label': caption }, [
    h('table', { class: 'table table-hover' }, [
      h('caption', { class: 'visually-hidden' }, caption),
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
    [column.label, icon(order === 'ascending' ? 'caret-up-fill' : order === 'descending' ? 'caret-down-fill' : 'chevron-expand')]);
}

/** Returns the first and the last page, and those around the current one. */
function pagesShown(page, last) {
  const shown = [...new Set([0, page - 1, page, page + 1, last])].filter(each => each >= 0 && each <= last).sort((a, b) => a - b);
  return shown.flatMap((each, at) => (at && each - shown[at - 1] > 1 ? ['…', each] : [each]));
}

export function pager(page, size, total) {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const to = target => change({ page: target || '' });
  const step = (label, target, disabled, extra = {}) => h('li', { class: ['page-item', { disabled, active: extra['aria-current'] }] },
    h('button', { type: 'button', class: 'page-link', disabled, ...extra, onClick: () => to(target) }, label));
  return h('nav', { class: 'pager', 'aria-label': t('pages') }, [
    h('span', t('page.range', {
      from: total ? page * size + 1 : 0, to: Math.min(total, (page + 1) * size), total,
    })),
    last > 0 ? h('ul', { class: 'pagination pagination-sm' }, [
      step(icon('chevron-left'), page - 1, page === 0, { 'aria-label': t('page.previous') }),
      ...pagesShown(page, last).map(each => (each === '…' ? h('li', { class: 'page-item disabled' }, h('span', { class: 'page-link' }, '…'))
        : step(each + 1, each, false, each === page ? { 'aria-current': 'page' } : {}))),
      step(icon('chevron-right'), page + 1, page >= last, { 'aria-label': t('page.next') }),
    ]) : null,
  ]);
}

/** Tabs, which are links: each tab has its own address. */
export const tabs = (label, all, kind = 'nav-underline') =>
  h('nav', { class: ['nav tabs', kind], 'aria-label': label }, all.map(tab =>
    h('a', { class: ['nav-link', { active: tab.current }], href: tab.href, 'aria-current': tab.current ? 'page' : undefined },
      [tab.icon ? icon(tab.icon) : null, tab.label])));

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
  render: () => h('div', { class: 'toast-container messages', role: 'status', 'aria-live': 'polite' }, messages.map(each =>
    h('div', { key: each.id, class: ['toast show', 'is-' + each.kind] }, h('div', { class: 'd-flex' }, [
      h('div', { class: 'toast-body' }, [
        icon(each.kind === 'done' ? 'check-circle-fill' : 'exclamation-octagon-fill'), h('span', each.text),
        each.link ? h('a', { href: each.link.href }, each.link.label) : null,
      ]),
      h('button', { type: 'button', class: 'btn-close', 'aria-label': t('dismiss'), onClick: () => dismiss(each.id) }),
    ])))),
};

/** Runs an action and displays its outcome. Returns true if it succeeded. */
export async function attempt(action, done, options) {
  try {
    await action();
    if (done) {
      say(done, options);
    }
    return true;
  } catch (problem) {
    say(problemTitle(problem) + ' ' + problem.message, { kind: 'failed' });
    return false;
  }
}

// ---- dialogs ----

const question = reactive({ open: false, title: '', body: [], confirm: '', typed: '', required: '', danger: false, alone: false, answer: null });

/**
 * Opens a confirmation dialog.
 *
 * @param body sentences or nodes that describe the effect, or a function that returns them and is called on every change
 * @param required text that the user has to type first
 * @param alone whether the dialog has no cancel button
 * @param action runs on confirmation; if it throws, the dialog stays open and displays the problem
 */
export function ask({ title, body, confirm, required = '', danger = false, alone = false, wide = false, action = null }) {
  return new Promise(answer => {
    Object.assign(question, { open: true, title, body, confirm, required, danger, alone, wide, action, typed: '', problem: null, busy: false, answer });
  });
}

export const Question = {
  setup: () => () => (question.open ? h(OpenQuestion) : null),
};

const OpenQuestion = {
  setup() {
    const element = ref(null);
    let modal = null;
    let confirmed = false;
    const asker = document.activeElement;
    onMounted(() => {
      modal = new Modal(element.value);
      element.value.addEventListener('shown.bs.modal', () =>
        (element.value.querySelector('.modal-body input, .modal-body textarea') || element.value.querySelector('[type=submit]:enabled')
          || element.value.querySelector('button')).focus());
      element.value.addEventListener('hidden.bs.modal', () => {
        question.open = false;
        question.answer(confirmed);
        asker?.focus?.();
      });
      modal.show();
    });
    onBeforeUnmount(() => modal.dispose());
    const confirm = async event => {
      event.preventDefault();
      try {
        question.busy = true;
        question.problem = null;
        await question.action?.();
        confirmed = true;
        modal.hide();
      } catch (problem) {
        question.problem = problem;
      } finally {
        question.busy = false;
      }
    };
    const content = () => [].concat(typeof question.body === 'function' ? question.body() : question.body)
      .map(each => (typeof each === 'string' ? h('p', each) : each));
    return () => h('div', { ref: element, class: 'modal fade', tabindex: -1, role: 'dialog', 'aria-labelledby': 'question-title' },
      h('div', { class: ['modal-dialog modal-dialog-scrollable', { 'modal-lg': question.wide }] }, h('form', { class: 'modal-content', onSubmit: confirm }, [
        h('div', { class: 'modal-header' }, [
          h('h2', { id: 'question-title', class: 'modal-title' }, [question.danger ? icon('exclamation-triangle-fill', 'wrong') : null, question.title]),
          h('button', { type: 'button', class: 'btn-close', 'aria-label': t('close'), onClick: () => modal.hide() }),
        ]),
        h('div', { class: 'modal-body' }, [
          problemBox(question.problem),
          ...content(),
          question.required
            ? field(t('ask.type', { text: question.required }), input(question, 'typed', { autocomplete: 'off' }))
            : null,
        ]),
        h('div', { class: 'modal-footer' }, [
          question.alone ? null : button(t('cancel'), () => modal.hide()),
          h('button', {
            type: 'submit', class: ['btn btn-sm', question.danger ? 'btn-danger' : 'btn-primary'],
            disabled: question.busy || !question.alone && isOutdated() || question.required !== '' && question.typed !== question.required,
          }, question.confirm),
        ]),
      ])));
  },
};
