/** Titles of problems by type, in the viewer's language. The server's detail is displayed after the title. */
import { has, t } from './i18n.js';

export function problemTitle(problem) {
  if (problem.status === 0) {
    return t('error.unreachable');
  }
  return has('problem.' + problem.type) ? t('problem.' + problem.type) : t('error.title');
}
