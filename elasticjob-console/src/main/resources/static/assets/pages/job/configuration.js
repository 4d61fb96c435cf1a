/**
 * The settings of a job, as a form and as the text in the registry. Changes are validated and compared before they are written.
 */
import { computed, h, onUnmounted, reactive, watch } from '../../lib/vue.js';
import { get, getTagged, patch, post, put } from '../../lib/api.js';
import { explanation } from '../../lib/cron-explanation.js';
import { t } from '../../lib/i18n.js';
import { route } from '../../lib/routes.js';
import { can } from '../../lib/state.js';
import { confirmDialog } from '../../ui/confirm-dialog.js';
import { button, card, checkbox, field, problemBox, select, skeleton, submit, tabs } from '../../ui/elements.js';
import { showMessage } from '../../ui/messages.js';
import { nextFires } from '../../ui/next-fires.js';

/** Title and picture of the settings of a topic. */
const TOPICS = {
  SCHEDULE: ['jobs.schedule', 'calendar3'],
  ITEMS: ['jobs.items', 'list-ol'],
  SAFETY: ['config.safety', 'shield-check'],
  OTHER: ['config.other', 'three-dots'],
};
const CHECK_AFTER_MILLIS = 300;

const propsText = props =>
  Object.entries(props)
    .map(([key, value]) => key + '=' + value)
    .join('\n');

function propsOf(text) {
  return Object.fromEntries(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
      .map(line => {
        const at = line.indexOf('=');
        return at < 0 ? [line, ''] : [line.substring(0, at).trim(), line.substring(at + 1).trim()];
      }),
  );
}

const listOf = text =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);

/** What a field contains for a value, and the value of what it contains. */
const toField = (kind, value) => (kind === 'PROPERTIES' ? propsText(value) : kind === 'LIST' ? value.join(',') : value);
const fromField = (kind, text) =>
  kind === 'PROPERTIES' ? propsOf(text) : kind === 'LIST' ? listOf(text) : kind === 'NUMBER' ? Number(text) : text;

export const Configuration = {
  props: ['name', 'address', 'job', 'version'],
  emits: ['changed'],
  setup(props, { emit }) {
    const view = reactive({
      table: [],
      settings: null,
      form: {},
      etag: null,
      text: '',
      textNow: '',
      problem: null,
      check: null,
      cron: null,
      busy: false,
    });
    const address = () => props.address + '/configuration';
    const asText = computed(() => route.query.as === 'text');
    const edited = computed(() => {
      const result = {};
      for (const { name, kind } of view.table) {
        const value = view.form[name];
        if (String(toField(kind, view.settings[name])) !== String(value)) {
          result[name] = fromField(kind, value);
        }
      }
      return result;
    });
    const isEdited = computed(() => Object.keys(edited.value).length > 0);
    const read = async () => {
      try {
        const [table, { value, etag }, { text }] = await Promise.all([
          get('/settings'),
          getTagged(address()),
          get(address() + '/text'),
        ]);
        view.table = table;
        view.settings = value;
        view.etag = etag;
        view.form = Object.fromEntries(table.map(({ name, kind }) => [name, toField(kind, value[name])]));
        view.textNow = text;
        view.text = text;
        view.problem = null;
        await explain();
      } catch (problem) {
        view.problem = problem;
      }
    };
    // Never replaces settings while the user edits them.
    watch(
      () => props.job.configurationVersion,
      () => {
        if (!isEdited.value && view.text === view.textNow) {
          read();
        } else {
          showMessage(t('config.changedByOther'), { kind: 'failed' });
        }
      },
    );

    let pending = null;
    const check = () =>
      post(address() + '/check', edited.value).catch(problem => ({
        valid: false,
        findings: [{ setting: '', severity: 'WRONG', message: problem.message }],
        changes: [],
      }));
    const explain = async () => {
      view.check = isEdited.value ? await check() : null;
      const { cron, timeZone } = view.form;
      const isWrong = (view.check?.findings || []).some(
        each => ['', 'cron', 'timeZone'].includes(each.setting) && each.severity === 'WRONG',
      );
      view.cron =
        cron && !isWrong ? await get('/cron', { expression: cron, timeZone, count: 5 }).catch(() => null) : null;
    };
    watch(
      () => JSON.stringify(view.form),
      () => {
        clearTimeout(pending);
        pending = setTimeout(explain, CHECK_AFTER_MILLIS);
      },
    );
    onUnmounted(() => clearTimeout(pending));
    read();

    const difference = changes =>
      h('table', { class: 'table difference' }, [
        h(
          'thead',
          h(
            'tr',
            [t('config.setting'), t('config.before'), t('config.after')].map(each => h('th', { scope: 'col' }, each)),
          ),
        ),
        h(
          'tbody',
          changes.map(({ setting, before, after }) =>
            h('tr', { key: setting }, [
              h('th', { scope: 'row' }, setting),
              h('td', h('del', before)),
              h('td', h('ins', after)),
            ]),
          ),
        ),
      ]);
    const conflict = async problem => {
      view.problem = problem;
      if (problem.status === 412) {
        const current = await getTagged(address()).catch(() => null);
        if (current) {
          const differing = Object.keys(edited.value).map(setting => ({
            setting,
            before: JSON.stringify(current.value[setting]),
            after: JSON.stringify(edited.value[setting]),
          }));
          const over = await confirmDialog({
            title: t('config.conflict'),
            confirm: t('config.useCurrent'),
            body: [t('config.conflict.body'), difference(differing)],
          });
          if (over) {
            await read();
          }
        }
      }
    };
    const save = async event => {
      event.preventDefault();
      await explain();
      if (!view.check || !view.check.valid) {
        return;
      }
      const follows = [];
      if ('shardingTotalCount' in edited.value) {
        follows.push(
          t('config.follows.shards', {
            before: view.settings.shardingTotalCount,
            after: edited.value.shardingTotalCount,
          }),
        );
      }
      if ('cron' in edited.value || 'timeZone' in edited.value) {
        follows.push(t('config.follows.cron'));
      }
      const sure = await confirmDialog({
        title: t('config.save.title', { name: props.name }),
        confirm: t('config.save'),
        body: [difference(view.check.changes), ...follows],
      });
      if (!sure) {
        return;
      }
      view.busy = true;
      try {
        await patch(address(), edited.value, view.etag);
        showMessage(t('config.saved', { name: props.name }));
        await read();
        emit('changed');
      } catch (problem) {
        await conflict(problem);
      }
      view.busy = false;
    };
    // The server validates the text before it writes it. If it rejects the text, the dialog displays the reason and nothing is
    // written.
    const saveText = async event => {
      event.preventDefault();
      const saved = await confirmDialog({
        title: t('config.save.title', { name: props.name }),
        confirm: t('config.save'),
        danger: true,
        wide: true,
        body: [t('config.text.warning'), textDifference(view.textNow, view.text)],
        action: () => put(address() + '/text', { text: view.text }, view.etag),
      });
      if (saved) {
        showMessage(t('config.saved', { name: props.name }));
        await read();
        emit('changed');
      }
    };

    const set = (key, value) => {
      view.form = { ...view.form, [key]: value };
    };
    const findingsOf = key => (view.check?.findings || []).filter(each => each.setting === key);
    const finding = each =>
      h('small', { class: each.severity === 'WRONG' ? 'wrong' : 'warning', role: 'alert' }, each.message);
    const inputs = {
      CHOICE: ({ name, choices }, common) =>
        select(
          view.form[name],
          choices.map(each => [each, each]),
          value => set(name, value),
          common,
        ),
      PROPERTIES: ({ name }, common) =>
        h('textarea', {
          ...common,
          class: 'form-control form-control-sm yaml',
          rows: 5,
          value: view.form[name],
          spellcheck: false,
          onInput: event => set(name, event.target.value),
        }),
    };
    const textInput = ({ name, kind }, common) =>
      h('input', {
        ...common,
        class: 'form-control form-control-sm',
        value: view.form[name],
        type: kind === 'NUMBER' ? 'number' : 'text',
        spellcheck: false,
        onInput: event => set(name, event.target.value),
      });
    const control = setting => {
      const { name, kind } = setting;
      const common = { name, disabled: !can('OPERATOR') };
      if (kind === 'SWITCH') {
        return h('label', { class: 'check', key: name }, [
          checkbox(view.form[name], on => set(name, on), common),
          t('setting.' + name),
          ...findingsOf(name).map(finding),
        ]);
      }
      return h('div', { key: name, class: 'with-findings' }, [
        field(
          t('setting.' + name),
          (inputs[kind] || textInput)(setting, common),
          kind === 'PROPERTIES' ? t('setting.props.help') : null,
        ),
        ...findingsOf(name).map(finding),
      ]);
    };
    const cronHelp = () =>
      h('div', { 'class': 'cron-help', 'aria-live': 'polite' }, [
        view.cron ? [h('p', { class: 'explanation' }, explanation(view.cron)), nextFires(view.cron)] : null,
      ]);
    const otherFindings = () =>
      (view.check?.findings || [])
        .filter(each => !view.table.some(({ name }) => name === each.setting))
        .map(each =>
          h(
            'p',
            { class: each.severity === 'WRONG' ? 'wrong' : 'warning' },
            (each.setting ? each.setting + ': ' : '') + each.message,
          ),
        );

    const form = () =>
      h('form', { class: 'configuration', onSubmit: save }, [
        Object.entries(TOPICS).map(([topic, [title, picture]]) =>
          card(
            t(title),
            view.table
              .filter(setting => setting.topic === topic)
              .map(setting => [control(setting), setting.name === 'timeZone' ? cronHelp() : null]),
            { picture },
          ),
        ),
        otherFindings(),
        can('OPERATOR')
          ? h('div', { class: ['actions', { pending: isEdited.value }] }, [
              submit(t('config.saveAsk'), {
                disabled: !isEdited.value || view.busy || (view.check && !view.check.valid),
              }),
              isEdited.value ? button(t('config.discard'), read) : null,
            ])
          : null,
      ]);
    const text = () =>
      h('form', { onSubmit: saveText }, [
        h('textarea', {
          'class': 'form-control yaml',
          'rows': 24,
          'value': view.text,
          'readonly': !can('ADMIN'),
          'spellcheck': false,
          'aria-label': t('config.text'),
          'onInput': event => {
            view.text = event.target.value;
          },
        }),
        can('ADMIN')
          ? [
              h('p', { class: 'none mt-2' }, t('config.text.hint')),
              submit(t('config.saveAsk'), { disabled: view.text === view.textNow }),
            ]
          : null,
      ]);
    return () =>
      h('section', [
        tabs(
          t('job.tab.configuration'),
          [
            {
              label: t('config.form'),
              href: '#/jobs/' + encodeURIComponent(props.name) + '/configuration',
              current: !asText.value,
            },
            {
              label: t('config.text'),
              href: '#/jobs/' + encodeURIComponent(props.name) + '/configuration?as=text',
              current: asText.value,
            },
          ],
          'nav-pills',
        ),
        problemBox(view.problem),
        view.settings ? (asText.value ? text() : form()) : view.problem ? null : skeleton(6),
      ]);
  },
};

/** Compares two texts line by line with the longest common subsequence. */
function textDifference(before, after) {
  const a = before.split('\n');
  const b = after.split('\n');
  const common = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(h('span', '  ' + a[i++] + '\n'));
      j++;
    } else if (j < b.length && (i === a.length || common[i][j + 1] > common[i + 1][j])) {
      lines.push(h('ins', '+ ' + b[j++] + '\n'));
    } else {
      lines.push(h('del', '- ' + a[i++] + '\n'));
    }
  }
  return h('pre', { class: 'difference', tabindex: 0 }, lines);
}
