// Abilities: what programs that look for themselves what can be done, language models among them, are offered.
import type { Method } from './route.ts';
import type { TSchema } from './schema.ts';

/** Abilities that belong together. */
export interface AbilityCategory {
  /** Small letters, digits and hyphens. */
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

/**
 * One thing that can be done: a request to a route of the service, described for whoever has never seen the route. What it
 * takes and gives, and who may, is what the route's own declaration says.
 */
export interface Ability {
  /** `octavo/list-posts`: whose it is, then what it does, in small letters, digits and hyphens. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The slug of a category. */
  readonly category: string;
  /** The route, its path as it is declared. Parameters of the path are taken like all others. */
  readonly asks: { readonly method: Method; readonly path: string };
  /** Parameters that are always the same, and not taken. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** The parameters that are taken; absent: all that are told. */
  readonly takes?: readonly string[];
  /** Parameters that must be given though the route can do without them. */
  readonly needs?: readonly string[];
  /** Gives these members: what each is called, and which member of the answer it is. Absent: the answer itself. */
  readonly shows?: Readonly<Record<string, string>>;
  /** Relations whose links are given with the members, as `_links`: those that lead to what other abilities take. */
  readonly links?: readonly string[];
  /** What it gives, an object, where the route's resource declares no fields. */
  readonly output?: TSchema;
  /** Whether something may be lost by it; absent: by whatever changes or deletes. */
  readonly destructive?: boolean;
}
