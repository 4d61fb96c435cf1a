/** Cron expressions in words, each asked for once. */
import { reactive } from './vue.js';
import { get } from './api.js';
import { enqueue } from './queue.js';

const known = reactive(new Map());

export function cronInWords(expression) {
  if (!known.has(expression)) {
    known.set(expression, '');
    enqueue(async () => {
      try {
        known.set(expression, (await get('/cron', { expression, count: 0 })).explanation);
      } catch (problem) {
        known.set(expression, problem.message);
      }
    });
  }
  return known.get(expression);
}
