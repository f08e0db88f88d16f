// Declares the permission cases of routes that editors use in addition to content: blocks, icons, directories, view
// configurations, extensions, widgets (protocol.md §20).

import {
  administrators,
  type Case,
  creating,
  editors,
  type Fixture,
  forOwners,
  next,
  type Row,
  writers,
} from './cases.ts';
import { entry } from './entry-cases.ts';

/** Returns a row with a status for administrators. The requests of all other callers are rejected with 401 or 403. */
const administratorsGet = (status: number): Row => [401, 403, 403, 403, 403, status];

const fixedNames =
  (names: Readonly<Record<string, string>>): Fixture =>
  async () =>
    names;

const types = '/cms/v2/block-types';
const viewingBlocks = { statuses: writers, code: 'rest_block_type_cannot_view' };
const search = fixedNames({ namespace: 'core', name: 'search' });
const viewing = { description: 'all', statuses: writers, code: 'rest_cannot_view' };
const plus = fixedNames({ collection: 'core', name: 'plus', slug: 'core' });

const librariesCases: Case[] = [
  { route: `GET ${types}`, description: 'all', ...viewingBlocks },
  { route: `GET ${types}/<namespace>`, description: 'those of a namespace', fixture: search, ...viewingBlocks },
  { route: `GET ${types}/<namespace>/<name>`, description: 'one', fixture: search, ...viewingBlocks },
  { route: 'GET /cms/v2/block-patterns/patterns', ...viewing },
  { route: 'GET /cms/v2/block-patterns/categories', ...viewing },
  { route: 'GET /cms/v2/icons', ...viewing },
  { route: 'GET /cms/v2/icons/<collection>', ...viewing, fixture: plus },
  { route: 'GET /cms/v2/icons/<collection>/<name>', ...viewing, fixture: plus },
  { route: 'GET /cms/v2/icon-collections', ...viewing },
  { route: 'GET /cms/v2/icon-collections/<slug>', ...viewing, fixture: plus },
  {
    ...{ route: 'GET /cms/v2/pattern-directory/patterns', description: 'all' },
    ...{ statuses: writers, code: 'rest_pattern_directory_cannot_view' },
  },
  {
    ...{ route: 'GET /cms/v2/block-directory/search', description: 'a word', query: 'term=slider' },
    ...{ statuses: administrators, code: 'rest_block_directory_cannot_view' },
  },
];

const renderer = '/cms/v2/block-renderer/<name>';
const inNone = {
  description: 'a block outside of entries',
  fixture: fixedNames({ name: 'core/latest-posts' }),
  statuses: writers,
};
const draft =
  (type: string): Fixture =>
  async (site, owner) => ({ ...(await entry(type, 'draft')(site, owner)), name: 'core/post-title' });
const inEntries: readonly Omit<Case, 'route'>[] = [
  { description: "a block in another's draft", fixture: draft('posts'), statuses: editors },
  { description: 'a block in an own draft', fixture: draft('posts'), isOwn: true, statuses: forOwners(writers) },
  { description: "a block in another's page", fixture: draft('pages'), statuses: editors },
];

/** Cases of the block renderer. Blocks of an entry are rendered only for users who may edit the entry. */
const rendererCases: Case[] = [
  { route: `GET ${renderer}`, ...inNone, query: 'context=edit' },
  { route: `POST ${renderer}`, ...inNone, json: { context: 'edit', attributes: { postsToShow: 5 } } },
  ...inEntries.flatMap((about) => [
    { route: `GET ${renderer}`, ...about, query: 'context=edit&post_id=<id>' },
    { route: `POST ${renderer}`, ...about, json: ({ id }) => ({ context: 'edit', post_id: id }) } satisfies Case,
  ]),
].map((each) => ({ ...each, code: 'block_cannot_read' }));

const screenCases: Case[] = (
  [
    ['postType', 'post', writers],
    ['postType', 'page', editors],
    ['postType', 'cms_template', administrators],
    ['taxonomy', 'category', writers],
    ['taxonomy', 'nav_menu', administrators],
  ] as const
).map(([kind, name, statuses]) => ({
  ...{ route: 'GET /cms/v2/view-config', description: `a screen of ${name}`, query: `kind=${kind}&name=${name}` },
  ...{ statuses, code: 'rest_cannot_read' },
}));

const plugins = '/cms/v2/plugins';
const installed = { description: 'an active one', fixture: fixedNames({ plugin: 'sbc' }) };
const unknown = {
  description: 'a missing one',
  fixture: fixedNames({ plugin: 'none' }),
  statuses: administratorsGet(404),
};
const managing = { code: 'rest_cannot_manage_plugins' };

const pluginCases: Case[] = [
  { route: `GET ${plugins}`, description: 'all', statuses: administrators, code: 'rest_cannot_view_plugins' },
  {
    ...{ route: `POST ${plugins}`, description: 'one', json: () => ({ slug: `another-${next()}` }) },
    ...{ statuses: administratorsGet(403), code: 'rest_cannot_install_plugin' },
  },
  { route: `GET ${plugins}/<plugin>`, ...installed, statuses: administrators, code: 'rest_cannot_view_plugin' },
  { route: `GET ${plugins}/<plugin>`, ...unknown, code: 'rest_cannot_view_plugin' },
  {
    ...{ route: `POST,PUT,PATCH ${plugins}/<plugin>`, ...installed, json: { status: 'active' } },
    ...{ statuses: administrators, ...managing },
  },
  { route: `POST,PUT,PATCH ${plugins}/<plugin>`, ...unknown, json: { status: 'active' }, ...managing },
  { route: `DELETE ${plugins}/<plugin>`, ...installed, statuses: administratorsGet(400), ...managing },
  { route: `DELETE ${plugins}/<plugin>`, ...unknown, ...managing },
];

const widget = {
  description: 'a missing one',
  fixture: fixedNames({ id: 'text-1' }),
  statuses: administratorsGet(404),
};
const none = { description: 'an empty list', statuses: administrators };

/** Cases of widgets. Block themes have none, but callers who may not manage widgets get a permission error. */
const widgetCases: Case[] = [
  { route: 'GET /cms/v2/sidebars', ...none },
  { route: 'GET /cms/v2/sidebars/<id>', ...widget },
  { route: 'POST,PUT,PATCH /cms/v2/sidebars/<id>', ...widget, json: { widgets: [] } },
  { route: 'GET /cms/v2/widget-types', ...none },
  { route: 'GET /cms/v2/widget-types/<id>', ...widget },
  { route: 'POST /cms/v2/widget-types/<id>/encode', ...widget, json: {} },
  { route: 'POST /cms/v2/widget-types/<id>/render', ...widget, json: {} },
  { route: 'GET /cms/v2/widgets', ...none },
  {
    route: 'POST /cms/v2/widgets',
    description: 'one',
    json: { sidebar: 'sidebar-1' },
    statuses: administratorsGet(400),
  },
  { route: 'GET /cms/v2/widgets/<id>', ...widget },
  { route: 'POST,PUT,PATCH /cms/v2/widgets/<id>', ...widget, json: { sidebar: 'sidebar-1' } },
  { route: 'DELETE /cms/v2/widgets/<id>', ...widget },
].map((each) => ({ ...each, code: 'rest_cannot_manage_widgets' }));

/** All cases of routes that editors use in addition to content. */
export const companionCases: Case[] = [
  ...librariesCases,
  ...rendererCases,
  ...screenCases,
  { route: 'GET /octavo/v1/site-editor', description: 'settings', statuses: administrators, code: 'rest_forbidden' },
  {
    ...{ route: 'POST /octavo/v1/design-previews', description: 'a changed template' },
    json: { templates: [{ id: 'quarto//404', content: 'hushed' }] },
    ...{ statuses: creating(administrators), code: 'rest_cannot_preview_design' },
  },
  ...pluginCases,
  ...widgetCases,
];
