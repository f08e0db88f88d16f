// Generates the abilities for collections of records: listing, reading, creating, updating and deleting.
import type { Ability } from '../grammar/ability.ts';
import { methodsOfVerbs, type Verb } from '../grammar/module.ts';

/** A collection of records, with the names that its abilities use. */
export interface Collection {
  readonly category: string;
  /** Singular and plural, as they occur in the names of abilities. */
  readonly one: string;
  readonly many: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly path: string;
  /** The path parameter of an item; `id` by default. */
  readonly key?: string;
  /** Whether the records are files, which are created from a URL. */
  readonly isOfFiles?: boolean;
  /** Whether the collection has no trash, so that `force` must be true. */
  readonly isForGood?: boolean;
}

const allActions: readonly Verb[] = ['list', 'get', 'create', 'update', 'delete'];

const descriptionOf: Readonly<Record<Verb, (collection: Collection) => string>> = {
  list: ({ noun }) => `Lists ${noun.many}, with search, filters and paging.`,
  get: ({ noun, key = 'id' }) =>
    `Returns the ${noun.one} with the given \`${key}\`. If \`context\` is \`edit\`, the output includes the raw texts.`,
  create: ({ noun, isOfFiles }) =>
    `Creates a new ${noun.one}${isOfFiles ? ' from the image at `url`. To set its title and texts, update it' : ''}.`,
  update: ({ noun }) => `Updates one ${noun.one}. Omitted fields do not change.`,
  delete: ({ noun, isForGood }) =>
    isForGood
      ? `Deletes one ${noun.one} permanently; \`force\` must be true.`
      : `Moves one ${noun.one} to the trash, or deletes it permanently if \`force\` is true.`,
};

/** Returns a text with a capital first letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a name as it occurs in names of abilities: with hyphens, and without the prefix `cms_`. */
export const hyphenated = (name: string): string => name.replace(/^cms_/, '').replaceAll('_', '-');

/** Returns the abilities of a collection for the given actions; by default, for all actions. */
export function abilitiesOf(collection: Collection, actions: readonly Verb[] = allActions): Ability[] {
  const { category, one, many, noun, path, key = 'id', isOfFiles = false } = collection;
  return actions.map((action): Ability => {
    const isList = action === 'list';
    return {
      name: `octavo/${action}-${isList ? many : one}`,
      label: `${capitalize(action)} ${isList ? noun.many : noun.one}`,
      description: descriptionOf[action](collection),
      category,
      request: { method: methodsOfVerbs[action][0], path: isList || action === 'create' ? path : `${path}/<${key}>` },
      ...(isOfFiles && action === 'create' && { takes: ['url', 'post'], needs: ['url'] }),
    };
  });
}
