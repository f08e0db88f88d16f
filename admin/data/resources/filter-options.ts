// Finds the records by which lists can be filtered: users and terms. Only those that match a search or are selected are read.

import { textOf } from '../../ui/text-of.ts';
import type { Taxonomy } from '../bootstrap.ts';
import { maxPageSize, type QueryValue, readPage } from '../client.ts';
import { collectionPath } from '../records.ts';

/** A value of a filter, with its name. */
export interface FilterOption {
  /** The ID of the record, as text. */
  readonly value: string;
  readonly label: string;
}

/** A source of the values of a filter. */
export interface FilterOptions {
  /** Identifies the source in caches. */
  readonly key: string;
  /** Reads the first records that match a search, in the order of their names. Throws ApiError. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly FilterOption[]>;
  /** Reads records by their IDs; IDs without a record that the user may read are missing. Throws ApiError. */
  readonly find: (ids: readonly string[], signal: AbortSignal) => Promise<readonly FilterOption[]>;
}

/** The number of records that a search returns. */
const searchLimit = 20;

/** Returns the terms of a taxonomy. */
export const termOptions = (taxonomy: Taxonomy): FilterOptions => optionsOf(taxonomy.slug, collectionPath(taxonomy));

/** The users that can be authors. */
export const authorOptions: FilterOptions = optionsOf('author', '/wp/v2/users');

function optionsOf(key: string, path: string): FilterOptions {
  const read = async (query: Readonly<Record<string, QueryValue>>, signal: AbortSignal) => {
    const { items } = await readPage<{ readonly id: number; readonly name: string }>(
      path,
      { _fields: ['id', 'name'], orderby: 'name', ...query },
      signal,
    );
    return items.map(({ id, name }) => ({ value: String(id), label: textOf(name) }));
  };
  return {
    key,
    search: (text, signal) => read({ search: text === '' ? undefined : text, per_page: searchLimit }, signal),
    find: async (ids, signal) =>
      // Names of further records are not displayed.
      ids.length === 0 ? [] : read({ include: ids.slice(0, maxPageSize), per_page: maxPageSize }, signal),
  };
}
