/** Building blocks of pages, based on Bootstrap: badges, buttons, fields, cards. */
import { h, onBeforeUnmount } from '../lib/vue.js';
import { exact, time } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { problemTitle } from '../lib/problems.js';

const ICONS = {
  OK: 'check-circle-fill',
  FAILING: 'x-octagon-fill',
  ITEMS_DISABLED: 'pause-circle-fill',
  REJECTED: 'x-octagon-fill',
  UNKNOWN: 'question-circle-fill',
  SUCCESS: 'check-lg',
  DONE: 'check-lg',
  PENDING: 'circle',
  RUNNING: 'play-fill',
  STARTED: 'play-fill',
  FAILURE: 'x-lg',
  FAILED: 'x-lg',
  CRASHED: 'x-octagon-fill',
  DISABLED: 'pause-fill',
  SHARDING_FLAG: 'diamond-fill',
  ABANDONED: 'arrow-90deg-right',
  CONNECTED: 'check-circle-fill',
  DISCONNECTED: 'circle',
  MISFIRE: 'triangle-fill',
  FAILOVER: 'arrow-left-right',
  OVERDUE: 'alarm-fill',
  STALE: 'moon-fill',
  TASK_STAGING: 'circle',
  TASK_RUNNING: 'play-fill',
  TASK_FINISHED: 'check-lg',
  TASK_FAILED: 'x-lg',
  TASK_ERROR: 'x-lg',
};

export const icon = (name, extra = '') => h('i', { 'class': ['bi', 'bi-' + name, extra], 'aria-hidden': 'true' });

/** Task states look like the corresponding run states. */
const TASKS = {
  TASK_STAGING: 'pending',
  TASK_RUNNING: 'running',
  TASK_FINISHED: 'success',
  TASK_FAILED: 'failure',
  TASK_ERROR: 'failure',
};
const lookOf = status => TASKS[status] || String(status).toLowerCase().replaceAll('_', '-');

/** Displays a state by colour, shape and label. */
export const badge = (status, extra) =>
  h('span', { class: ['state', 'is-' + lookOf(status)] }, [
    icon(ICONS[status] || 'dot'),
    t('status.' + status),
    extra ? ' ' + extra : '',
  ]);

export const moment = (instant, timeZone) =>
  h('time', { datetime: instant || undefined, title: exact(instant, timeZone) }, time(instant));

const KINDS = {
  primary: 'btn-primary',
  danger: 'btn-outline-danger',
  quiet: 'btn-quiet',
  link: 'btn-link p-0 text-start',
  chip: 'btn-outline-secondary chip',
};

export const button = (label, onClick, { class: kind, ...extra } = {}) =>
  h(
    'button',
    { type: 'button', ...extra, class: ['btn btn-sm', KINDS[kind] || ['btn-outline-secondary', kind]], onClick },
    label,
  );

export const submit = (label, { class: kind = 'primary', ...extra } = {}) =>
  h('button', { type: 'submit', ...extra, class: ['btn btn-sm', KINDS[kind]] }, label);

export const linkButton = (label, address, kind) =>
  h('a', { class: ['btn btn-sm', KINDS[kind] || 'btn-outline-secondary'], href: address }, label);

export const field = (label, control, help) =>
  h('label', { class: 'field' }, [
    h('span', { class: 'form-label' }, label),
    control,
    help ? h('small', { class: 'form-text' }, help) : null,
  ]);

export const input = (model, key, extra = {}) =>
  h('input', {
    class: 'form-control form-control-sm',
    ...extra,
    value: model[key],
    onInput: event => {
      model[key] = event.target.value;
    },
  });

export const select = (value, options, onChange, { class: more, ...extra } = {}) =>
  h(
    'select',
    { ...extra, class: ['form-select form-select-sm', more], value, onChange: event => onChange(event.target.value) },
    options.map(([each, label]) => h('option', { value: each, selected: each === value }, label)),
  );

export const checkbox = (checked, onChange, extra = {}) =>
  h('input', {
    ...extra,
    type: 'checkbox',
    class: 'form-check-input',
    checked,
    onChange: event => onChange(event.target.checked),
  });

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
    return () =>
      h('div', { class: 'input-group input-group-sm search-field' }, [
        h('span', { class: 'input-group-text' }, icon('search')),
        h('input', {
          'type': 'search',
          'class': 'form-control',
          'value': props.value || '',
          'placeholder': props.label,
          'aria-label': props.label,
          'onInput': soon,
        }),
      ]);
  },
};

/** Displays an error with its cause and remedy. */
export const problemBox = problem =>
  problem
    ? h('div', { class: 'alert alert-danger problem', role: 'alert' }, [
        icon('exclamation-octagon-fill'),
        h('div', [h('strong', problemTitle(problem)), ' ', problem.message]),
      ])
    : null;

export const note = (text, kind = 'warning') =>
  h('div', { class: ['alert', 'alert-' + kind], role: 'status' }, [
    icon(kind === 'success' ? 'check-circle-fill' : 'exclamation-triangle-fill'),
    h('div', text),
  ]);

export const empty = (title, hint, more, picture = 'inbox') =>
  h('div', { class: 'empty' }, [
    icon(picture),
    h('p', { class: 'empty-title' }, title),
    hint ? h('p', hint) : null,
    more || null,
  ]);

export const skeleton = (rows = 5) =>
  h(
    'div',
    { 'class': 'skeleton placeholder-glow', 'aria-label': t('loading') },
    Array.from({ length: rows }, (_, at) => h('span', { class: 'placeholder col-' + [12, 10, 11, 8][at % 4] })),
  );

/** A card with a heading and content. */
export const card = (title, content, { aside, flush, picture } = {}) =>
  h('section', { class: ['card', { flush }] }, [
    title
      ? h('div', { class: 'card-header' }, [h('h2', [picture ? icon(picture) : null, title]), aside || null])
      : null,
    h('div', { class: 'card-body' }, content),
  ]);

export const facts = pairs =>
  h(
    'dl',
    { class: 'facts' },
    pairs
      .filter(Boolean)
      .map(([name, value, extra]) => h('div', { key: name }, [h('dt', name), h('dd', extra || {}, value)])),
  );

/** Tabs, which are links: each tab has its own address. */
export const tabs = (label, all, kind = 'nav-underline') =>
  h(
    'nav',
    { 'class': ['nav tabs', kind], 'aria-label': label },
    all.map(tab =>
      h(
        'a',
        {
          'class': ['nav-link', { active: tab.current }],
          'href': tab.href,
          'aria-current': tab.current ? 'page' : undefined,
        },
        [tab.icon ? icon(tab.icon) : null, tab.label],
      ),
    ),
  );
