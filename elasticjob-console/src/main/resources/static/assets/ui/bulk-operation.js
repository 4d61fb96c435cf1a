/** One operation on many jobs or servers: confirmation and outcome. */
import { h } from '../lib/vue.js';
import { post } from '../lib/api.js';
import { t } from '../lib/i18n.js';
import { registryPath } from '../lib/state.js';
import { confirmDialog } from './confirm-dialog.js';
import { showMessage } from './messages.js';

const SHOWN = 20;
/** A request for a thousand names takes longer than one for a single name. */
const LIMIT_MILLIS = 120000;
const isRemoval = operation => operation === 'REMOVE';

/** Asks for confirmation. {@code words} is the key prefix of the dialog texts, {@code required} the text that must be typed. */
export const confirmBulk = (operation, names, words, required = '') =>
  confirmDialog({
    title: t(words.title + operation, { n: names.length }),
    confirm: t('op.' + operation),
    danger: isRemoval(operation) || operation === 'SHUTDOWN',
    body: [
      t(words.body + operation),
      h(
        'ul',
        { class: 'names' },
        names.slice(0, SHOWN).map(each => h('li', each)),
      ),
      names.length > SHOWN ? t('andMore', { n: names.length - SHOWN }) : '',
    ],
    required: isRemoval(operation) ? required : '',
  });

/**
 * Sends the operation, displays the outcome, and returns the names for which it failed, or undefined if the request itself
 * failed.
 */
export const performBulk = async (kind, operation, names) => {
  try {
    const path = registryPath.value + '/bulk/' + kind;
    const result = await (isRemoval(operation)
      ? post(path + '/removal', { [kind]: names }, LIMIT_MILLIS)
      : post(path, { operation, [kind]: names }, LIMIT_MILLIS));
    const failed = result.outcomes.filter(each => !each.done);
    showMessage(
      t('bulk.done', { done: result.done, failed: result.failed }) +
        failed
          .slice(0, 3)
          .map(each => ' ' + each.name + ': ' + each.problem)
          .join(''),
      { kind: failed.length ? 'failed' : 'done' },
    );
    return new Set(failed.map(each => each.name));
  } catch (problem) {
    showMessage(problem.message, { kind: 'failed' });
    return undefined;
  }
};
