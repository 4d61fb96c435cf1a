/** One job: settings, state, runs and operations. */
import { computed, h, reactive } from '../lib/vue.js';
import { get, path, post, put, remove } from '../lib/api.js';
import { explanation } from '../lib/cron-explanation.js';
import { ago } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { useLiveUpdates } from '../lib/live.js';
import { problemTitle } from '../lib/problems.js';
import { href, navigate, route } from '../lib/routes.js';
import { can, registryPath, state } from '../lib/state.js';
import { confirmDialog } from '../ui/confirm-dialog.js';
import { badge, button, card, facts, icon, moment, note, problemBox, skeleton, tabs } from '../ui/elements.js';
import { attempt } from '../ui/messages.js';
import { nextFires } from '../ui/next-fires.js';
import { Configuration } from './job/configuration.js';
import { Instances } from './job/instances.js';
import { Items } from './job/items.js';
import { RunGrid } from './job/run-grid.js';

const TABS = { runs: RunGrid, items: Items, instances: Instances, configuration: Configuration };
/** Returns the progress of the viewer's run request according to the registry, or undefined if it is unknown. */
function progress(request, { pendingInstances, manualRun, recordsRuns }) {
  const run = manualRun && new Date(manualRun.changedAt) >= new Date(request.requestedAt) ? manualRun : null;
  if (run?.running) {
    return { state: 'RUNNING', text: t('request.running', { n: run.running }) };
  }
  if (pendingInstances.some(each => request.instances.includes(each))) {
    return { state: 'PENDING', text: t('request.pending', { n: pendingInstances.length }) };
  }
  if (run) {
    return run.failed || run.abandoned
      ? { state: 'FAILED', text: t('request.failed', { n: run.failed + run.abandoned, m: run.succeeded }) }
      : { state: 'DONE', text: t('request.done', { n: run.succeeded }) };
  }
  return recordsRuns
    ? { state: 'REJECTED', text: t('request.nothing') }
    : { state: 'UNKNOWN', text: t('request.unrecorded') };
}

const ENDED = ['DONE', 'FAILED', 'REJECTED', 'UNKNOWN'];

const ICONS = { runs: 'grid-3x3', items: 'list-ol', instances: 'hdd-stack', configuration: 'sliders' };

export const Job = {
  props: ['name'],
  setup(props) {
    const view = reactive({ job: null, cron: null, cronOf: '', problem: null, version: 0, request: null });
    const address = computed(() => registryPath.value + '/jobs' + path(props.name));
    const tab = computed(() => (route.parts[2] in TABS ? route.parts[2] : state.dataSource ? 'runs' : 'items'));
    const read = async () => {
      try {
        view.job = await get(address.value);
        view.problem = null;
        view.version++;
        follow();
        await explain();
      } catch (problem) {
        view.problem = problem;
        view.job ??= problem.lastKnown ?? null;
      }
    };
    const follow = () => {
      if (view.request?.requestedAt && !ENDED.includes(view.request.state)) {
        Object.assign(view.request, progress(view.request, view.job));
      }
    };
    const explain = async () => {
      const { cron, timeZone, nextFire } = view.job.job;
      const of = cron + ' ' + timeZone + ' ' + nextFire;
      if (of === view.cronOf) {
        return;
      }
      view.cron = cron ? await get('/cron', { expression: cron, timeZone, count: 5 }).catch(() => null) : null;
      view.cronOf = of;
    };
    read();
    useLiveUpdates(read, jobs => jobs.includes(props.name));

    const operate = async (confirmation, action, done) => {
      if (!confirmation || (await confirmDialog(confirmation))) {
        await attempt(action, done, { link: { href: href(['jobs', props.name, 'items']), label: props.name } });
        read();
      }
    };
    const trigger = async () => {
      view.request = { state: 'PENDING', text: t('request.sent') };
      try {
        const request = await post(address.value + '/runs');
        view.request = { ...request, state: 'PENDING', text: t('request.pending', { n: request.instances.length }) };
      } catch (problem) {
        const isUnknown = problem.status === 0 || problem.type === 'unknown-outcome';
        view.request = {
          state: isUnknown ? 'UNKNOWN' : 'REJECTED',
          text: problemTitle(problem) + ' ' + problem.message,
        };
      }
      read();
    };
    const setEnabled = enabled =>
      operate(
        enabled
          ? null
          : {
              title: t('job.disable.title', { name: props.name }),
              confirm: t('op.DISABLE'),
              body: t('job.disable.body', { n: view.job.job.servers }),
            },
        () => put(address.value + '/state', { enabled }),
        t(enabled ? 'job.enabled' : 'job.disabled', { name: props.name }),
      );
    const shutDown = () =>
      operate(
        {
          title: t('job.shutdown.title', { name: props.name }),
          confirm: t('op.SHUTDOWN'),
          danger: true,
          body: [
            t('job.shutdown.body', { n: view.job.instanceIds.length }),
            h(
              'ul',
              { class: 'names' },
              view.job.instanceIds.map(each => h('li', each)),
            ),
          ],
        },
        () => remove(address.value + '/instances'),
        t('job.shutDown', { name: props.name }),
      );
    const removeJob = async () => {
      const sure = await confirmDialog({
        title: t('job.remove.title', { name: props.name }),
        confirm: t('op.REMOVE'),
        danger: true,
        required: props.name,
        body: t('job.remove.body', { n: view.job.instanceIds.length }),
      });
      if (sure && (await attempt(() => remove(address.value), t('job.removed', { name: props.name })))) {
        navigate(['jobs']);
      }
    };

    const operations = job =>
      can('OPERATOR')
        ? h('div', { class: 'actions' }, [
            job.instances > 0 ? button([icon('play-fill'), ' ', t('op.TRIGGER')], trigger, { class: 'primary' }) : null,
            job.disabledServers > 0 ? button(t('op.ENABLE'), () => setEnabled(true)) : null,
            job.disabledServers < job.servers ? button(t('op.DISABLE'), () => setEnabled(false)) : null,
            job.instances > 0 ? button(t('op.SHUTDOWN'), shutDown, { class: 'danger' }) : null,
            can('ADMIN') ? button(t('op.REMOVE'), removeJob, { class: 'danger' }) : null,
          ])
        : null;

    const header = ({ job, type, leader, epoch, pendingInstances, overdue }) => [
      h('div', { class: 'title' }, [h('h1', props.name), badge(job.status), operations(job)]),
      view.request
        ? h('div', { class: 'alert request', role: 'status' }, [
            h('div', [badge(view.request.state), ' ', view.request.text]),
            h('button', {
              'type': 'button',
              'class': 'btn-close',
              'aria-label': t('dismiss'),
              'onClick': () => {
                view.request = null;
              },
            }),
          ])
        : null,
      job.problem ? note(job.problem, 'danger') : null,
      overdue
        ? note(
            t('overdue.job', { time: ago(overdue.firstDue), items: overdue.items.join(', ') }) +
              ' ' +
              t('overdue.' + overdue.reason),
            'danger',
          )
        : null,
      ...job.warnings.map(each => note(each)),
      card(null, [
        job.description ? h('p', { class: 'mb-3' }, job.description) : null,
        facts([
          [
            t('jobs.schedule'),
            job.cron
              ? [
                  h('code', job.cron),
                  ' ',
                  view.cron ? explanation(view.cron) : '',
                  job.timeZone ? ' (' + job.timeZone + ')' : '',
                ]
              : t('job.oneOff'),
          ],
          [
            t('jobs.next'),
            job.status === 'CRASHED' ? t('job.noInstance') : [moment(job.nextFire, job.timeZone)],
            { class: 'next' },
          ],
          [t('jobs.items'), job.shardingTotalCount],
          [t('jobs.instances'), job.instances],
          [t('job.type'), h('code', type), { class: 'long' }],
          leader ? [t('job.leader'), leader, { class: 'long' }] : null,
          epoch ? [t('job.epoch'), epoch.number + (epoch.open ? '' : ' · ' + t('job.resharding'))] : null,
          pendingInstances.length ? [t('job.pending'), t('job.pendingOf', { n: pendingInstances.length })] : null,
        ]),
        view.cron && job.status !== 'CRASHED'
          ? h('details', { class: 'mt-3' }, [h('summary', t('job.nextFires')), nextFires(view.cron)])
          : null,
      ]),
    ];
    return () =>
      h('div', [
        h('p', { class: 'crumbs' }, h('a', { href: href(['jobs']) }, [icon('chevron-left'), ' ', t('nav.jobs')])),
        problemBox(view.problem),
        view.job
          ? header(view.job)
          : [h('div', { class: 'title' }, h('h1', props.name)), view.problem ? null : skeleton(4)],
        view.job
          ? tabs(
              props.name,
              Object.keys(TABS).map(each => ({
                label: t('job.tab.' + each),
                icon: ICONS[each],
                href: href(['jobs', props.name, each]),
                current: each === tab.value,
              })),
            )
          : null,
        view.job
          ? h(TABS[tab.value], {
              key: tab.value,
              name: props.name,
              address: address.value,
              job: view.job,
              version: view.version,
              onChanged: read,
            })
          : null,
      ]);
  },
};
