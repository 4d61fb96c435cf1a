/**
 * The last runs of a job by item. The colour of a cell is the result, the bar above a run its duration. A cell links to the
 * run.
 */
import { computed, h, reactive, watch } from '../../lib/vue.js';
import { get } from '../../lib/api.js';
import { between, duration, exact, time } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { changeQuery, href, route } from '../../lib/routes.js';
import { lengthOf, resultOf } from '../../lib/runs.js';
import { historyPath, state } from '../../lib/state.js';
import { badge, button, card, empty, facts, icon, problemBox, skeleton } from '../../ui/elements.js';

const RUNS = 40;
const HIGHEST = 32;
const SHAPES = { SUCCESS: 'check-lg', FAILURE: 'x-lg', RUNNING: 'play-fill' };

export const RunGrid = {
  props: ['name', 'address', 'job', 'version'],
  setup(props) {
    const view = reactive({ runs: null, problem: null, cause: null });
    const read = async () => {
      if (!state.dataSource) {
        return;
      }
      try {
        view.runs = [...(await get(historyPath.value + '/grid', { job: props.name, runs: RUNS })).runs].reverse();
        view.problem = null;
      } catch (problem) {
        view.problem = problem;
        view.runs ??= problem.lastKnown ? [...problem.lastKnown.runs].reverse() : null;
      }
    };
    watch(() => [props.version, state.dataSource], read, { immediate: true });

    const chosen = computed(() => {
      for (const run of view.runs || []) {
        for (const [item, cell] of Object.entries(run.items)) {
          if (cell.id === route.query.run) {
            return { item, cell, run };
          }
        }
      }
      return null;
    });
    watch(
      () => chosen.value?.cell.id + ' ' + chosen.value?.cell.result,
      async () => {
        view.cause = null;
        const { cell, item } = chosen.value || {};
        if (cell?.result === 'FAILURE') {
          const page = await get(historyPath.value + '/executions', {
            job: props.name,
            item,
            from: cell.start,
            size: 20,
            sort: 'start_time',
          }).catch(() => ({ rows: [] }));
          view.cause = page.rows.find(each => each.id === cell.id)?.failureCause || null;
        }
      },
      { immediate: true },
    );

    const detail = ({ item, cell }) =>
      h('aside', { 'class': 'panel', 'aria-label': t('run') }, [
        h('h3', [t('run.of', { item, name: props.name }), ' ', badge(cell.result)]),
        facts([
          [t('run.start'), time(cell.start), { title: exact(cell.start) }],
          [t('run.end'), cell.end ? time(cell.end) : '–'],
          [t('run.duration'), between(cell.start, cell.end)],
          [t('server'), h('a', { href: href(['servers', cell.ip]) }, cell.ip)],
          [t('item.source'), t('source.' + cell.source)],
          [t('run.attempts'), cell.attempts],
        ]),
        view.cause ? h('pre', { tabindex: 0 }, view.cause) : null,
        button(t('close'), () => changeQuery({ run: '' })),
      ]);

    const grid = () => {
      const items = [...new Set(view.runs.flatMap(run => Object.keys(run.items)))].map(Number).sort((a, b) => a - b);
      const lengths = view.runs.map(lengthOf);
      const longest = Math.max(1, ...lengths.filter(each => each !== undefined));
      return h(
        'div',
        { 'class': 'table-responsive py-1', 'tabindex': 0, 'role': 'region', 'aria-label': t('job.tab.runs') },
        h('table', { class: 'grid' }, [
          h('caption', { class: 'visually-hidden' }, t('grid.caption')),
          h(
            'thead',
            h('tr', [
              h('td'),
              ...view.runs.map((run, at) =>
                h(
                  'th',
                  {
                    scope: 'col',
                    key: run.start,
                    title: exact(run.start) + (lengths[at] === undefined ? '' : ' · ' + duration(lengths[at])),
                  },
                  [
                    h('span', { class: 'visually-hidden' }, time(run.start) + ' ' + t('status.' + resultOf(run))),
                    h('span', {
                      'class': ['length', 'is-' + resultOf(run).toLowerCase()],
                      'aria-hidden': 'true',
                      'style': {
                        height:
                          (lengths[at] === undefined
                            ? HIGHEST
                            : Math.max(2, Math.round((HIGHEST * lengths[at]) / longest))) + 'px',
                      },
                    }),
                  ],
                ),
              ),
            ]),
          ),
          h(
            'tbody',
            items.map(item =>
              h('tr', { key: item }, [
                h('th', { scope: 'row', class: 'number' }, item),
                ...view.runs.map(run => {
                  const cell = run.items[item];
                  return h(
                    'td',
                    { key: run.start },
                    cell
                      ? h(
                          'button',
                          {
                            'type': 'button',
                            'class': [
                              'cell',
                              'is-' + cell.result.toLowerCase(),
                              { chosen: cell.id === route.query.run, moved: cell.source === 'FAILOVER' },
                            ],
                            'aria-label': t('grid.cell', {
                              item,
                              time: time(cell.start),
                              result: t('status.' + cell.result),
                            }),
                            'title':
                              time(cell.start) +
                              ' · ' +
                              t('status.' + cell.result) +
                              ' · ' +
                              between(cell.start, cell.end) +
                              ' · ' +
                              cell.ip,
                            'onClick': () => changeQuery({ run: cell.id }),
                          },
                          icon(SHAPES[cell.result]),
                        )
                      : h('span', { 'class': 'cell is-missing', 'aria-label': t('grid.missing') }),
                  );
                }),
              ]),
            ),
          ),
        ]),
      );
    };
    return () => {
      if (!state.dataSource) {
        return empty(t('history.noSource'), t('history.noSource.hint'), null, 'database');
      }
      if (!view.runs) {
        return view.problem ? problemBox(view.problem) : skeleton(4);
      }
      return h('section', [
        problemBox(view.problem),
        view.runs.length
          ? card(
              t('grid.caption'),
              [grid(), chosen.value ? detail(chosen.value) : h('p', { class: 'none mt-2 mb-0' }, t('grid.hint'))],
              {
                picture: 'grid-3x3',
                aside: h(
                  'a',
                  { href: href(['history'], { job: props.name }) },
                  t('history.ofJob', { name: props.name }),
                ),
              },
            )
          : empty(t('history.noRuns'), t('history.noRuns.hint'), null, 'clock-history'),
      ]);
    };
  },
};
