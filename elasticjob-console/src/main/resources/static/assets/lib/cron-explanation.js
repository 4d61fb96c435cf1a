/** Descriptions of cron expressions. Each expression is requested once. */
import { reactive } from './vue.js';
import { get } from './api.js';
import { inChinese } from './cron-chinese.js';
import { language } from './i18n.js';
import { enqueue } from './request-queue.js';

const known = reactive(new Map());

/** @param answer response of the server, which has validated the expression */
export const explanation = answer => (language() === 'zh' ? inChinese(answer.expression) : answer.explanation);

export function describeCron(expression) {
  if (!known.has(expression)) {
    known.set(expression, null);
    enqueue(async () => {
      try {
        known.set(expression, await get('/cron', { expression, count: 0 }));
      } catch (problem) {
        known.set(expression, { problem: problem.message });
      }
    });
  }
  const answer = known.get(expression);
  return answer ? answer.problem || explanation(answer) : '';
}
