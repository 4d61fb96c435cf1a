/** Access management: accounts of people and tokens of programs. */
import { h, reactive } from '../../lib/vue.js';
import { get, path, post, put, remove } from '../../lib/api.js';
import { time } from '../../lib/format.js';
import { t } from '../../lib/i18n.js';
import { confirmDialog } from '../../ui/confirm-dialog.js';
import { button, card, empty, field, input, note, problemBox, select, skeleton, submit } from '../../ui/elements.js';
import { attempt, showMessage } from '../../ui/messages.js';
import { table } from '../../ui/table.js';

const ROLES = ['GUEST', 'OPERATOR', 'ADMIN'];
const roleSelect = (model, extra) =>
  select(
    model.role,
    ROLES.map(each => [each, t('role.' + each)]),
    role => {
      model.role = role;
    },
    extra,
  );

function useList(address) {
  const view = reactive({ rows: null, problem: null, formProblem: null });
  view.read = async () => {
    try {
      view.rows = await get(address);
      view.problem = null;
    } catch (problem) {
      view.problem = problem;
    }
  };
  view.read();
  return view;
}

export const AccountList = {
  setup() {
    const view = useList('/accounts');
    const form = reactive({ name: '', role: 'GUEST', password: '' });
    const save = async event => {
      event.preventDefault();
      view.formProblem = null;
      try {
        const { revokedTokens } = await put('/accounts' + path(form.name), {
          role: form.role,
          password: form.password || null,
        });
        if (revokedTokens.length) {
          showMessage(
            t('accounts.tokensRevoked', {
              n: revokedTokens.length,
              names: revokedTokens.map(each => each.name).join(', '),
            }),
          );
        }
        Object.assign(form, { name: '', role: 'GUEST', password: '' });
        view.read();
      } catch (problem) {
        view.formProblem = problem;
      }
    };
    const forget = async name => {
      if (
        (await confirmDialog({
          title: t('accounts.delete.title', { name }),
          confirm: t('accounts.delete'),
          danger: true,
          body: t('accounts.delete.body'),
        })) &&
        (await attempt(() => remove('/accounts' + path(name)), t('accounts.deleted', { name })))
      ) {
        view.read();
      }
    };
    return () =>
      h('section', [
        problemBox(view.problem),
        !view.rows
          ? skeleton(2)
          : h(
              'div',
              { class: 'card' },
              table(
                [{ label: t('settings.name') }, { label: t('role') }, { label: t('operations') }],
                view.rows.map(each =>
                  h('tr', { key: each.name }, [
                    h('th', { scope: 'row' }, each.name),
                    h('td', t('role.' + each.role)),
                    h(
                      'td',
                      each.configured
                        ? h('small', t('settings.configured'))
                        : button(t('accounts.delete'), () => forget(each.name), { class: 'danger' }),
                    ),
                  ]),
                ),
                t('settings.accounts'),
              ),
            ),
        card(
          t('accounts.put'),
          h('form', { class: 'narrow', onSubmit: save }, [
            problemBox(view.formProblem),
            field(t('settings.name'), input(form, 'name', { name: 'name', required: true, autocomplete: 'off' })),
            field(t('role'), roleSelect(form, { name: 'role' })),
            field(
              t('login.password'),
              input(form, 'password', { name: 'password', type: 'password', autocomplete: 'new-password' }),
              t('accounts.password.help'),
            ),
            h('div', submit(t('save'))),
          ]),
          { picture: 'person-plus' },
        ),
      ]);
  },
};

export const TokenList = {
  setup() {
    const view = useList('/tokens');
    const form = reactive({ name: '', role: 'GUEST', expires: '', made: '' });
    const create = async event => {
      event.preventDefault();
      view.formProblem = null;
      form.made = '';
      try {
        const expiresAt = form.expires ? new Date(form.expires).toISOString() : null;
        form.made = (await post('/tokens', { name: form.name, role: form.role, expiresAt })).token;
        form.name = '';
        view.read();
      } catch (problem) {
        view.formProblem = problem;
      }
    };
    const revoke = async token => {
      if (
        (await confirmDialog({
          title: t('tokens.revoke.title', { name: token.name }),
          confirm: t('tokens.revoke'),
          danger: true,
          body: t('tokens.revoke.body'),
        })) &&
        (await attempt(() => remove('/tokens' + path(token.id)), t('tokens.revoked', { name: token.name })))
      ) {
        view.read();
      }
    };
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
                    { label: t('role') },
                    { label: t('tokens.by') },
                    { label: t('tokens.created') },
                    { label: t('tokens.expires') },
                    { label: t('operations') },
                  ],
                  view.rows.map(each =>
                    h('tr', { key: each.id }, [
                      h('th', { scope: 'row' }, each.name),
                      h('td', t('role.' + each.role)),
                      h('td', each.createdBy),
                      h('td', time(each.createdAt)),
                      h('td', each.expiresAt ? time(each.expiresAt) : t('tokens.never')),
                      h(
                        'td',
                        button(t('tokens.revoke'), () => revoke(each), { class: 'danger' }),
                      ),
                    ]),
                  ),
                  t('settings.tokens'),
                ),
              )
            : empty(t('tokens.none'), t('tokens.none.hint'), null, 'key'),
        card(
          t('tokens.make'),
          h('form', { class: 'narrow', onSubmit: create }, [
            problemBox(view.formProblem),
            form.made ? note([h('p', t('tokens.once')), h('code', { class: 'secret' }, form.made)], 'success') : null,
            field(t('settings.name'), input(form, 'name', { name: 'name', required: true, autocomplete: 'off' })),
            field(t('role'), roleSelect(form, { name: 'role' })),
            field(t('tokens.expires'), input(form, 'expires', { name: 'expires', type: 'datetime-local' })),
            h('div', submit(t('tokens.make'))),
          ]),
          { picture: 'key' },
        ),
      ]);
  },
};
