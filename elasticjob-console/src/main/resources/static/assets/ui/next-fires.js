/** Table of the next fire times. */
import { h } from '../lib/vue.js';
import { inZone } from '../lib/format.js';
import { t } from '../lib/i18n.js';

/** Lists fire times in the job's time zone and in the viewer's. */
export function nextFires(cron) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return h('table', { class: 'table small-table' }, [
    h(
      'thead',
      h('tr', [
        h('th', { scope: 'col' }, t('cron.there', { zone: cron.timeZone })),
        h('th', { scope: 'col' }, t('cron.here', { zone: here })),
      ]),
    ),
    h(
      'tbody',
      cron.next.length
        ? cron.next.map(each => h('tr', { key: each }, [h('td', inZone(each, cron.timeZone)), h('td', inZone(each))]))
        : h('tr', h('td', { colspan: 2 }, t('cron.never'))),
    ),
  ]);
}
