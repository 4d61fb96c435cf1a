/** Changes the password of the current user. */
import { h, reactive } from '../lib/vue.js';
import { put } from '../lib/api.js';
import { t } from '../lib/i18n.js';
import { confirmDialog } from './confirm-dialog.js';
import { field, input } from './elements.js';
import { showMessage } from './messages.js';

export async function changePassword() {
  const form = reactive({ current: '', fresh: '', again: '' });
  const password = (key, autocomplete) =>
    field(t('password.' + key), input(form, key, { type: 'password', name: key, autocomplete, required: true }));
  const done = await confirmDialog({
    title: t('password.change'),
    confirm: t('save'),
    body: () =>
      h('div', { class: 'narrow' }, [
        password('current', 'current-password'),
        password('fresh', 'new-password'),
        password('again', 'new-password'),
      ]),
    action: () => {
      if (form.fresh !== form.again) {
        throw new Error(t('password.differ'));
      }
      return put('/session/password', { current: form.current, fresh: form.fresh });
    },
  });
  if (done) {
    showMessage(t('password.changed'));
  }
}
