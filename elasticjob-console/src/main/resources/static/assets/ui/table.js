/** Tables that can be sorted, and their pagers. */
import { h } from '../lib/vue.js';
import { t } from '../lib/i18n.js';
import { changeQuery, route } from '../lib/routes.js';
import { icon } from './elements.js';

/** A table that scrolls horizontally if it is too wide. */
export const table = (columns, rows, caption) =>
  h('div', { 'class': 'table-responsive', 'tabindex': 0, 'role': 'region', 'aria-label': caption }, [
    h('table', { class: 'table table-hover' }, [
      h('caption', { class: 'visually-hidden' }, caption),
      h(
        'thead',
        h(
          'tr',
          columns.map(column =>
            h('th', { 'scope': 'col', 'class': column.class, 'aria-sort': ariaSort(column) }, heading(column)),
          ),
        ),
      ),
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
  return h('button', { type: 'button', class: 'sort', onClick: () => changeQuery({ sort: next, page: '' }) }, [
    column.label,
    icon(order === 'ascending' ? 'caret-up-fill' : order === 'descending' ? 'caret-down-fill' : 'chevron-expand'),
  ]);
}

/** Returns the first and the last page, and those around the current one. */
function pagesShown(page, last) {
  const shown = [...new Set([0, page - 1, page, page + 1, last])]
    .filter(each => each >= 0 && each <= last)
    .sort((a, b) => a - b);
  return shown.flatMap((each, at) => (at && each - shown[at - 1] > 1 ? ['…', each] : [each]));
}

export function pager(page, size, total) {
  const last = Math.max(0, Math.ceil(total / size) - 1);
  const to = target => changeQuery({ page: target || '' });
  const step = (label, target, disabled, extra = {}) =>
    h(
      'li',
      { class: ['page-item', { disabled, active: extra['aria-current'] }] },
      h('button', { type: 'button', class: 'page-link', disabled, ...extra, onClick: () => to(target) }, label),
    );
  return h('nav', { 'class': 'pager', 'aria-label': t('pages') }, [
    h(
      'span',
      t('page.range', {
        from: total ? page * size + 1 : 0,
        to: Math.min(total, (page + 1) * size),
        total,
      }),
    ),
    last > 0
      ? h('ul', { class: 'pagination pagination-sm' }, [
          step(icon('chevron-left'), page - 1, page === 0, { 'aria-label': t('page.previous') }),
          ...pagesShown(page, last).map(each =>
            each === '…'
              ? h('li', { class: 'page-item disabled' }, h('span', { class: 'page-link' }, '…'))
              : step(each + 1, each, false, each === page ? { 'aria-current': 'page' } : {}),
          ),
          step(icon('chevron-right'), page + 1, page >= last, { 'aria-label': t('page.next') }),
        ])
      : null,
  ]);
}
