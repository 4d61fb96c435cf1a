/** Logging in. */
import { h, reactive } from '../vue.js';
import { t, language, setLanguage } from '../i18n.js';
import { state, logIn } from '../state.js';
import { field, input, problemBox, select } from '../ui.js';

export const Login = {
  setup() {
    const form = reactive({ username: '', password: '', problem: null, busy: false });
    const submit = async event => {
      event.preventDefault();
      form.busy = true;
      form.problem = null;
      try {
        await logIn(form.username, form.password);
      } catch (problem) {
        form.problem = problem;
        form.password = '';
      } finally {
        form.busy = false;
      }
    };
    const refused = new URLSearchParams(location.search).get('login') === 'failed';
    return () => h('main', { class: 'login' }, h('form', { onSubmit: submit }, [
      h('h1', t('login.title')),
      refused ? h('p', { class: 'problem', role: 'alert' }, t('login.refused')) : null,
      problemBox(form.problem),
      field(t('login.name'), input(form, 'username', { name: 'username', autocomplete: 'username', required: true, autofocus: true })),
      field(t('login.password'), input(form, 'password', {
        name: 'password', type: 'password', autocomplete: 'current-password', required: true,
      })),
      h('button', { type: 'submit', class: 'primary', disabled: form.busy }, t('login')),
      state.session.singleSignOn ? h('a', { class: 'button', href: state.session.singleSignOn }, t('login.sso')) : null,
      select(language(), [['en', 'English'], ['zh', '中文']], setLanguage, { 'aria-label': t('language') }),
    ]));
  },
};
