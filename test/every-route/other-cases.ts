// Declares the permission cases of media (media-fonts-and-oembed.md, part A), terms (terms-menus-and-blocks.md §1.6), types,
// statuses, taxonomies and settings (protocol.md §15 to §19).
import { createImage, type MediaSite } from '../media-site.ts';
import {
  administrators,
  authors,
  type Case,
  creating,
  editors,
  everybody,
  type Fixture,
  forOwners,
  next,
  type Row,
  writers,
} from './cases.ts';

const setAuthor = async (site: MediaSite, owner: keyof MediaSite['ids'], id: number) => {
  const { status } = await site.request('administrator', 'POST', `/cms/v2/media/${id}`, { author: site.ids[owner] });
  if (status !== 200) throw new Error(`The author of the file could not be changed to ${owner}.`);
};

/** Uploads a text file for an owner. */
const file: Fixture = async (site, owner) => {
  const query = `?description=hushed${next()}`;
  const { body } = await site.upload('administrator', `${next()}.txt`, Buffer.from('text'), query);
  await setAuthor(site, owner, body.id);
  return { id: body.id };
};

let bytes: Promise<Buffer> | undefined;

/** Uploads a small image for an owner. */
export const image: Fixture = async (site, owner) => {
  bytes ??= createImage(8, 4);
  const { body } = await site.upload('administrator', `${next()}.png`, await bytes);
  await setAuthor(site, owner, body.id);
  return { id: body.id, src: body.source_url };
};

const media = '/cms/v2/media';
const othersFile = { description: "another's", fixture: file };
const ownFile = { description: "one's own", fixture: file, isOwn: true };
const newCaption = () => ({ caption: `hushed ${next()}` });
const rotation = ({ src }: { readonly src?: unknown }) => ({
  src,
  modifiers: [{ type: 'rotate', args: { angle: 90 } }],
});

/** Returns cases of image processing, which requires permission to upload files and to edit the media item. */
function imageCases(isOwn: boolean, statuses: Row): Case[] {
  const about = { description: isOwn ? "one's own" : "another's", fixture: image, isOwn, statuses };
  return [
    { route: `POST ${media}/<id>/edit`, ...about, json: rotation, statuses: creating(statuses) },
    { route: `POST ${media}/<id>/sideload`, ...about, query: 'image_size=thumbnail', file: 'a.png' },
    { route: `POST ${media}/<id>/finalize`, ...about, json: { sub_sizes: [] } },
  ];
}

/** Returns cases of the media library. Replacing a file requires permission to upload files and to edit the media item. */
function libraryCases(about: typeof ownFile | typeof othersFile, editing: Row, replacing: Row): Case[] {
  return [
    { route: 'GET /octavo/v1/media/<id>/uses', ...about, statuses: editing, code: 'rest_cannot_edit' },
    { route: 'POST /octavo/v1/media/<id>/file', ...about, file: 'a.txt', statuses: replacing },
  ];
}

const mediaCases: Case[] = [
  { route: `GET ${media}`, ...othersFile, statuses: everybody },
  {
    ...{ route: `GET ${media}`, ...othersFile, query: 'context=edit' },
    ...{ statuses: writers, code: 'rest_forbidden_context' },
  },
  {
    route: `POST ${media}`,
    description: 'a file',
    file: 'a.txt',
    statuses: creating(authors),
    code: 'rest_cannot_create',
  },
  { route: `GET ${media}/<id>`, ...othersFile, statuses: everybody },
  {
    ...{ route: `GET ${media}/<id>`, ...othersFile, query: 'context=edit' },
    ...{ statuses: editors, code: 'rest_forbidden_context' },
  },
  ...([othersFile, ownFile] as const).flatMap((about): Case[] => {
    const statuses = about === ownFile ? forOwners(writers) : editors;
    return [
      { route: `POST,PUT,PATCH ${media}/<id>`, ...about, json: newCaption, statuses, code: 'rest_cannot_edit' },
      { route: `DELETE ${media}/<id>`, ...about, query: 'force=true', statuses, code: 'rest_cannot_delete' },
      {
        ...{ route: `POST ${media}/<id>/post-process`, ...about, json: { action: 'create-image-subsizes' } },
        ...{ statuses, code: 'rest_cannot_edit' },
      },
    ];
  }),
  ...imageCases(false, editors),
  ...imageCases(true, forOwners(authors)),
  ...libraryCases(othersFile, editors, editors),
  ...libraryCases(ownFile, forOwners(writers), forOwners(authors)),
];

export const newName = () => ({ name: `hushed ${next()}` });

function termCases(taxonomy: string, make: Row): Case[] {
  const base = `/cms/v2/${taxonomy}`;
  const fixture: Fixture = async (site) => ({ id: (await site.create(base, newName())).id });
  const about = { description: 'a term', fixture };
  return [
    { route: `GET ${base}`, ...about, statuses: everybody },
    {
      ...{ route: `GET ${base}`, ...about, query: 'context=edit' },
      ...{ statuses: editors, code: 'rest_forbidden_context' },
    },
    {
      route: `POST ${base}`,
      description: 'a term',
      json: newName,
      statuses: creating(make),
      code: 'rest_cannot_create',
    },
    { route: `GET ${base}/<id>`, ...about, statuses: everybody },
    {
      ...{ route: `GET ${base}/<id>`, ...about, query: 'context=edit' },
      ...{ statuses: editors, code: 'rest_forbidden_context' },
    },
    { route: `POST,PUT,PATCH ${base}/<id>`, ...about, json: newName, statuses: editors, code: 'rest_cannot_update' },
    { route: `DELETE ${base}/<id>`, ...about, query: 'force=true', statuses: editors, code: 'rest_cannot_delete' },
  ];
}

const allTerms = '/octavo/v1/terms';

/** Cases of the routes for terms of any taxonomy. */
const anyTermCases = (taxonomy: string): Case[] => {
  const create = async (site: MediaSite): Promise<number> => (await site.create(`/cms/v2/${taxonomy}`, newName())).id;
  const about: Pick<Case, 'description' | 'fixture'> = {
    description: taxonomy,
    fixture: async (site) => ({ id: await create(site), into: await create(site) }),
  };
  return [
    { route: `GET ${allTerms}/<id>`, ...about, statuses: everybody },
    {
      ...{ route: `GET ${allTerms}/<id>`, ...about, query: 'context=edit' },
      ...{ statuses: editors, code: 'rest_forbidden_context' },
    },
    {
      ...{ route: `POST ${allTerms}/<id>/merge`, ...about, json: ({ into }) => ({ into }) },
      ...{ statuses: editors, code: 'rest_cannot_update' },
    },
  ];
};

export const fixedNames =
  (names: Readonly<Record<string, string>>): Fixture =>
  async () =>
    names;

const declaredCases: Case[] = [
  { route: 'GET /', description: 'the index', statuses: everybody },
  { route: 'GET /cms/v2', description: 'the index', statuses: everybody },
  { route: 'GET /cms-block-editor/v1', description: 'the index', statuses: everybody },
  // Each request of a batch is checked separately, so the batch itself succeeds for every caller.
  {
    ...{
      route: 'POST /batch/v1',
      description: 'a new tag',
      json: () => ({ requests: [{ path: '/cms/v2/tags', body: newName() }] }),
    },
    statuses: [207, 207, 207, 207, 207, 207],
  },
  { route: 'GET /cms/v2/types', description: 'all', statuses: everybody },
  {
    route: 'GET /cms/v2/types',
    description: 'all',
    query: 'context=edit',
    statuses: writers,
    code: 'rest_cannot_view',
  },
  {
    route: 'GET /cms/v2/types/<type>',
    description: 'posts',
    fixture: fixedNames({ type: 'post' }),
    statuses: everybody,
  },
  {
    ...{
      route: 'GET /cms/v2/types/<type>',
      description: 'posts',
      fixture: fixedNames({ type: 'post' }),
      query: 'context=edit',
    },
    ...{ statuses: writers, code: 'rest_forbidden_context' },
  },
  { route: 'GET /cms/v2/statuses', description: 'all', statuses: everybody },
  {
    route: 'GET /cms/v2/statuses',
    description: 'all',
    query: 'context=edit',
    statuses: writers,
    code: 'rest_cannot_view',
  },
  {
    route: 'GET /cms/v2/statuses/<status>',
    description: 'publish',
    fixture: fixedNames({ status: 'publish' }),
    statuses: everybody,
  },
  {
    ...{ route: 'GET /cms/v2/statuses/<status>', description: 'draft', fixture: fixedNames({ status: 'draft' }) },
    ...{ statuses: writers, code: 'rest_cannot_read_status' },
  },
  { route: 'GET /cms/v2/taxonomies', description: 'all', statuses: everybody },
  {
    route: 'GET /cms/v2/taxonomies',
    description: 'all',
    query: 'context=edit',
    statuses: writers,
    code: 'rest_cannot_view',
  },
  {
    ...{
      route: 'GET /cms/v2/taxonomies/<taxonomy>',
      description: 'tags',
      fixture: fixedNames({ taxonomy: 'post_tag' }),
    },
    statuses: everybody,
  },
  {
    ...{
      route: 'GET /cms/v2/taxonomies/<taxonomy>',
      description: 'tags',
      fixture: fixedNames({ taxonomy: 'post_tag' }),
    },
    ...{ query: 'context=edit', statuses: writers, code: 'rest_forbidden_context' },
  },
  { route: 'GET /cms/v2/search', description: 'everything', query: 'search=hushed', statuses: everybody },
  { route: 'GET /cms/v2/settings', description: 'all', statuses: administrators, code: 'rest_forbidden' },
  {
    ...{
      route: 'POST,PUT,PATCH /cms/v2/settings',
      description: 'the title',
      json: () => ({ title: `hushed ${next()}` }),
    },
    ...{ statuses: administrators, code: 'rest_forbidden' },
  },
  ...['settings', 'setting-groups', 'configuration'].map((name) => {
    return {
      route: `GET /octavo/v1/${name}`,
      description: 'all',
      ...{ statuses: administrators, code: 'rest_forbidden' },
    };
  }),
  {
    ...{ route: 'POST,PUT,PATCH /octavo/v1/settings', description: 'the title' },
    ...{ json: () => ({ title: `hushed ${next()}` }), statuses: administrators, code: 'rest_forbidden' },
  },
  ...['age-check', 'cmsforms', 'mail-smtp', 'spamfilter'].flatMap((extension): Case[] => {
    const path = `/octavo/v1/extension-settings/${extension}`;
    const access = { statuses: administrators, code: 'rest_cannot_manage_extension_settings' };
    return [
      { route: `GET ${path}`, description: 'all', ...access },
      { route: `POST,PUT,PATCH ${path}`, description: 'none', ...access, json: {} },
    ];
  }),
  { route: 'GET /octavo/v1', description: 'the index', statuses: everybody },
  ...['audit-log', 'recent-errors', 'migration-status'].map((name) => {
    return {
      route: `GET /octavo/v1/${name}`,
      description: 'everything',
      ...{ statuses: administrators, code: 'rest_cannot_view' },
    };
  }),
];

const hooks = '/octavo/v1/webhooks';

/**
 * Creates a webhook with a waiting delivery that is never sent. Deletes all other webhooks first, because their number is
 * limited.
 */
const webhook: Fixture = async (site) => {
  for (const { id } of (await site.request('administrator', 'GET', hooks)).body)
    await site.request('administrator', 'DELETE', `${hooks}/${id}`);
  const { id } = await site.create(hooks, { url: 'https://93.184.216.34/', description: 'hushed' });
  const { id: delivery } = await site.create(`${hooks}/${id}/deliveries`, {});
  return { id, delivery };
};

const managed = { fixture: webhook, statuses: administrators, code: 'rest_cannot_manage_webhooks' };

const webhookCases: Case[] = [
  { route: `GET ${hooks}`, description: 'all', ...managed },
  {
    ...{ route: `POST ${hooks}`, description: 'a new one', json: { url: 'https://93.184.216.34/' } },
    ...{ statuses: creating(administrators), code: 'rest_cannot_manage_webhooks' },
  },
  { route: `GET ${hooks}/<id>`, description: 'one', ...managed },
  { route: `POST,PUT,PATCH ${hooks}/<id>`, description: 'one', ...managed, json: { description: 'hushed' } },
  { route: `POST ${hooks}/<id>/secret`, description: 'one', ...managed },
  { route: `POST ${hooks}/<id>/deliveries`, description: 'one', ...managed, statuses: creating(administrators) },
  { route: `GET ${hooks}/<id>/deliveries`, description: 'one', ...managed },
  { route: `GET ${hooks}/<id>/deliveries/<delivery>`, description: 'one', ...managed },
  { route: `POST ${hooks}/<id>/deliveries/<delivery>/redeliver`, description: 'one', ...managed },
  { route: `POST ${hooks}/<id>/deliveries/redeliver`, description: 'the failed ones', ...managed },
  { route: `DELETE ${hooks}/<id>`, description: 'one', ...managed },
  {
    ...{ route: 'GET /octavo/v1/event-kinds', description: 'all' },
    ...{ statuses: administrators, code: 'rest_cannot_follow_events' },
  },
  { route: 'GET /octavo/v1/events', description: 'all', statuses: administrators, code: 'rest_cannot_follow_events' },
];

const backups = '/octavo/v1/backups';
const backupAccess = { code: 'rest_cannot_manage_backups', statuses: administrators };
const callersGet = (status: number): Row => [status, status, status, status, status, status];
const administratorsGet = (status: number): Row => [401, 403, 403, 403, 403, status];
const none = { fixture: fixedNames({ id: 'none' }) };
const missingBackup = { ...none, description: 'a missing one', ...backupAccess, statuses: administratorsGet(404) };

// No case creates or restores a backup, because the work would continue during later cases. backups.test.ts covers both.
const backupCases: Case[] = [
  { route: `GET ${backups}`, description: 'all', ...backupAccess },
  {
    ...{ route: `POST ${backups}`, description: 'an invalid name', ...backupAccess },
    ...{ json: { name: 'x'.repeat(151) }, statuses: callersGet(400) },
  },
  { route: `GET ${backups}/<id>`, ...missingBackup },
  { route: `DELETE ${backups}/<id>`, ...missingBackup },
  { route: `GET ${backups}/<id>/comparison`, ...missingBackup },
  { route: `POST ${backups}/<id>/checks`, ...missingBackup },
  {
    ...{ route: `POST ${backups}/<id>/downloads`, ...none, description: 'a wrong password' },
    ...{ json: { password: 'wrong' }, statuses: administratorsGet(403) },
  },
  {
    ...{ route: `POST ${backups}/<id>/restores`, ...none, description: 'a wrong password' },
    ...{ json: { password: 'wrong', name: 'none' }, statuses: administratorsGet(403) },
  },
  {
    ...{ route: `GET ${backups}/<id>/archive`, ...none, description: 'an invalid token', query: 'token=none' },
    ...{ statuses: callersGet(403), code: 'rest_cannot_download_backup' },
  },
];

const jobAccess = { code: 'rest_cannot_manage_jobs', statuses: administrators };

// No case runs a job, because the work would continue during later cases. jobs.test.ts covers this.
const jobCases: Case[] = [
  { route: 'GET /octavo/v1/jobs', description: 'all', ...jobAccess },
  {
    ...{ route: 'POST /octavo/v1/jobs/<name>/runs', ...jobAccess, description: 'a missing one' },
    ...{ fixture: fixedNames({ name: 'none' }), statuses: administratorsGet(404) },
  },
];

/** All cases of media, terms, types, statuses, taxonomies, settings and webhooks. */
export const otherCases: Case[] = [
  ...webhookCases,
  ...backupCases,
  ...jobCases,
  ...mediaCases,
  ...termCases('categories', editors),
  ...termCases('tags', writers),
  ...termCases('cms_pattern_category', writers),
  ...anyTermCases('categories'),
  ...anyTermCases('tags'),
  ...declaredCases,
];

/** Adds files and terms to a site. */
export async function addOthers(site: MediaSite): Promise<void> {
  await file(site, 'author');
  for (const taxonomy of ['categories', 'tags', 'cms_pattern_category'])
    await site.create(`/cms/v2/${taxonomy}`, newName());
}
