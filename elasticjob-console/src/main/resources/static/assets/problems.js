/** What the server says is wrong, by its kind, in the viewer's language; the server's own words follow it. */
import { t, has } from './i18n.js';

export function problemTitle(problem) {
  if (problem.status === 0) {
    return t('error.unreachable');
  }
  return has('problem.' + problem.type) ? t('problem.' + problem.type) : t('error.title');
}
