// Searches everything that a user can open: entries, files, terms, users and settings.
import type { QueryClient } from '@tanstack/react-query';
import { titleOf } from '../../ui/entry-title.ts';
import { paths } from '../../ui/paths.ts';
import { textOf } from '../../ui/text-of.ts';
import type { Bootstrap, ContentType } from '../bootstrap.ts';
import { mayManageSettings, mayManageTerms, mayManageUsers, mayUpload } from '../permissions.ts';
import { listedStatuses } from '../records.ts';
import { listEntries } from './entries.ts';
import { listMedia } from './media.ts';
import { settingGroupsQuery } from './settings.ts';
import { listTerms, nameOf } from './terms.ts';
import { listUsers } from './users.ts';

/** A record that a search has found. */
export interface FoundRecord {
  readonly id: string;
  readonly label: string;
  /** The kind of the record, such as the name of its type. */
  readonly kind: string;
  /** The path below the admin. */
  readonly path: string;
  /** Whether the path is that of an editor. */
  readonly opensDocument: boolean;
}

/** Maximum number of records of each kind. */
const perKind = 5;

/** Maximum number of content types and of taxonomies that are searched, because each needs a request. */
const maxTypes = 8;

const entryFields = ['id', 'title', 'modified'];

/** Searches within one kind of records. */
type Search = (signal: AbortSignal) => Promise<readonly FoundRecord[]>;

async function findEntries(type: ContentType, query: object, signal: AbortSignal) {
  const { items } = await listEntries(
    type,
    { status: listedStatuses, per_page: perKind, _fields: entryFields, _etags: undefined, ...query },
    signal,
  );
  return items.map((item) => ({
    ...{ id: `${type.slug}-${item.id}`, label: titleOf(item), kind: type.labels.singular_name ?? type.name },
    ...{ path: paths.entry(type.slug, item.id), opensDocument: true, modified: item.modified },
  }));
}

/** Returns the entries that were changed last, the latest first. Throws ApiError. */
export async function findRecentEntries({ types }: Bootstrap, signal: AbortSignal): Promise<readonly FoundRecord[]> {
  const query = { orderby: 'modified', order: 'desc' };
  const found = await Promise.all(types.slice(0, maxTypes).map((type) => findEntries(type, query, signal)));
  return found
    .flat()
    .sort((one, other) => other.modified.localeCompare(one.modified))
    .slice(0, perKind);
}

/** Dependencies of a search. */
interface SearchDeps {
  readonly bootstrap: Bootstrap;
  /** The cache with the groups of settings, which do not depend on the searched text. */
  readonly queries: QueryClient;
}

/** Returns records that match a text, without those that the user may not open. Throws ApiError. */
export async function searchSite(
  { bootstrap, queries }: SearchDeps,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const searches = searchesOf({ bootstrap, queries }, text);
  return (await Promise.all(searches.map((search) => search(signal)))).flat();
}

function searchesOf({ bootstrap, queries }: SearchDeps, search: string): readonly Search[] {
  const { types, taxonomies } = bootstrap;
  const query = { search, per_page: perKind };
  const record = { opensDocument: false };
  const media: Search = async (signal) =>
    (await listMedia({ ...query, _embed: undefined }, signal)).items.map(({ id, title, filename }) => ({
      ...{ id: `media-${id}`, label: textOf(title.rendered) || filename, path: paths.mediaItem(id), ...record },
      kind: filename,
    }));
  const users: Search = async (signal) =>
    (await listUsers(query, signal)).items.map(({ id, name, username }) => ({
      ...{ id: `user-${id}`, label: textOf(name), kind: username, path: paths.user(id), ...record },
    }));
  const managed = taxonomies.filter(mayManageTerms).slice(0, maxTypes);
  return [
    ...types.slice(0, maxTypes).map(
      (type): Search =>
        (signal) =>
          findEntries(type, { search }, signal),
    ),
    ...(mayUpload(bootstrap) ? [media] : []),
    ...managed.map(
      (taxonomy): Search =>
        async (signal) => {
          const { items } = await listTerms(taxonomy, { ...query, _embed: undefined }, signal);
          return items.map((term) => ({
            ...{
              id: `term-${term.id}`,
              label: nameOf(term),
              kind: taxonomy.labels.singular_name ?? taxonomy.name,
              ...record,
            },
            path: `${paths.terms(taxonomy.slug)}?${new URLSearchParams({ search: nameOf(term) })}`,
          }));
        },
    ),
    ...(mayManageUsers(bootstrap) ? [users] : []),
    ...(mayManageSettings(bootstrap) ? [() => searchSettings(queries, search)] : []),
  ];
}

async function searchSettings(queries: QueryClient, text: string): Promise<readonly FoundRecord[]> {
  const searched = text.toLowerCase();
  return (await queries.fetchQuery(settingGroupsQuery))
    .flatMap(({ name: group, title, settings }) =>
      settings
        .filter(({ label }) => label.toLowerCase().includes(searched))
        .map(({ name, label }) => ({
          ...{ id: `setting-${group}-${name}`, label, kind: title, path: paths.settings(group), opensDocument: false },
        })),
    )
    .slice(0, perKind);
}
