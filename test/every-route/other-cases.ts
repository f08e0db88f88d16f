// Files (media-fonts-and-oembed.md, part A), terms (terms-menus-and-blocks.md §1.6), what is declared and settings
// (protocol.md §15 to §19).
import { type MediaSite, picture } from '../media-site.ts';
import {
  administrators,
  authors,
  type Case,
  editors,
  everybody,
  making,
  next,
  own,
  type Row,
  type Thing,
  writers,
} from './row.ts';

const owned = async (site: MediaSite, owner: keyof MediaSite['ids'], id: number) => {
  const { status } = await site.ask('administrator', 'POST', `/cms/v2/media/${id}`, { author: site.ids[owner] });
  if (status !== 200) throw new Error(`the file could not be given to ${owner}`);
};

/** A text file of somebody. */
const file: Thing = async (site, owner) => {
  const query = `?description=hushed${next()}`;
  const { body } = await site.upload('administrator', `${next()}.txt`, Buffer.from('text'), query);
  await owned(site, owner, body.id);
  return { id: body.id };
};

let bytes: Promise<Buffer> | undefined;

/** A small picture of somebody. */
export const image: Thing = async (site, owner) => {
  bytes ??= picture(8, 4);
  const { body } = await site.upload('administrator', `${next()}.png`, await bytes);
  await owned(site, owner, body.id);
  return { id: body.id, src: body.source_url };
};

const media = '/cms/v2/media';
const theirs = { of: "another's", thing: file };
const ours = { of: "one's own", thing: file, isOwn: true };
const words = () => ({ caption: `hushed ${next()}` });
const turn = ({ src }: { readonly src?: unknown }) => ({ src, modifiers: [{ type: 'rotate', args: { angle: 90 } }] });

/** Work on pictures needs the right to upload, then that to change the item. */
function pictureCases(isOwn: boolean, statuses: Row): Case[] {
  const about = { of: isOwn ? "one's own" : "another's", thing: image, isOwn, statuses };
  return [
    { route: `POST ${media}/<id>/edit`, ...about, json: turn, statuses: making(statuses) },
    { route: `POST ${media}/<id>/sideload`, ...about, query: 'image_size=thumbnail', file: 'a.png' },
    { route: `POST ${media}/<id>/finalize`, ...about, json: { sub_sizes: [] } },
  ];
}

const mediaCases: Case[] = [
  { route: `GET ${media}`, ...theirs, statuses: everybody },
  {
    ...{ route: `GET ${media}`, ...theirs, query: 'context=edit' },
    ...{ statuses: writers, code: 'rest_forbidden_context' },
  },
  { route: `POST ${media}`, of: 'a file', file: 'a.txt', statuses: making(authors), code: 'rest_cannot_create' },
  { route: `GET ${media}/<id>`, ...theirs, statuses: everybody },
  {
    ...{ route: `GET ${media}/<id>`, ...theirs, query: 'context=edit' },
    ...{ statuses: editors, code: 'rest_forbidden_context' },
  },
  ...([theirs, ours] as const).flatMap((about): Case[] => {
    const statuses = about === ours ? own(writers) : editors;
    return [
      { route: `POST,PUT,PATCH ${media}/<id>`, ...about, json: words, statuses, code: 'rest_cannot_edit' },
      { route: `DELETE ${media}/<id>`, ...about, query: 'force=true', statuses, code: 'rest_cannot_delete' },
      {
        ...{ route: `POST ${media}/<id>/post-process`, ...about, json: { action: 'create-image-subsizes' } },
        ...{ statuses, code: 'rest_cannot_edit' },
      },
    ];
  }),
  ...pictureCases(false, editors),
  ...pictureCases(true, own(authors)),
];

export const named = () => ({ name: `hushed ${next()}` });

function termCases(taxonomy: string, make: Row): Case[] {
  const base = `/cms/v2/${taxonomy}`;
  const thing: Thing = async (site) => ({ id: (await site.make(base, named())).id });
  const about = { of: 'a term', thing };
  return [
    { route: `GET ${base}`, ...about, statuses: everybody },
    {
      ...{ route: `GET ${base}`, ...about, query: 'context=edit' },
      ...{ statuses: editors, code: 'rest_forbidden_context' },
    },
    { route: `POST ${base}`, of: 'a term', json: named, statuses: making(make), code: 'rest_cannot_create' },
    { route: `GET ${base}/<id>`, ...about, statuses: everybody },
    {
      ...{ route: `GET ${base}/<id>`, ...about, query: 'context=edit' },
      ...{ statuses: editors, code: 'rest_forbidden_context' },
    },
    { route: `POST,PUT,PATCH ${base}/<id>`, ...about, json: named, statuses: editors, code: 'rest_cannot_update' },
    { route: `DELETE ${base}/<id>`, ...about, query: 'force=true', statuses: editors, code: 'rest_cannot_delete' },
  ];
}

export const called =
  (names: Readonly<Record<string, string>>): Thing =>
  async () =>
    names;

const declaredCases: Case[] = [
  { route: 'GET /', of: 'the index', statuses: everybody },
  { route: 'GET /cms/v2', of: 'the index', statuses: everybody },
  { route: 'GET /cms-block-editor/v1', of: 'the index', statuses: everybody },
  // Each request of a batch is judged by itself, so the batch is done whoever sends it.
  {
    ...{
      route: 'POST /batch/v1',
      of: 'a new tag',
      json: () => ({ requests: [{ path: '/cms/v2/tags', body: named() }] }),
    },
    statuses: [207, 207, 207, 207, 207, 207],
  },
  { route: 'GET /cms/v2/types', of: 'all', statuses: everybody },
  { route: 'GET /cms/v2/types', of: 'all', query: 'context=edit', statuses: writers, code: 'rest_cannot_view' },
  { route: 'GET /cms/v2/types/<type>', of: 'posts', thing: called({ type: 'post' }), statuses: everybody },
  {
    ...{ route: 'GET /cms/v2/types/<type>', of: 'posts', thing: called({ type: 'post' }), query: 'context=edit' },
    ...{ statuses: writers, code: 'rest_forbidden_context' },
  },
  { route: 'GET /cms/v2/statuses', of: 'all', statuses: everybody },
  { route: 'GET /cms/v2/statuses', of: 'all', query: 'context=edit', statuses: writers, code: 'rest_cannot_view' },
  { route: 'GET /cms/v2/statuses/<status>', of: 'publish', thing: called({ status: 'publish' }), statuses: everybody },
  {
    ...{ route: 'GET /cms/v2/statuses/<status>', of: 'draft', thing: called({ status: 'draft' }) },
    ...{ statuses: writers, code: 'rest_cannot_read_status' },
  },
  { route: 'GET /cms/v2/taxonomies', of: 'all', statuses: everybody },
  { route: 'GET /cms/v2/taxonomies', of: 'all', query: 'context=edit', statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: 'GET /cms/v2/taxonomies/<taxonomy>', of: 'tags', thing: called({ taxonomy: 'post_tag' }) },
    statuses: everybody,
  },
  {
    ...{ route: 'GET /cms/v2/taxonomies/<taxonomy>', of: 'tags', thing: called({ taxonomy: 'post_tag' }) },
    ...{ query: 'context=edit', statuses: writers, code: 'rest_forbidden_context' },
  },
  { route: 'GET /cms/v2/search', of: 'everything', query: 'search=hushed', statuses: everybody },
  { route: 'GET /cms/v2/settings', of: 'all', statuses: administrators, code: 'rest_forbidden' },
  {
    ...{ route: 'POST,PUT,PATCH /cms/v2/settings', of: 'the title', json: () => ({ title: `hushed ${next()}` }) },
    ...{ statuses: administrators, code: 'rest_forbidden' },
  },
  { route: 'GET /octavo/v1', of: 'the index', statuses: everybody },
  { route: 'GET /octavo/v1/audit-log', of: 'everything', statuses: administrators, code: 'rest_cannot_view' },
];

const hooks = '/octavo/v1/webhooks';

/** A webhook that nothing is sent to, with a delivery that waits; those before it go, for a site has so many only. */
const webhook: Thing = async (site) => {
  for (const { id } of (await site.ask('administrator', 'GET', hooks)).body)
    await site.ask('administrator', 'DELETE', `${hooks}/${id}`);
  const { id } = await site.make(hooks, { url: 'https://93.184.216.34/', description: 'hushed' });
  const { id: delivery } = await site.make(`${hooks}/${id}/deliveries`, {});
  return { id, delivery };
};

const managed = { thing: webhook, statuses: administrators, code: 'rest_cannot_manage_webhooks' };

const webhookCases: Case[] = [
  { route: `GET ${hooks}`, of: 'all', ...managed },
  {
    ...{ route: `POST ${hooks}`, of: 'a new one', json: { url: 'https://93.184.216.34/' } },
    ...{ statuses: making(administrators), code: 'rest_cannot_manage_webhooks' },
  },
  { route: `GET ${hooks}/<id>`, of: 'one', ...managed },
  { route: `POST,PUT,PATCH ${hooks}/<id>`, of: 'one', ...managed, json: { description: 'hushed' } },
  { route: `POST ${hooks}/<id>/secret`, of: 'one', ...managed },
  { route: `POST ${hooks}/<id>/deliveries`, of: 'one', ...managed, statuses: making(administrators) },
  { route: `GET ${hooks}/<id>/deliveries`, of: 'one', ...managed },
  { route: `GET ${hooks}/<id>/deliveries/<delivery>`, of: 'one', ...managed },
  { route: `POST ${hooks}/<id>/deliveries/<delivery>/redeliver`, of: 'one', ...managed },
  { route: `DELETE ${hooks}/<id>`, of: 'one', ...managed },
  { route: 'GET /octavo/v1/events', of: 'all', statuses: administrators, code: 'rest_cannot_follow_events' },
];

/** All other cases. */
export const otherCases: Case[] = [
  ...webhookCases,
  ...mediaCases,
  ...termCases('categories', editors),
  ...termCases('tags', writers),
  ...termCases('cms_pattern_category', writers),
  ...declaredCases,
];

/** More files and terms. */
export async function addOthers(site: MediaSite): Promise<void> {
  await file(site, 'author');
  for (const taxonomy of ['categories', 'tags', 'cms_pattern_category'])
    await site.make(`/cms/v2/${taxonomy}`, named());
}
