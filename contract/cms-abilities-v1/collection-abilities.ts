// What can be done with collections of records and their items.
import type { Ability, AbilityCategory } from '../grammar/ability.ts';
import type { Method } from '../grammar/route.ts';

/** Abilities with their categories. */
export interface Abilities {
  readonly categories: readonly AbilityCategory[];
  readonly abilities: readonly Ability[];
}

/** A collection of records and its items, as the sentences of abilities call them. */
export interface Collection {
  readonly category: string;
  /** Of the names of what is done with one, and with many. */
  readonly one: string;
  readonly many: string;
  readonly noun: { readonly one: string; readonly many: string };
  readonly path: string;
  /** What the address of an item has in its end; absent: `id`. */
  readonly key?: string;
  /** Its records are made of files, which are fetched from an address. */
  readonly isOfFiles?: boolean;
  /** What is deleted is gone: there is no trash, and `force` must be true. */
  readonly isForGood?: boolean;
}

export type Deed = 'list' | 'get' | 'create' | 'update' | 'delete';

const everything: readonly Deed[] = ['list', 'get', 'create', 'update', 'delete'];

const methodOf: Readonly<Record<Deed, Method>> = {
  list: 'GET',
  get: 'GET',
  create: 'POST',
  update: 'POST',
  delete: 'DELETE',
};

const descriptionOf: Readonly<Record<Deed, (collection: Collection) => string>> = {
  list: ({ noun }) => `Finds ${noun.many} by words and other filters, page by page.`,
  get: ({ noun, key = 'id' }) =>
    `Reads one ${noun.one} by its ${key}. With the context edit it tells the source of its texts.`,
  create: ({ noun, isOfFiles }) =>
    `Makes a new ${noun.one}${isOfFiles ? ', of the picture at the address url; what it is called can be changed afterwards' : ''}.`,
  update: ({ noun }) => `Changes one ${noun.one}: what is sent is replaced, all else stays.`,
  delete: ({ noun, isForGood }) =>
    isForGood
      ? `Deletes one ${noun.one} for good: force must be true.`
      : `Deletes one ${noun.one}; where there is a trash, into it, unless force is true.`,
};

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A name as abilities write it: names of the service's own lose their prefix. */
export const hyphened = (name: string): string => name.replace(/^cms_/, '').replaceAll('_', '-');

/** The abilities of a collection; absent: all deeds. */
export function abilitiesOf(collection: Collection, deeds: readonly Deed[] = everything): Ability[] {
  const { category, one, many, noun, path, key = 'id', isOfFiles = false } = collection;
  return deeds.map((deed): Ability => {
    const ofMany = deed === 'list';
    return {
      name: `octavo/${deed}-${ofMany ? many : one}`,
      label: `${capital(deed)} ${ofMany ? noun.many : noun.one}`,
      description: descriptionOf[deed](collection),
      category,
      asks: { method: methodOf[deed], path: ofMany || deed === 'create' ? path : `${path}/<${key}>` },
      ...(isOfFiles && deed === 'create' && { takes: ['url', 'post'], needs: ['url'] }),
    };
  });
}
