/** The audit log. */
import { h, reactive, watch } from '../../lib/vue.js';
import { get } from '../../lib/api.js';
import { t } from '../../lib/i18n.js';
import { changeQuery, route } from '../../lib/routes.js';
import { button, empty, moment, problemBox, skeleton } from '../../ui/elements.js';
import { table } from '../../ui/table.js';

export const Audit = {
  setup() {
    const view = reactive({ page: null, problem: null });
    const read = async () => {
      try {
        const { user, action, page } = route.query;
        view.page = await get('/audit', { user, action, page: page || 0, size: 100 });
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
      }
    };
    watch(() => JSON.stringify(route.query), read, { immediate: true });
    const row = (each, at) =>
      h('tr', { key: each.at + at }, [
        h('td', moment(each.at)),
        h('th', { scope: 'row' }, each.user || '–'),
        h('td', each.role ? t('role.' + each.role) : '–'),
        h('td', { class: 'long' }, each.action),
        h('td', { class: ['number', { wrong: each.status >= 400 }] }, each.status || t('audit.noOutcome')),
        h(
          'td',
          { class: 'long' },
          Object.entries(each.details).map(([key, value]) => h('div', key + ': ' + value)),
        ),
        h('td', each.address),
      ]);
    return () =>
      h('section', [
        h(
          'div',
          { class: 'filters' },
          ['user', 'action'].map(each =>
            h('input', {
              'key': each,
              'class': 'form-control form-control-sm',
              'value': route.query[each] || '',
              'placeholder': t('audit.' + each),
              'aria-label': t('audit.' + each),
              'onChange': event => changeQuery({ [each]: event.target.value, page: '' }),
            }),
          ),
        ),
        problemBox(view.problem),
        !view.page
          ? skeleton(4)
          : view.page.entries.length === 0
            ? empty(t('audit.none'), t('audit.none.hint'), null, 'journal-text')
            : h('div', { class: 'card' }, [
                table(
                  [
                    { label: t('history.at') },
                    { label: t('audit.user') },
                    { label: t('role') },
                    { label: t('audit.action') },
                    { label: t('audit.status'), class: 'number' },
                    { label: t('audit.details') },
                    { label: t('audit.address') },
                  ],
                  view.page.entries.map(row),
                  t('settings.audit'),
                ),
                Number(route.query.page) > 0 || view.page.next
                  ? h('div', { class: 'pager' }, [
                      Number(route.query.page) > 0
                        ? button('‹ ' + t('page.previous'), () =>
                            changeQuery({ page: Number(route.query.page) - 1 || '' }),
                          )
                        : null,
                      view.page?.next
                        ? button(t('page.next') + ' ›', () => changeQuery({ page: view.page.next }))
                        : null,
                    ])
                  : null,
              ]),
      ]);
  },
};
