/** Dialog that describes an operation and asks for confirmation. */
import { h, onBeforeUnmount, onMounted, reactive, ref } from '../lib/vue.js';
import { Modal } from '../lib/bootstrap.js';
import { t } from '../lib/i18n.js';
import { isOutdated } from '../lib/live.js';
import { button, field, icon, input, problemBox } from './elements.js';

const dialog = reactive({
  open: false,
  title: '',
  body: [],
  confirm: '',
  typed: '',
  required: '',
  danger: false,
  alone: false,
  answer: null,
});

/**
 * Opens a confirmation dialog.
 *
 * @param body sentences or nodes that describe the effect, or a function that returns them and is called on every change
 * @param required text that the user has to type first
 * @param alone whether the dialog has no cancel button
 * @param action runs on confirmation; if it throws, the dialog stays open and displays the problem
 */
export function confirmDialog({
  title,
  body,
  confirm,
  required = '',
  danger = false,
  alone = false,
  wide = false,
  action = null,
}) {
  return new Promise(answer => {
    Object.assign(dialog, {
      open: true,
      title,
      body,
      confirm,
      required,
      danger,
      alone,
      wide,
      action,
      typed: '',
      problem: null,
      busy: false,
      answer,
    });
  });
}

export const ConfirmDialog = {
  setup: () => () => (dialog.open ? h(OpenDialog) : null),
};

const OpenDialog = {
  setup() {
    const element = ref(null);
    let modal = null;
    let confirmed = false;
    const previousFocus = document.activeElement;
    onMounted(() => {
      modal = new Modal(element.value);
      element.value.addEventListener('shown.bs.modal', () =>
        (
          element.value.querySelector('.modal-body input, .modal-body textarea') ||
          element.value.querySelector('[type=submit]:enabled') ||
          element.value.querySelector('button')
        ).focus(),
      );
      element.value.addEventListener('hidden.bs.modal', () => {
        dialog.open = false;
        dialog.answer(confirmed);
        previousFocus?.focus?.();
      });
      modal.show();
    });
    onBeforeUnmount(() => modal.dispose());
    const confirm = async event => {
      event.preventDefault();
      try {
        dialog.busy = true;
        dialog.problem = null;
        await dialog.action?.();
        confirmed = true;
        modal.hide();
      } catch (problem) {
        dialog.problem = problem;
      } finally {
        dialog.busy = false;
      }
    };
    const content = () =>
      []
        .concat(typeof dialog.body === 'function' ? dialog.body() : dialog.body)
        .map(each => (typeof each === 'string' ? h('p', each) : each));
    return () =>
      h(
        'div',
        { 'ref': element, 'class': 'modal fade', 'tabindex': -1, 'role': 'dialog', 'aria-labelledby': 'dialog-title' },
        h(
          'div',
          { class: ['modal-dialog modal-dialog-scrollable', { 'modal-lg': dialog.wide }] },
          h('form', { class: 'modal-content', onSubmit: confirm }, [
            h('div', { class: 'modal-header' }, [
              h('h2', { id: 'dialog-title', class: 'modal-title' }, [
                dialog.danger ? icon('exclamation-triangle-fill', 'wrong') : null,
                dialog.title,
              ]),
              h('button', {
                'type': 'button',
                'class': 'btn-close',
                'aria-label': t('close'),
                'onClick': () => modal.hide(),
              }),
            ]),
            h('div', { class: 'modal-body' }, [
              problemBox(dialog.problem),
              ...content(),
              dialog.required
                ? field(t('ask.type', { text: dialog.required }), input(dialog, 'typed', { autocomplete: 'off' }))
                : null,
            ]),
            h('div', { class: 'modal-footer' }, [
              dialog.alone ? null : button(t('cancel'), () => modal.hide()),
              h(
                'button',
                {
                  type: 'submit',
                  class: ['btn btn-sm', dialog.danger ? 'btn-danger' : 'btn-primary'],
                  disabled:
                    dialog.busy ||
                    (!dialog.alone && isOutdated()) ||
                    (dialog.required !== '' && dialog.typed !== dialog.required),
                },
                dialog.confirm,
              ),
            ]),
          ]),
        ),
      );
  },
};
