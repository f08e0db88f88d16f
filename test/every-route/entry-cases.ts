// Declares the permission cases of entries, revisions and autosaves (posts-and-pages.md §3, §8;
// terms-menus-and-blocks.md §3.3, §4.3, §5).
import type { MediaSite } from '../media-site.ts';
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
  type Owner,
  type Row,
  signedIn,
  writers,
} from './cases.ts';

const text = () => ({ title: `hushed ${next()}`, content: `hushed ${next()}` });

/**
 * Creates an entry with a status for an owner. Blocks are created by their owner; navigation menus and menu items belong to
 * the administrator.
 */
export const entry =
  (type: string, status: string): Fixture =>
  async (site, owner) => {
    const author = ['posts', 'pages', 'forms'].includes(type) ? { author: site.ids[owner] } : {};
    const creator = type === 'blocks' ? owner : 'administrator';
    return { id: (await site.create(`/cms/v2/${type}`, { ...text(), status, ...author }, creator)).id };
  };

/** Creates a draft and a revision of it. */
const revision =
  (type: string): Fixture =>
  async (site, owner) => {
    const { id } = await entry(type, 'draft')(site, owner);
    const changed = await site.request('administrator', 'POST', `/cms/v2/${type}/${id}`, text());
    return { parent: Number(id), id: changed.body._links['predecessor-version'][0].id };
  };

/**
 * Creates an autosave by another user, because autosaves by the author change the draft itself. Navigation menus are published
 * instead, because the administrator creates both the menu and the autosave.
 */
const autosave =
  (type: string): Fixture =>
  async (site, owner) => {
    const isShared = type === 'navigation';
    const { id } = await entry(type, isShared ? 'publish' : 'draft')(site, owner);
    const by: Owner = owner === 'administrator' && !isShared ? 'editor' : 'administrator';
    const autosaved = await site.request(by, 'POST', `/cms/v2/${type}/${id}/autosaves`, text());
    return { parent: Number(id), id: autosaved.body.id };
  };

interface ExpectedRows {
  readonly list: Row;
  readonly listToEdit: Row;
  readonly create: Row;
  readonly readPublished: Row;
  /** Rows for drafts of others and of the caller. Authors may read their own drafts (additions.md, "Own entries"). */
  readonly readDraft: readonly [Row, Row];
  readonly change: readonly [Row, Row];
}

function cases(type: string, expected: ExpectedRows): Case[] {
  const base = `/cms/v2/${type}`;
  const draft = entry(type, 'draft');
  const ofBoth = (route: string, statuses: readonly [Row, Row], code: string, more: Partial<Case> = {}): Case[] => [
    { route, description: "another's draft", fixture: draft, statuses: statuses[0], code, ...more },
    {
      route,
      description: "one's own draft",
      fixture: draft,
      isOwn: true,
      statuses: forOwners(statuses[1]),
      code,
      ...more,
    },
  ];
  return [
    { route: `GET ${base}`, description: 'all', fixture: draft, statuses: expected.list },
    {
      ...{ route: `GET ${base}`, description: 'all, to edit', fixture: draft, query: 'context=edit' },
      ...{ statuses: expected.listToEdit, code: 'rest_forbidden_context' },
    },
    {
      route: `POST ${base}`,
      description: 'a draft',
      json: text,
      statuses: creating(expected.create),
      code: 'rest_cannot_create',
    },
    {
      ...{ route: `GET ${base}/<id>`, description: "another's published", fixture: entry(type, 'publish') },
      ...{ statuses: expected.readPublished, code: 'rest_forbidden' },
    },
    ...ofBoth(`GET ${base}/<id>`, expected.readDraft, 'rest_forbidden'),
    ...ofBoth(`GET ${base}/<id>`, expected.change, 'rest_forbidden_context', { query: 'context=edit' }),
    ...ofBoth(`POST,PUT,PATCH ${base}/<id>`, expected.change, 'rest_cannot_edit', { json: text }),
    ...ofBoth(`DELETE ${base}/<id>`, expected.change, 'rest_cannot_delete', { query: 'force=true' }),
  ];
}

/**
 * Returns cases of revisions or autosaves, for entries of others and for entries of the caller. Callers need permission to
 * edit the entry.
 */
function revisionOrAutosaveCases(
  change: ExpectedRows['change'],
  about: (common: Pick<Case, 'description' | 'isOwn' | 'statuses'>) => Case[],
): Case[] {
  const [another, ownEntry] = change;
  return [
    ...about({ description: "another's", isOwn: false, statuses: another }),
    ...about({ description: "one's own", isOwn: true, statuses: forOwners(ownEntry) }),
  ];
}

function revisionCases(type: string, { change }: ExpectedRows): Case[] {
  const base = `/cms/v2/${type}/<parent>/revisions`;
  const [fixture, code] = [revision(type), 'rest_cannot_read'];
  return revisionOrAutosaveCases(change, (common) => [
    { route: `GET ${base}`, ...common, fixture, code },
    { route: `GET ${base}/<id>`, ...common, fixture, code },
    { route: `DELETE ${base}/<id>`, ...common, fixture, query: 'force=true', code: 'rest_cannot_delete' },
  ]);
}

function autosaveCases(type: string, { change }: ExpectedRows): Case[] {
  const base = `/cms/v2/${type}`;
  const draft = entry(type, 'draft');
  return revisionOrAutosaveCases(change, (common) => [
    { route: `GET ${base}/<id>/autosaves`, ...common, fixture: draft, code: 'rest_cannot_read' },
    { route: `POST ${base}/<id>/autosaves`, ...common, fixture: draft, json: text, code: 'rest_cannot_edit' },
    { route: `GET ${base}/<parent>/autosaves/<id>`, ...common, fixture: autosave(type), code: 'rest_cannot_read' },
  ]);
}

const posts: ExpectedRows = {
  list: everybody,
  listToEdit: writers,
  create: writers,
  readPublished: everybody,
  readDraft: [editors, signedIn],
  change: [editors, writers],
};
const pages: ExpectedRows = {
  list: everybody,
  listToEdit: editors,
  create: editors,
  readPublished: everybody,
  readDraft: [editors, signedIn],
  change: [editors, editors],
};
/** Statuses for callers who can own a block; 0 skips the others. */
const blockAuthors: Row = [0, 0, 0, 200, 200, 200];
const blocks: ExpectedRows = {
  ...posts,
  create: authors,
  readPublished: writers,
  readDraft: [editors, blockAuthors],
  change: [editors, blockAuthors],
};
const navigation: ExpectedRows = {
  list: everybody,
  listToEdit: administrators,
  create: administrators,
  readPublished: everybody,
  readDraft: [administrators, administrators],
  change: [administrators, administrators],
};

const link = () => ({ title: `hushed ${next()}`, url: 'https://example.com/' });

/** Creates a menu item that is a custom link to another site. */
const item: Fixture = async (site) => {
  const { id } = await site.create('/cms/v2/menu-items', { ...link(), status: 'draft' });
  return { id };
};
const itemAutosave: Fixture = async (site) => {
  const { id } = await site.create('/cms/v2/menu-items', { ...link(), status: 'publish' });
  const autosaved = await site.request('administrator', 'POST', `/cms/v2/menu-items/${id}/autosaves`, {
    title: 'hushed',
  });
  return { parent: Number(id), id: autosaved.body.id };
};
const ofItem = { description: 'a draft', fixture: item, statuses: administrators };
const items = '/cms/v2/menu-items';

const menuItemCases: Case[] = [
  { route: `GET ${items}`, description: 'all', fixture: item, statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: `GET ${items}`, description: 'all, to edit', fixture: item, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  {
    route: `POST ${items}`,
    description: 'a link',
    json: link,
    statuses: creating(administrators),
    code: 'rest_cannot_create',
  },
  { route: `GET ${items}/<id>`, ...ofItem, code: 'rest_forbidden' },
  { route: `GET ${items}/<id>`, ...ofItem, query: 'context=edit', code: 'rest_forbidden_context' },
  { route: `POST,PUT,PATCH ${items}/<id>`, ...ofItem, json: link, code: 'rest_cannot_edit' },
  { route: `DELETE ${items}/<id>`, ...ofItem, query: 'force=true', code: 'rest_cannot_delete' },
  { route: `GET ${items}/<id>/autosaves`, ...ofItem, code: 'rest_cannot_read' },
  { route: `POST ${items}/<id>/autosaves`, ...ofItem, json: { title: 'hushed' }, code: 'rest_cannot_edit' },
  { route: `GET ${items}/<parent>/autosaves/<id>`, ...ofItem, fixture: itemAutosave, code: 'rest_cannot_read' },
];

/** All cases of entries. */
export const entryCases: Case[] = [
  ...Object.entries({ posts, pages, blocks, navigation, forms: pages }).flatMap(([type, expected]) => [
    ...cases(type, expected),
    ...revisionCases(type, expected),
    ...autosaveCases(type, expected),
  ]),
  ...menuItemCases,
];

/** Adds an entry of each type to a site. */
export async function addEntries(site: MediaSite): Promise<void> {
  for (const type of ['posts', 'pages', 'blocks', 'navigation', 'forms']) {
    await entry(type, 'publish')(site, 'editor');
    await revision(type)(site, 'author');
    await autosave(type)(site, 'author');
  }
  await itemAutosave(site, 'administrator');
}
