// Declares the format of abilities: operations that programs, such as language models, discover at run time.
import type { Method } from './route.ts';
import type { TSchema } from './schema.ts';

/** A group of abilities. */
export interface AbilityCategory {
  /** Identifier of the category: lowercase letters, digits and hyphens. */
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

/**
 * A request to a route of the service, described for clients that do not know the route. The ability has the permission of the route and,
 * unless declared otherwise, its input and output.
 */
export interface Ability {
  /** Owner and action, in lowercase letters, digits and hyphens: `octavo/list-posts`. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The slug of the category of the ability. */
  readonly category: string;
  /** The method and the declared path of the route. Path parameters are part of the input. */
  readonly request: { readonly method: Method; readonly path: string };
  /** Parameters with fixed values, which are not part of the input. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** Parameters that are part of the input. If absent, all documented parameters of the endpoint, and its path parameters, are. */
  readonly takes?: readonly string[];
  /** Parameters that are required although they are optional for the route. */
  readonly needs?: readonly string[];
  /** Output properties, mapped to the response properties from which they are taken. If absent, the output is the whole response. */
  readonly shows?: Readonly<Record<string, string>>;
  /** Relations of the links that the output includes in `_links`, because other abilities take IDs from them. */
  readonly links?: readonly string[];
  /** The schema of the record in the output. Defaults to the fields of the resource. */
  readonly output?: TSchema;
  /** Whether the ability may destroy data. Defaults to true, except for GET requests and operations that create an item. */
  readonly destructive?: boolean;
}

/** A set of abilities, with their categories. */
export interface Abilities {
  readonly categories: readonly AbilityCategory[];
  readonly abilities: readonly Ability[];
}
