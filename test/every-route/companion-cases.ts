// What clients of editors ask beside content: blocks, pictures, catalogues, screens, extensions, widgets (protocol.md §20).
import { entry } from './entry-cases.ts';
import { administrators, type Case, editors, next, own, type Row, type Thing, writers } from './row.ts';

/** Those who are told what there is not, and everybody else only that they may not ask. */
const administratorsAre = (status: number): Row => [401, 403, 403, 403, 403, status];

const called =
  (names: Readonly<Record<string, string>>): Thing =>
  async () =>
    names;

const types = '/cms/v2/block-types';
const seeingBlocks = { statuses: writers, code: 'rest_block_type_cannot_view' };
const search = called({ namespace: 'core', name: 'search' });
const seeing = { of: 'all', statuses: writers, code: 'rest_cannot_view' };
const plus = called({ collection: 'core', name: 'plus', slug: 'core' });

const librariesCases: Case[] = [
  { route: `GET ${types}`, of: 'all', ...seeingBlocks },
  { route: `GET ${types}/<namespace>`, of: 'those of a namespace', thing: search, ...seeingBlocks },
  { route: `GET ${types}/<namespace>/<name>`, of: 'one', thing: search, ...seeingBlocks },
  { route: 'GET /cms/v2/block-patterns/patterns', ...seeing },
  { route: 'GET /cms/v2/block-patterns/categories', ...seeing },
  { route: 'GET /cms/v2/icons', ...seeing },
  { route: 'GET /cms/v2/icons/<collection>', ...seeing, thing: plus },
  { route: 'GET /cms/v2/icons/<collection>/<name>', ...seeing, thing: plus },
  { route: 'GET /cms/v2/icon-collections', ...seeing },
  { route: 'GET /cms/v2/icon-collections/<slug>', ...seeing, thing: plus },
  {
    ...{ route: 'GET /cms/v2/pattern-directory/patterns', of: 'all' },
    ...{ statuses: writers, code: 'rest_pattern_directory_cannot_view' },
  },
  {
    ...{ route: 'GET /cms/v2/block-directory/search', of: 'a word', query: 'term=slider' },
    ...{ statuses: administrators, code: 'rest_block_directory_cannot_view' },
  },
];

const renderer = '/cms/v2/block-renderer/<name>';
const inNone = { of: 'a block in no entry', thing: called({ name: 'core/latest-posts' }), statuses: writers };
const draft =
  (type: string): Thing =>
  async (site, owner) => ({ ...(await entry(type, 'draft')(site, owner)), name: 'core/post-title' });
const inEntries: readonly Omit<Case, 'route'>[] = [
  { of: "a block in another's draft", thing: draft('posts'), statuses: editors },
  { of: "a block in one's own draft", thing: draft('posts'), isOwn: true, statuses: own(writers) },
  { of: "a block in another's page", thing: draft('pages'), statuses: editors },
];

/** In an entry, blocks are shown to who may change it. */
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
  ...{ route: 'GET /cms/v2/view-config', of: `a screen of ${name}`, query: `kind=${kind}&name=${name}` },
  ...{ statuses, code: 'rest_cannot_read' },
}));

const plugins = '/cms/v2/plugins';
const installed = { of: 'one that is at work', thing: called({ plugin: 'sbc' }) };
const unknown = { of: 'one that is not there', thing: called({ plugin: 'none' }), statuses: administratorsAre(404) };
const managing = { code: 'rest_cannot_manage_plugins' };

const pluginCases: Case[] = [
  { route: `GET ${plugins}`, of: 'all', statuses: administrators, code: 'rest_cannot_view_plugins' },
  {
    ...{ route: `POST ${plugins}`, of: 'one', json: () => ({ slug: `another-${next()}` }) },
    ...{ statuses: administratorsAre(403), code: 'rest_cannot_install_plugin' },
  },
  { route: `GET ${plugins}/<plugin>`, ...installed, statuses: administrators, code: 'rest_cannot_view_plugin' },
  { route: `GET ${plugins}/<plugin>`, ...unknown, code: 'rest_cannot_view_plugin' },
  {
    ...{ route: `POST,PUT,PATCH ${plugins}/<plugin>`, ...installed, json: { status: 'active' } },
    ...{ statuses: administrators, ...managing },
  },
  { route: `POST,PUT,PATCH ${plugins}/<plugin>`, ...unknown, json: { status: 'active' }, ...managing },
  { route: `DELETE ${plugins}/<plugin>`, ...installed, statuses: administratorsAre(400), ...managing },
  { route: `DELETE ${plugins}/<plugin>`, ...unknown, ...managing },
];

const widget = { of: 'one that is not there', thing: called({ id: 'text-1' }), statuses: administratorsAre(404) };
const none = { of: 'all, of which there are none', statuses: administrators };

/** Themes made of blocks have no widgets; only who could manage them is told so. */
const widgetCases: Case[] = [
  { route: 'GET /cms/v2/sidebars', ...none },
  { route: 'GET /cms/v2/sidebars/<id>', ...widget },
  { route: 'POST,PUT,PATCH /cms/v2/sidebars/<id>', ...widget, json: { widgets: [] } },
  { route: 'GET /cms/v2/widget-types', ...none },
  { route: 'GET /cms/v2/widget-types/<id>', ...widget },
  { route: 'POST /cms/v2/widget-types/<id>/encode', ...widget, json: {} },
  { route: 'POST /cms/v2/widget-types/<id>/render', ...widget, json: {} },
  { route: 'GET /cms/v2/widgets', ...none },
  { route: 'POST /cms/v2/widgets', of: 'one', json: { sidebar: 'sidebar-1' }, statuses: administratorsAre(400) },
  { route: 'GET /cms/v2/widgets/<id>', ...widget },
  { route: 'POST,PUT,PATCH /cms/v2/widgets/<id>', ...widget, json: { sidebar: 'sidebar-1' } },
  { route: 'DELETE /cms/v2/widgets/<id>', ...widget },
].map((each) => ({ ...each, code: 'rest_cannot_manage_widgets' }));

/** All cases of what editors ask beside content. */
export const companionCases: Case[] = [
  ...librariesCases,
  ...rendererCases,
  ...screenCases,
  ...pluginCases,
  ...widgetCases,
];
