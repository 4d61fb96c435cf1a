/** Registries and history databases, with forms that test a connection before they save it. */
import { h, onUnmounted, reactive } from '../../lib/vue.js';
import { get, path, post, put, remove } from '../../lib/api.js';
import { t } from '../../lib/i18n.js';
import { can, loadConnections, state } from '../../lib/state.js';
import { confirmDialog } from '../../ui/confirm-dialog.js';
import { badge, button, card, empty, field, input, note, problemBox, skeleton, submit } from '../../ui/elements.js';
import { attempt } from '../../ui/messages.js';
import { table } from '../../ui/table.js';

const REFRESH_MILLIS = 5000;
const SETTLING_LOOKS = 20;
const SETTLING_MILLIS = 500;

function places({ kind, picture, address, fields, columns, cells, operations, connect }) {
  return {
    setup() {
      const blank = () => Object.fromEntries(['name', ...fields.map(each => each.key)].map(key => [key, '']));
      const view = reactive({ rows: null, problem: null, form: blank(), formProblem: null, tested: '', busy: false });
      const read = async () => {
        try {
          view.rows = await get(address);
          view.problem = null;
          await loadConnections();
        } catch (problem) {
          view.problem = problem;
        }
      };
      read();
      // The server connects after its response. Polls the state until it is connected, but not indefinitely.
      const settle = async name => {
        for (let left = SETTLING_LOOKS; left > 0 && !gone; left--) {
          await read();
          const state = view.rows?.find(each => each.name === name)?.state;
          if (state === undefined || state === 'CONNECTED') {
            return;
          }
          await new Promise(done => setTimeout(done, SETTLING_MILLIS));
        }
      };
      let gone = false;
      const refresh = setInterval(read, REFRESH_MILLIS);
      onUnmounted(() => {
        gone = true;
        clearInterval(refresh);
      });
      const body = () => Object.fromEntries(Object.entries(view.form).filter(([, value]) => value !== ''));
      const tried = async action => {
        view.busy = true;
        view.formProblem = null;
        view.tested = '';
        try {
          await action();
        } catch (problem) {
          view.formProblem = problem;
        }
        view.busy = false;
      };
      const test = () =>
        tried(async () => {
          const { name, ...rest } = body();
          await post(address + '/test', rest);
          view.tested = t('settings.reachable');
        });
      const add = event => {
        event.preventDefault();
        return tried(async () => {
          await test();
          if (view.formProblem) {
            throw view.formProblem;
          }
          await post(address, body());
          const { name } = view.form;
          view.form = blank();
          view.tested = t('settings.added');
          await connect?.(name);
          await settle(name);
        });
      };
      const forget = async row => {
        if (
          (await confirmDialog({
            title: t('settings.forget.title', { name: row.name }),
            confirm: t('settings.forget'),
            danger: true,
            body: t('settings.forget.' + kind),
          })) &&
          (await attempt(() => remove(address + path(row.name)), t('settings.forgotten', { name: row.name })))
        ) {
          read();
        }
      };
      const row = each =>
        h('tr', { key: each.name }, [
          h('th', { scope: 'row' }, each.name),
          ...cells(each),
          can('ADMIN')
            ? h(
                'td',
                h('div', { class: 'actions' }, [
                  ...operations(each, read, settle),
                  each.configured
                    ? h('small', t('settings.configured'))
                    : button(t('settings.forget'), () => forget(each), { class: 'danger' }),
                ]),
              )
            : null,
        ]);
      return () =>
        h('section', [
          problemBox(view.problem),
          !view.rows
            ? skeleton(2)
            : view.rows.length
              ? h(
                  'div',
                  { class: 'card' },
                  table(
                    [
                      { label: t('settings.name') },
                      ...columns(),
                      can('ADMIN') ? { label: t('operations') } : null,
                    ].filter(Boolean),
                    view.rows.map(row),
                    t('settings.' + kind),
                  ),
                )
              : empty(t('settings.none.' + kind), t('settings.none.' + kind + '.hint'), null, picture),
          can('ADMIN')
            ? card(
                t('settings.add.' + kind),
                h('form', { class: 'narrow', onSubmit: add }, [
                  problemBox(view.formProblem),
                  view.tested ? note(view.tested, 'success') : null,
                  field(t('settings.name'), input(view.form, 'name', { required: true, name: 'name' })),
                  ...fields.map(each =>
                    field(
                      t('settings.' + each.key),
                      input(view.form, each.key, { name: each.key, autocomplete: 'off', ...each.extra }),
                      each.help,
                    ),
                  ),
                  h('div', { class: 'actions' }, [
                    button(t('settings.test'), test, { disabled: view.busy }),
                    submit(t('settings.add'), { disabled: view.busy }),
                  ]),
                ]),
                { picture: 'plus-circle' },
              )
            : null,
        ]);
    },
  };
}

const connectRegistry = name => put('/registries' + path(name) + '/connection');

export const Registries = places({
  connect: connectRegistry,
  kind: 'registries',
  picture: 'diagram-3',
  address: '/registries',
  fields: [
    { key: 'servers', extra: { required: true, placeholder: 'zk1:2181,zk2:2181' } },
    { key: 'namespace', extra: { required: true } },
    { key: 'digest', extra: { type: 'password', placeholder: 'user:password' } },
  ],
  columns: () => [{ label: t('settings.servers') }, { label: t('settings.namespace') }, { label: t('jobs.status') }],
  cells: each => [
    h('td', each.servers),
    h('td', each.namespace),
    h('td', [badge(each.state), each.problem ? h('small', { class: 'wrong' }, each.problem) : null]),
  ],
  operations: (each, read, settle) => [
    each.state === 'CONNECTED'
      ? button(t('settings.disconnect'), async () => {
          await attempt(() => remove('/registries' + path(each.name) + '/connection'));
          read();
        })
      : button(t('settings.connect'), async () => {
          await attempt(() => connectRegistry(each.name));
          settle(each.name);
        }),
  ],
});

export const DataSources = places({
  kind: 'data-sources',
  picture: 'database',
  address: '/data-sources',
  fields: [
    { key: 'url', extra: { required: true, placeholder: 'jdbc:postgresql://host:5432/history' } },
    { key: 'username' },
    { key: 'password', extra: { type: 'password' } },
  ],
  columns: () => [{ label: t('settings.url') }, { label: t('settings.username') }],
  cells: each => [h('td', { class: 'long' }, each.url), h('td', each.username)],
  operations: each => [each.name === state.dataSource ? h('small', t('settings.inUse')) : null],
});
