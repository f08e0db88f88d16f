// Determines the cache tags of the data of dynamic blocks (server/http/cache-tags.ts).
import type { Contract } from '../../../contract/contract.ts';
import {
  contentTag,
  mediaTag,
  postTag,
  siteTag,
  termCountsTag,
  termTag,
  usersTag,
  userTag,
} from '../../http/cache-tags.ts';
import type { EntryQuery, LoadedData, Need } from '../../rendering/dynamic/needs.ts';
import type { EntryView } from '../../rendering/dynamic/views.ts';

/**
 * Returns the tags of everything on which the loaded data of a need depends. What is not public may become public, so a need without data
 * has the tag of all public data.
 */
export function needTags(need: Need, data: LoadedData, contract: Contract): readonly string[] {
  switch (need.kind) {
    case 'entries':
      return [
        ...queryTags(need.query, contract),
        ...data
          .entries(need.query)
          .flatMap(({ id, author }) => [postTag(id), ...(need.authors ? userTags(author) : [])]),
      ];
    case 'total':
      return queryTags(need.query, contract);
    case 'entry':
      return entryTags(data.entry(need.id));
    case 'content':
      return need.id > 0 && data.content(need.id) ? [postTag(need.id)] : [contentTag];
    case 'terms':
      return [collectionOf(contract.taxonomies, need.query.taxonomy), termCountsTag];
    case 'user':
      return data.user(need.id) ? userTags(need.id) : [contentTag];
    case 'image':
      return data.image(need.id)?.isPublic ? [postTag(need.id)] : [contentTag];
    case 'track':
      return data.track(need.id)?.isPublic ? [postTag(need.id)] : [contentTag];
    case 'images of entry':
    case 'tracks of entry':
      return [mediaTag];
    case 'template part':
    case 'site navigation':
    case 'site logo':
      // Changes of templates, navigation menus and settings purge all responses. The file of the logo may change, too.
      return [siteTag, ...(need.kind === 'site logo' ? logoTags(data) : [])];
    case 'terms of entry':
      return [...contract.taxonomies.keys()].flatMap((name) =>
        data.termsOf(need.id, name).map(({ id }) => termTag(id)),
      );
    case 'ancestors':
      return ancestorTags(need.parent, data);
    case 'neighbors of entry': {
      const { previous, next } = data.neighborsOf(need.id);
      const type = data.entry(need.id)?.type ?? previous?.type ?? next?.type;
      return type === undefined ? [contentTag] : [collectionOf(contract.types, type)];
    }
    case 'periods':
    case 'days':
      return [collectionOf(contract.types, 'post')];
    case 'comments of entry':
    case 'comment counts':
      // A comment purges its entry. Comments also display the images of users.
      return [postTag(need.id), usersTag];
    case 'comments':
    case 'entry at URL':
    case 'form':
      return [contentTag];
  }
}

/** Returns the tags of a user. The user is no longer public when the last public entry by the user is not. */
const userTags = (id: number): readonly string[] => [userTag(id), usersTag];

const entryTags = (entry: EntryView | undefined): readonly string[] => (entry ? [postTag(entry.id)] : [contentTag]);

const logoTags = ({ site }: LoadedData): readonly string[] => (site.logo > 0 ? [postTag(site.logo)] : []);

/** Returns the tags of the ancestors of an entry, up to one that is not public. */
function ancestorTags(parent: number, data: LoadedData): readonly string[] {
  const tags: string[] = [];
  const seen = new Set<number>();
  for (let id = parent; id > 0 && !seen.has(id); ) {
    seen.add(id);
    const entry = data.entry(id);
    tags.push(...entryTags(entry));
    id = entry?.parent ?? 0;
  }
  return tags;
}

/** Returns the tags of a query: the collection of its type and, if it has conditions on terms, those of their taxonomies. */
const queryTags = ({ type, terms }: EntryQuery, { types, taxonomies }: Contract): readonly string[] => [
  collectionOf(types, type),
  ...terms.map(({ taxonomy }) => collectionOf(taxonomies, taxonomy)),
];

/** Returns the collection of a type or taxonomy; that of all public data if it is not registered. */
const collectionOf = (declared: ReadonlyMap<string, { readonly restBase: string }>, name: string): string =>
  declared.get(name)?.restBase ?? contentTag;
