/** The login page. */
import { h, reactive } from '../lib/vue.js';
import { language, setLanguage, t } from '../lib/i18n.js';
import { logIn, state } from '../lib/state.js';
import { switchTheme, theme } from '../lib/theme.js';
import { button, field, icon, input, linkButton, note, problemBox, select, submit } from '../ui/elements.js';

export const Login = {
  setup() {
    const form = reactive({ username: '', password: '', problem: null, busy: false });
    const enter = async event => {
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
    return () =>
      h(
        'main',
        { class: 'login' },
        h('form', { class: 'card', onSubmit: enter }, [
          h('h1', { class: 'brand' }, [h('img', { src: '/assets/icon.svg', alt: '' }), t('login.title')]),
          state.ended ? note(t('login.ended')) : null,
          refused ? note(t('login.refused'), 'danger') : null,
          problemBox(form.problem),
          field(
            t('login.name'),
            input(form, 'username', { name: 'username', autocomplete: 'username', required: true, autofocus: true }),
          ),
          field(
            t('login.password'),
            input(form, 'password', {
              name: 'password',
              type: 'password',
              autocomplete: 'current-password',
              required: true,
            }),
          ),
          submit(t('login'), { disabled: form.busy }),
          state.session.singleSignOn ? linkButton(t('login.sso'), state.session.singleSignOn) : null,
          h('div', { class: 'last' }, [
            select(
              language(),
              [
                ['en', 'English'],
                ['zh', '中文'],
              ],
              setLanguage,
              { 'aria-label': t('language') },
            ),
            button(icon(theme.value === 'dark' ? 'sun' : 'moon-stars'), switchTheme, {
              'class': 'quiet',
              'aria-label': theme.value === 'dark' ? t('theme.light') : t('theme.dark'),
            }),
          ]),
        ]),
      );
  },
};
