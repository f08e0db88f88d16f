// Everything that is promised, in the order in which the index announces it. A site's own types and taxonomies are
// added to it by the same functions (docs/adding-a-resource.md).
import { applicationPasswords } from './cms-v2/application-passwords.ts';
import { categories } from './cms-v2/categories.ts';
import { pages } from './cms-v2/pages.ts';
import { posts } from './cms-v2/posts.ts';
import { tags } from './cms-v2/tags.ts';
import { users } from './cms-v2/users.ts';
import type { ContentType, Taxonomy } from './grammar/content-type.ts';
import type { Resource } from './grammar/resource.ts';
import { entryResource } from './shared/entries.ts';
import { termResource } from './shared/terms.ts';

export const builtInTypes: readonly ContentType[] = [posts, pages];
export const builtInTaxonomies: readonly Taxonomy[] = [categories, tags];

export interface Contract {
  readonly types: ReadonlyMap<string, ContentType>;
  readonly taxonomies: ReadonlyMap<string, Taxonomy>;
  /** The resource of a content type or taxonomy by its name, and the others by their schema's title. */
  readonly resources: ReadonlyMap<string, Resource>;
}

/** What a site adds to the contract. */
export interface Additions {
  readonly types?: readonly ContentType[];
  readonly taxonomies?: readonly Taxonomy[];
}

/** The contract of a site: the built-in types and taxonomies, the site's own, and the other resources. */
export function makeContract(own: Additions = {}): Contract {
  const types = [...builtInTypes, ...(own.types ?? [])];
  const taxonomies = [...builtInTaxonomies, ...(own.taxonomies ?? [])];
  const ofType = (type: ContentType) => type.taxonomies.flatMap((name) => taxonomies.filter((each) => each.name === name));
  const resources: [string, Resource][] = [
    ...types.map((type): [string, Resource] => [type.name, entryResource(type, ofType(type))]),
    ...taxonomies.map((taxonomy): [string, Resource] => [taxonomy.name, termResource(taxonomy, types)]),
    ['user', users],
    ['application-password', applicationPasswords],
  ];
  return {
    types: new Map(types.map((type) => [type.name, type])),
    taxonomies: new Map(taxonomies.map((taxonomy) => [taxonomy.name, taxonomy])),
    resources: new Map(resources),
  };
}
