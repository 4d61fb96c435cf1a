/** Changes the password of the current user. */
import { h, reactive } from './vue.js';
import { t } from './i18n.js';
import { put } from './api.js';
import { ask, say, field, input } from './ui.js';

export async function changePassword() {
  const form = reactive({ current: '', fresh: '', again: '' });
  const password = (key, autocomplete) => field(t('password.' + key), input(form, key, { type: 'password', name: key, autocomplete, required: true }));
  const done = await ask({
    title: t('password.change'), confirm: t('save'),
    body: () => h('div', { class: 'narrow' }, [password('current', 'current-password'), password('fresh', 'new-password'), password('again', 'new-password')]),
    action: () => {
      if (form.fresh !== form.again) {
        throw new Error(t('password.differ'));
      }
      return put('/session/password', { current: form.current, fresh: form.fresh });
    },
  });
  if (done) {
    say(t('password.changed'));
  }
}
