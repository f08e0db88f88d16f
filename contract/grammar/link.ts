// Links of a record (protocol.md §7).
import { relationPrefix } from '../names/table.ts';
import type { Context, TSchema } from './schema.ts';

/**
 * One relation from a record to an address.
 *
 * `{name}` in an address or a member stands for a fact of the record (its id, its author's id …) that the resource's
 * presenter tells. Addresses are below the REST root.
 */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** Followed by `_embed`. */
  readonly embeddable?: true;
  /** Further members beside `href`. */
  readonly members?: Readonly<Record<string, string>>;
  /** A fact that tells whether the caller may GET what the link leads to, which the link then tells (protocol.md §7.2). */
  readonly mayGet?: string;
  /** A fact that is a list: there is a link for each of its members, in which the fact's name stands for the one. */
  readonly each?: string;
  /** A fact that must hold for the link to be there. */
  readonly when?: string;
  /** Facts that are names of the contract. */
  readonly names?: readonly string[];
  /** Contexts it is shown in; absent: all. */
  readonly contexts?: readonly Context[];
  /** What the caller can do by this link; shown in the schema's `links` (protocol.md §13). */
  readonly action?: { readonly title: string; readonly properties: Readonly<Record<string, TSchema | object>> };
}

/** Whether a relation is the service's own, whose links come with `curies`. */
export const isOwnRelation = (rel: string): boolean => relationPrefix.some((prefix) => rel.startsWith(`${prefix}:`));
