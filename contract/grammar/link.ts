// Links of a record (protocol.md §7).
import { relationPrefix } from '../names/table.ts';
import type { Context, TSchema } from './schema.ts';

/**
 * A link from a record to a URL.
 *
 * `{name}` in a URL or a property stands for a fact of the record (its ID, its author's ID …), which the presenter of the resource
 * provides. URLs are relative to the REST root.
 */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** Whether `_embed` can embed the target. */
  readonly embeddable?: true;
  /** Properties other than `href`. */
  readonly members?: Readonly<Record<string, string>>;
  /** The fact that states whether the caller may GET the target; the link returns it as a target hint (protocol.md §7.2). */
  readonly mayGet?: string;
  /** A fact that is a list: the record has a link for each item, in which the name of the fact stands for the item. */
  readonly each?: string;
  /** A fact that must be truthy for the link to exist. */
  readonly when?: string;
  /** Facts whose values are names of the contract. */
  readonly names?: readonly string[];
  /** Contexts in which the link is included; absent for all. */
  readonly contexts?: readonly Context[];
  /** An action that the caller may perform; listed in `links` of the schema (protocol.md §13). */
  readonly action?: { readonly title: string; readonly properties: Readonly<Record<string, TSchema | object>> };
}

/** Whether a relation is one of the service's own, whose links require `curies`. */
export const isOwnRelation = (rel: string): boolean => relationPrefix.some((prefix) => rel.startsWith(`${prefix}:`));
