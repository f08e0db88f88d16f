// What is asked of presentation, and what it gives.
import type { Resource } from '../../contract/grammar/resource.ts';
import type { Context } from '../../contract/grammar/schema.ts';
import { isSignedIn } from '../access/actor.ts';
import type { Item } from './json-text.ts';
import { namesIn } from './names-in.ts';
import type { Call, Items } from './room.ts';

/** How links are shown: none, all, or some relations. */
export type LinkWish = 'none' | 'all' | ((rel: string) => boolean);

/** A row as its record. */
export interface Presented {
  /** The record as JSON; a piece where it is kept ready. */
  readonly json: string | Item;
  /** The record's address; undefined where links were not made. */
  readonly self: string | undefined;
  /** The state of the item, where it was asked for and the caller may change the item (state.ts). */
  readonly state?: string;
}

/** Presents items of one resource, in their order; those that are gone when they are loaded are left out. */
export type Present = (items: Items, resource: Resource, call: Call, wish: Wish) => Promise<readonly Presented[]>;

export interface Wish {
  readonly context: Context;
  readonly named?: readonly string[] | undefined;
  readonly links: LinkWish;
  /** Relations to embed, for which links are made though they may not be shown. */
  readonly embeds?: EmbedWish | undefined;
  /** Whether the states of items are asked for: with the records, or in their self links too. */
  readonly states?: 'beside' | 'in links' | undefined;
  /** Whether the record's address is asked for though its links may not be shown. */
  readonly self?: boolean;
}

/** Whether what a call is shown is the same for all who ask it, as far as who asks goes. */
export const isForAll = (call: Call): boolean => !isSignedIn(call.actor);

/** Which relations to embed. */
export interface EmbedWish {
  /** The same for all wishes that want the same. */
  readonly name: string;
  wants(rel: string): boolean;
}

const everything: EmbedWish = { name: 'everything', wants: () => true };

/**
 * What `_embed` asks for, read from the query alone: empty, 1, true and 0 mean all relations, any other value is a list
 * of relations (protocol.md §7.3). Undefined: nothing.
 */
export function embedWish(value: unknown): EmbedWish | undefined {
  if (value === undefined) return undefined;
  const names = namesIn(value);
  if (names.length === 0 || (names.length === 1 && ['1', 'true', '0'].includes(names[0] ?? ''))) return everything;
  const wanted = new Set(names);
  return { name: `only ${[...wanted].sort().join()}`, wants: (rel) => wanted.has(rel) };
}
