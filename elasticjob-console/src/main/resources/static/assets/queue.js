/** Small requests that many rows of a table make: a few at once, so that those for what was clicked are not kept waiting. */
const AT_ONCE = 4;
const waiting = [];
let running = 0;

export function enqueue(request) {
  waiting.push(request);
  next();
}

function next() {
  if (running < AT_ONCE && waiting.length) {
    running++;
    waiting.shift()().finally(() => {
      running--;
      next();
    });
  }
}
