/** Results and durations of runs. */

/** Returns the result of a run, which is the worst result of its items. */
export function resultOf(run) {
  const results = Object.values(run.items).map(cell => cell.result);
  return results.includes('FAILURE') ? 'FAILURE' : results.includes('RUNNING') ? 'RUNNING' : 'SUCCESS';
}

/** Returns the duration from the start of the first item to the end of the last; undefined while the run is active. */
export function lengthOf(run) {
  const ends = Object.values(run.items).map(cell => cell.end);
  return ends.every(Boolean) ? Math.max(...ends.map(end => new Date(end))) - new Date(run.start) : undefined;
}
