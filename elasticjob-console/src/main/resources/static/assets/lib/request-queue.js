/** Queue for small requests of many table rows. Only few run concurrently, so that they do not delay requests of the user. */

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
    waiting
      .shift()()
      .finally(() => {
        running--;
        next();
      });
  }
}
