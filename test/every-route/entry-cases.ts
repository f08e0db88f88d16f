// Entries with their revisions and autosaves (posts-and-pages.md §3, §8; terms-menus-and-blocks.md §3.3, §4.3, §5).
import type { MediaSite } from '../media-site.ts';
import {
  administrators,
  authors,
  type Case,
  editors,
  everybody,
  making,
  next,
  type Owner,
  own,
  type Row,
  signedIn,
  type Thing,
  writers,
} from './row.ts';

const text = () => ({ title: `hushed ${next()}`, content: `hushed ${next()}` });

/** An entry of somebody in a state. Blocks belong to who makes them, navigations and menu items to who runs the site. */
export const entry =
  (type: string, status: string): Thing =>
  async (site, owner) => {
    const author = ['posts', 'pages', 'forms'].includes(type) ? { author: site.ids[owner] } : {};
    const maker = type === 'blocks' ? owner : 'administrator';
    return { id: (await site.make(`/cms/v2/${type}`, { ...text(), status, ...author }, maker)).id };
  };

/** A revision of a draft. */
const revision =
  (type: string): Thing =>
  async (site, owner) => {
    const { id } = await entry(type, 'draft')(site, owner);
    const changed = await site.ask('administrator', 'POST', `/cms/v2/${type}/${id}`, text());
    return { parent: Number(id), id: changed.body._links['predecessor-version'][0].id };
  };

/** An autosave by somebody else, since one's own goes into the draft itself; of navigations one of what is published. */
const autosave =
  (type: string): Thing =>
  async (site, owner) => {
    const isShared = type === 'navigation';
    const { id } = await entry(type, isShared ? 'publish' : 'draft')(site, owner);
    const by: Owner = owner === 'administrator' && !isShared ? 'editor' : 'administrator';
    const kept = await site.ask(by, 'POST', `/cms/v2/${type}/${id}/autosaves`, text());
    return { parent: Number(id), id: kept.body.id };
  };

interface Rights {
  readonly list: Row;
  readonly listToEdit: Row;
  readonly make: Row;
  readonly readPublished: Row;
  /** Of somebody else, and of one's own: authors read what is theirs (additions.md, "Own entries"). */
  readonly readDraft: readonly [Row, Row];
  readonly change: readonly [Row, Row];
}

function cases(type: string, rights: Rights): Case[] {
  const base = `/cms/v2/${type}`;
  const draft = entry(type, 'draft');
  const ofBoth = (route: string, statuses: readonly [Row, Row], code: string, more: Partial<Case> = {}): Case[] => [
    { route, of: "another's draft", thing: draft, statuses: statuses[0], code, ...more },
    { route, of: "one's own draft", thing: draft, isOwn: true, statuses: own(statuses[1]), code, ...more },
  ];
  return [
    { route: `GET ${base}`, of: 'all', thing: draft, statuses: rights.list },
    {
      ...{ route: `GET ${base}`, of: 'all, to edit', thing: draft, query: 'context=edit' },
      ...{ statuses: rights.listToEdit, code: 'rest_forbidden_context' },
    },
    { route: `POST ${base}`, of: 'a draft', json: text, statuses: making(rights.make), code: 'rest_cannot_create' },
    {
      ...{ route: `GET ${base}/<id>`, of: "another's published", thing: entry(type, 'publish') },
      ...{ statuses: rights.readPublished, code: 'rest_forbidden' },
    },
    ...ofBoth(`GET ${base}/<id>`, rights.readDraft, 'rest_forbidden'),
    ...ofBoth(`GET ${base}/<id>`, rights.change, 'rest_forbidden_context', { query: 'context=edit' }),
    ...ofBoth(`POST,PUT,PATCH ${base}/<id>`, rights.change, 'rest_cannot_edit', { json: text }),
    ...ofBoth(`DELETE ${base}/<id>`, rights.change, 'rest_cannot_delete', { query: 'force=true' }),
  ];
}

/** Cases of what belongs to an entry, each about another's and about one's own: whoever may change the entry may. */
function ofParts(change: Rights['change'], about: (common: Pick<Case, 'of' | 'isOwn' | 'statuses'>) => Case[]): Case[] {
  const [another, mine] = change;
  return [
    ...about({ of: "another's", isOwn: false, statuses: another }),
    ...about({ of: "one's own", isOwn: true, statuses: own(mine) }),
  ];
}

function revisionCases(type: string, { change }: Rights): Case[] {
  const base = `/cms/v2/${type}/<parent>/revisions`;
  const [thing, code] = [revision(type), 'rest_cannot_read'];
  return ofParts(change, (common) => [
    { route: `GET ${base}`, ...common, thing, code },
    { route: `GET ${base}/<id>`, ...common, thing, code },
    { route: `DELETE ${base}/<id>`, ...common, thing, query: 'force=true', code: 'rest_cannot_delete' },
  ]);
}

function autosaveCases(type: string, { change }: Rights): Case[] {
  const base = `/cms/v2/${type}`;
  const draft = entry(type, 'draft');
  return ofParts(change, (common) => [
    { route: `GET ${base}/<id>/autosaves`, ...common, thing: draft, code: 'rest_cannot_read' },
    { route: `POST ${base}/<id>/autosaves`, ...common, thing: draft, json: text, code: 'rest_cannot_edit' },
    { route: `GET ${base}/<parent>/autosaves/<id>`, ...common, thing: autosave(type), code: 'rest_cannot_read' },
  ]);
}

const posts: Rights = {
  list: everybody,
  listToEdit: writers,
  make: writers,
  readPublished: everybody,
  readDraft: [editors, signedIn],
  change: [editors, writers],
};
const pages: Rights = {
  list: everybody,
  listToEdit: editors,
  make: editors,
  readPublished: everybody,
  readDraft: [editors, signedIn],
  change: [editors, editors],
};
/** Those who can have a block of their own. */
const makers: Row = [0, 0, 0, 200, 200, 200];
const blocks: Rights = {
  ...posts,
  make: authors,
  readPublished: writers,
  readDraft: [editors, makers],
  change: [editors, makers],
};
const navigation: Rights = {
  list: everybody,
  listToEdit: administrators,
  make: administrators,
  readPublished: everybody,
  readDraft: [administrators, administrators],
  change: [administrators, administrators],
};

const link = () => ({ title: `hushed ${next()}`, url: 'https://example.com/' });

/** A menu item that leads somewhere outside. */
const item: Thing = async (site) => {
  const { id } = await site.make('/cms/v2/menu-items', { ...link(), status: 'draft' });
  return { id };
};
const itemAutosave: Thing = async (site) => {
  const { id } = await site.make('/cms/v2/menu-items', { ...link(), status: 'publish' });
  const kept = await site.ask('administrator', 'POST', `/cms/v2/menu-items/${id}/autosaves`, { title: 'hushed' });
  return { parent: Number(id), id: kept.body.id };
};
const ofItem = { of: 'a draft', thing: item, statuses: administrators };
const items = '/cms/v2/menu-items';

const menuItemCases: Case[] = [
  { route: `GET ${items}`, of: 'all', thing: item, statuses: writers, code: 'rest_cannot_view' },
  {
    ...{ route: `GET ${items}`, of: 'all, to edit', thing: item, query: 'context=edit' },
    ...{ statuses: administrators, code: 'rest_forbidden_context' },
  },
  { route: `POST ${items}`, of: 'a link', json: link, statuses: making(administrators), code: 'rest_cannot_create' },
  { route: `GET ${items}/<id>`, ...ofItem, code: 'rest_forbidden' },
  { route: `GET ${items}/<id>`, ...ofItem, query: 'context=edit', code: 'rest_forbidden_context' },
  { route: `POST,PUT,PATCH ${items}/<id>`, ...ofItem, json: link, code: 'rest_cannot_edit' },
  { route: `DELETE ${items}/<id>`, ...ofItem, query: 'force=true', code: 'rest_cannot_delete' },
  { route: `GET ${items}/<id>/autosaves`, ...ofItem, code: 'rest_cannot_read' },
  { route: `POST ${items}/<id>/autosaves`, ...ofItem, json: { title: 'hushed' }, code: 'rest_cannot_edit' },
  { route: `GET ${items}/<parent>/autosaves/<id>`, ...ofItem, thing: itemAutosave, code: 'rest_cannot_read' },
];

/** All cases of entries. */
export const entryCases: Case[] = [
  ...Object.entries({ posts, pages, blocks, navigation, forms: pages }).flatMap(([type, rights]) => [
    ...cases(type, rights),
    ...revisionCases(type, rights),
    ...autosaveCases(type, rights),
  ]),
  ...menuItemCases,
];

/** Many entries of each kind, so that there is much to list. */
export async function addEntries(site: MediaSite): Promise<void> {
  for (const type of ['posts', 'pages', 'blocks', 'navigation', 'forms']) {
    await entry(type, 'publish')(site, 'editor');
    await revision(type)(site, 'author');
    await autosave(type)(site, 'author');
  }
  await itemAutosave(site, 'administrator');
}
