// Declares the format of the links of records (protocol.md §7).
import type { Context, TSchema } from './schema.ts';

/**
 * A link from a record to a URL.
 *
 * `{name}` in a URL or a property is a placeholder. Its value is a fact: the presenter of the resource provides the facts of each record,
 * such as its ID or the ID of its author. URLs are relative to the REST root.
 */
export interface Link {
  readonly rel: string;
  readonly href: string;
  /** Whether `_embed` can embed the target. */
  readonly embeddable?: true;
  /** Properties other than `href`. */
  readonly members?: Readonly<Record<string, string>>;
  /** The fact that is true if the caller may GET the target. It determines the target hint `allow` of the link (protocol.md §7.2). */
  readonly mayGet?: string;
  /** A fact whose value is a list. The record has one link per item, in which the placeholder with the name of the fact is the item. */
  readonly each?: string;
  /** A fact that must be truthy for the link to exist. */
  readonly when?: string;
  /** Facts whose values are names of the contract, which are translated to the spelling of the mount. */
  readonly names?: readonly string[];
  /** Contexts that include the link; if absent, all contexts do. */
  readonly contexts?: readonly Context[];
  /** An action that the caller may perform; listed in `links` of the schema (protocol.md §13). */
  readonly action?: { readonly title: string; readonly properties: Readonly<Record<string, TSchema | object>> };
}
