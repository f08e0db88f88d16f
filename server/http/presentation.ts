// Declares the input and output types of presentation.
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import { isSignedIn } from '../access/actor.ts';
import type { JsonListItem } from './json-text.ts';
import type { Call, Items } from './module.ts';
import { namesIn } from './names-in.ts';

/** The links to include: none, all, or those of some relations. */
export type LinkSelection = 'none' | 'all' | ((rel: string) => boolean);

/** A row presented as a JSON record. */
export interface PresentedRecord {
  /** The record as JSON: encoded bytes if it is cached or belongs to a long list. */
  readonly json: string | JsonListItem;
  /** The URL of the record; undefined if links were not created. */
  readonly self: string | undefined;
  /** The state of the item, if it was requested and the caller may change the item (state.ts). */
  readonly state?: string;
  /** The cache tags of the record with its embedded records, if they are collected and the caller is anonymous. */
  readonly tags?: readonly string[];
}

/** Presents items of one resource, in their order. Items that no longer exist when they are loaded are omitted. */
export type Present = (
  items: Items,
  resource: Resource,
  call: Call,
  options: PresentOptions,
) => Promise<readonly PresentedRecord[]>;

export interface PresentOptions {
  readonly context: Context;
  readonly named?: readonly string[] | undefined;
  readonly links: LinkSelection;
  /** Relations to embed. Their links are created even if the response does not include them. */
  readonly embeds?: EmbedSelection | undefined;
  /** The requested states of items: with the records only, or also in their self links. Absent if none are requested. */
  readonly states?: 'in records' | 'in links' | undefined;
  /** Whether the URL of the record is requested even if its links are not. */
  readonly self?: boolean;
}

/** Whether the caller is anonymous: all anonymous callers get the same records. */
export const isShareable = (call: Call): boolean => !isSignedIn(call.actor);

/** The relations to embed. */
export interface EmbedSelection {
  /** A cache key: equal for selections of the same relations. */
  readonly name: string;
  includes(rel: string): boolean;
}

const allRelations: EmbedSelection = { name: 'everything', includes: () => true };

/**
 * Parses `_embed`, which is read from the query only: an empty value, `1`, `true` and `0` mean all relations; any other value is a list of
 * relations (protocol.md §7.3). Returns undefined if nothing is to be embedded.
 */
export function parseEmbed(value: unknown): EmbedSelection | undefined {
  if (value === undefined) return undefined;
  const names = namesIn(value);
  if (names.length === 0 || (names.length === 1 && ['1', 'true', '0'].includes(names[0] ?? ''))) return allRelations;
  const relations = new Set(names);
  return { name: `only ${[...relations].sort().join()}`, includes: (rel) => relations.has(rel) };
}
