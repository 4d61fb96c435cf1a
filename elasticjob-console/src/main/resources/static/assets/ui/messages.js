/** Messages about the outcome of operations. */
import { h, reactive } from '../lib/vue.js';
import { t } from '../lib/i18n.js';
import { problemTitle } from '../lib/problems.js';
import { icon } from './elements.js';

const messages = reactive([]);
let nextId = 0;

export function showMessage(text, { kind = 'done', link } = {}) {
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
  render: () =>
    h(
      'div',
      { 'class': 'toast-container messages', 'role': 'status', 'aria-live': 'polite' },
      messages.map(each =>
        h(
          'div',
          { key: each.id, class: ['toast show', 'is-' + each.kind] },
          h('div', { class: 'd-flex' }, [
            h('div', { class: 'toast-body' }, [
              icon(each.kind === 'done' ? 'check-circle-fill' : 'exclamation-octagon-fill'),
              h('span', each.text),
              each.link ? h('a', { href: each.link.href }, each.link.label) : null,
            ]),
            h('button', {
              'type': 'button',
              'class': 'btn-close',
              'aria-label': t('dismiss'),
              'onClick': () => dismiss(each.id),
            }),
          ]),
        ),
      ),
    ),
};

/** Runs an action and displays its outcome. Returns true if it succeeded. */
export async function attempt(action, done, options) {
  try {
    await action();
    if (done) {
      showMessage(done, options);
    }
    return true;
  } catch (problem) {
    showMessage(problemTitle(problem) + ' ' + problem.message, { kind: 'failed' });
    return false;
  }
}
