// Resolves the URLs of archives: the posts of the site, of a term, of an author, of a period, or that match a search, and comments.
import { formats } from '../../contract/columns.ts';
import type { Taxonomy } from '../../contract/grammar/content-type.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import { titleOf } from '../cms-v2/entries/texts.ts';
import { isPubliclyReadable, resolveUrl } from '../cms-v2/entry-urls/resolve-url.ts';
import { termUrl } from '../cms-v2/terms/urls.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import { formatPeriod } from '../rendering/dynamic/dates.ts';
import type { TermView } from '../rendering/dynamic/views.ts';
import { type PageClient, readApiList } from './api-reads.ts';

/** A list of posts or comments with a public URL. */
export interface Archive {
  readonly kind: 'entries' | 'comments';
  /** The kind of thing that the title names, such as `Category`; empty if it needs no explanation. */
  readonly label: string;
  /** The title as HTML, without that of the site; empty for the posts of the site. */
  readonly title: string;
  /** The description as HTML; empty if there is none. */
  readonly description: string;
  /** The public URL of the page that shows the list. */
  readonly link: string;
  /** Path of the list below the API root, and the query parameters that select its items. */
  readonly apiPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Slugs of the templates that can render the list, the most specific one first. */
  readonly templates: readonly string[];
  /** Whether the list only exists if it has entries, such as that of a day. */
  readonly needsEntries?: true;
  /** The term whose entries are listed. */
  readonly term?: TermView;
  /** The searched text. */
  readonly search?: string;
}

export interface ArchiveDeps {
  readonly entries: EntryDeps;
  readonly dispatch: Dispatch;
}

/**
 * Finds the archive at a URL of the site; undefined if there is none, or if nobody may see it without signing in. The URL of an entry is the
 * archive of its comments. Throws ApiError as the API does.
 */
export async function findArchive(deps: ArchiveDeps, url: URL, client: PageClient): Promise<Archive | undefined> {
  const { urls } = deps.entries.site;
  const path = pathBelow(urls.front, url);
  if (path === undefined) return undefined;
  const search = url.searchParams.get('s');
  if (['p', 'page_id', 'attachment_id'].some((name) => url.searchParams.has(name))) return entryComments(deps, url);
  if (path === '' && search !== null) return searchArchive(urls.front, search);
  if (path === '') return postsArchive(urls.front);
  if (path === 'comments') return commentsOf('Comments', `${urls.front}/`, {});
  return (
    (await termArchive(deps, path, client)) ??
    (await authorArchive(deps, path, client)) ??
    formatArchive(urls.front, path) ??
    dateArchive(urls.front, path) ??
    entryComments(deps, url)
  );
}

/** Returns the archive of all posts of the site. */
export const postsArchive = (front: string): Archive => ({
  ...postsOf({ link: `${front}/`, query: {}, templates: ['home', 'index'] }),
});

/** Returns the path of a URL below the site's URL, in lower case and without slashes at its ends; undefined for other URLs. */
function pathBelow(front: string, { pathname }: URL): string | undefined {
  const base = new URL(front).pathname.replace(/\/$/, '');
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined;
  const segments = pathname.slice(base.length).toLowerCase().split('/');
  return segments.filter((segment) => segment !== '').join('/');
}

type PostsArchive = Pick<Archive, 'link' | 'query' | 'templates'> & Partial<Archive>;

const postsOf = (archive: PostsArchive): Archive => ({
  ...{ kind: 'entries', label: '', title: '', description: '', apiPath: '/cms/v2/posts' },
  ...archive,
});

const commentsOf = (title: string, link: string, query: Archive['query']): Archive => ({
  ...{ kind: 'comments', label: '', title, description: '', link, apiPath: '/cms/v2/comments', query, templates: [] },
});

const searchArchive = (front: string, search: string): Archive =>
  postsOf({
    title: `Search for “${escapeLiteral(search)}”`,
    link: `${front}/?s=${encodeURIComponent(search)}`,
    query: { search },
    templates: ['search', 'index'],
    search,
  });

async function termArchive(deps: ArchiveDeps, path: string, client: PageClient): Promise<Archive | undefined> {
  const { contract, site } = deps.entries;
  const link = `${site.urls.front}/${path}/`;
  const taxonomy = [...contract.taxonomies.values()].find(
    (each) => each.hasPages && link.startsWith(prefixOf(each, site.urls.front)),
  );
  const type = contract.types.get(taxonomy?.types.find((name) => name === 'post') ?? taxonomy?.types[0] ?? '');
  if (!taxonomy || !type) return undefined;
  const fields = 'id,name,description,link,slug,parent,count';
  const query = { slug: path.split('/').at(-1) ?? '', per_page: '100', _fields: fields };
  const terms = await readApiList(deps.dispatch, `/${taxonomy.restNamespace}/${taxonomy.restBase}`, query, client);
  const term = terms?.find((each) => each.link === link);
  if (!term) return undefined;
  const { id, name, description, slug, parent, count } = term;
  return postsOf({
    ...{ label: capitalize(taxonomy.noun.one), title: name, description, link },
    query: termQuery(taxonomy, id),
    apiPath: `/${type.restNamespace}/${type.restBase}`,
    templates: [...termTemplates(taxonomy.name, slug, id), 'archive', 'index'],
    term: { id, name, description, parent, count, taxonomy: taxonomy.name, url: escapeLiteral(link) },
  });
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the templates that are only for terms. Those of categories and tags have names of their own. */
function termTemplates(taxonomy: string, slug: string, id: number): string[] {
  const own = { category: 'category', post_tag: 'tag' }[taxonomy];
  return own
    ? [`${own}-${slug}`, `${own}-${id}`, own]
    : [`taxonomy-${taxonomy}-${slug}`, `taxonomy-${taxonomy}`, 'taxonomy'];
}

/** Returns the query of the posts of a term and of its descendants. */
const termQuery = ({ restBase, hierarchical }: Taxonomy, id: number): Archive['query'] =>
  hierarchical
    ? { [`${restBase}[terms]`]: String(id), [`${restBase}[include_children]`]: 'true' }
    : { [restBase]: String(id) };

/** Returns the beginning of the URLs of the terms of a taxonomy. */
const prefixOf = (taxonomy: Taxonomy, front: string): string =>
  termUrl({ path: '' }, taxonomy, front).replace(/\/+$/, '/');

async function authorArchive(deps: ArchiveDeps, path: string, client: PageClient): Promise<Archive | undefined> {
  const [, slug] = /^author\/([^/]+)$/.exec(path) ?? [];
  if (slug === undefined) return undefined;
  const query = { slug, _fields: 'id,name,description,link' };
  const [author] = (await readApiList(deps.dispatch, '/cms/v2/users', query, client)) ?? [];
  if (!author) return undefined;
  const { id, name, link, description } = author;
  return postsOf({
    ...{ label: 'Author', title: name, description, link },
    query: { author: String(id) },
    templates: [`author-${slug}`, `author-${id}`, 'author', 'archive', 'index'],
  });
}

/** Returns the archive of a post format. Posts without a format have none. */
function formatArchive(front: string, path: string): Archive | undefined {
  const [, name] = /^type\/(\w+)$/.exec(path) ?? [];
  const format = formats.find((each) => each === name && each !== 'standard');
  return (
    format &&
    postsOf({
      ...{ label: 'Format', title: capitalize(format), link: `${front}/type/${format}/`, query: { format } },
      needsEntries: true,
      templates: [`taxonomy-post_format-${format}`, 'taxonomy-post_format', 'taxonomy', 'archive', 'index'],
    })
  );
}

/** Returns the archive of a year, a month or a day: `2026`, `2026/11` or `2026/11/23`. */
function dateArchive(front: string, path: string): Archive | undefined {
  const [, year = '', month, day] = /^(\d{4})(?:\/(\d\d?)(?:\/(\d\d?))?)?$/.exec(path) ?? [];
  if (year === '') return undefined;
  const start = Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  const parts = [year, month, day].filter((part) => part !== undefined).map((part) => part.padStart(2, '0'));
  const period = parts.join('-');
  // A day that does not exist, such as 2026-02-30, is another one after the conversion.
  if (!new Date(start).toISOString().startsWith(period)) return undefined;
  const end =
    day !== undefined
      ? start + 24 * 3600_000
      : Date.UTC(Number(year) + (month === undefined ? 1 : 0), month === undefined ? 0 : Number(month), 1);
  const secondOf = (time: number) => new Date(time).toISOString().slice(0, 19);
  return postsOf({
    ...{ label: ['Year', 'Month', 'Day'][parts.length - 1] ?? '', title: formatPeriod(period) },
    link: `${front}/${parts.join('/')}/`,
    needsEntries: true,
    // The API excludes both limits.
    query: { after: secondOf(start - 1000), before: secondOf(end) },
    templates: ['date', 'archive', 'index'],
  });
}

async function entryComments({ entries }: ArchiveDeps, url: URL): Promise<Archive | undefined> {
  const resolved = await resolveUrl(entries, url);
  if (!resolved || !isPubliclyReadable(resolved)) return undefined;
  return commentsOf(`Comments on “${titleOf(resolved.row)}”`, resolved.link, { post: String(resolved.row.id) });
}
