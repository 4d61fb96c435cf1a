/** The settings pages: registries, data sources, accounts, tokens and the audit log. */
import { computed, h } from '../lib/vue.js';
import { t } from '../lib/i18n.js';
import { href, route } from '../lib/routes.js';
import { can } from '../lib/state.js';
import { tabs } from '../ui/elements.js';
import { Audit } from './settings/audit.js';
import { DataSources, Registries } from './settings/connections.js';
import { AccountList, TokenList } from './settings/users.js';

const FOR_ALL = { 'registries': Registries, 'data-sources': DataSources };
const FOR_ADMINS = { accounts: AccountList, tokens: TokenList, audit: Audit };
const ICONS = {
  'registries': 'diagram-3',
  'data-sources': 'database',
  'accounts': 'people',
  'tokens': 'key',
  'audit': 'journal-text',
};

export const Settings = {
  setup() {
    const all = computed(() => (can('ADMIN') ? { ...FOR_ALL, ...FOR_ADMINS } : FOR_ALL));
    const current = computed(() => (route.parts[1] in all.value ? route.parts[1] : 'registries'));
    return () =>
      h('div', [
        h('div', { class: 'title' }, h('h1', t('nav.settings'))),
        tabs(
          t('nav.settings'),
          Object.keys(all.value).map(each => ({
            label: t('settings.' + each),
            icon: ICONS[each],
            href: href(['settings', each]),
            current: each === current.value,
          })),
        ),
        h(all.value[current.value], { key: current.value }),
      ]);
  },
};
