/** The settings pages: registries, data sources, accounts, tokens and the audit log. */
import { h, computed } from '../vue.js';
import { t } from '../i18n.js';
import { route, href } from '../router.js';
import { can } from '../state.js';
import { tabs } from '../ui.js';
import { Registries, DataSources } from '../settings/places.js';
import { AccountList, TokenList } from '../settings/people.js';
import { Audit } from '../settings/audit.js';

const FOR_ALL = { registries: Registries, 'data-sources': DataSources };
const FOR_ADMINS = { accounts: AccountList, tokens: TokenList, audit: Audit };
const ICONS = { registries: 'diagram-3', 'data-sources': 'database', accounts: 'people', tokens: 'key', audit: 'journal-text' };

export const Settings = {
  setup() {
    const all = computed(() => (can('ADMIN') ? { ...FOR_ALL, ...FOR_ADMINS } : FOR_ALL));
    const current = computed(() => (route.parts[1] in all.value ? route.parts[1] : 'registries'));
    return () => h('div', [
      h('div', { class: 'title' }, h('h1', t('way.settings'))),
      tabs(t('way.settings'), Object.keys(all.value).map(each => ({
        label: t('settings.' + each), icon: ICONS[each], href: href(['settings', each]), current: each === current.value,
      }))),
      h(all.value[current.value], { key: current.value }),
    ]);
  },
};
