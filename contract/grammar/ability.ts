// Abilities: operations for programs that discover them at run time, such as language models.
import type { Method } from './route.ts';
import type { TSchema } from './schema.ts';

/** A group of abilities. */
export interface AbilityCategory {
  /** Lower-case letters, digits and hyphens. */
  readonly slug: string;
  readonly label: string;
  readonly description: string;
}

/**
 * An operation: a request to a route of the service, described for readers who do not know the route. Its input, output and
 * permission are those of the route.
 */
export interface Ability {
  /** The owner and the action, in lower-case letters, digits and hyphens: `octavo/list-posts`. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** The slug of a category. */
  readonly category: string;
  /** The method and the declared path of the route. Path parameters are part of the input. */
  readonly request: { readonly method: Method; readonly path: string };
  /** Parameters with fixed values, which are not part of the input. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** The parameters that are part of the input; absent for all documented ones. */
  readonly takes?: readonly string[];
  /** Parameters that are required although they are optional for the route. */
  readonly needs?: readonly string[];
  /** The properties of the output, each with the property of the response that it is taken from; absent for the whole response. */
  readonly shows?: Readonly<Record<string, string>>;
  /** Relations whose links are included in the output as `_links`, because they lead to the input of other abilities. */
  readonly links?: readonly string[];
  /** The schema of the output, an object, if the resource of the route declares no fields. */
  readonly output?: TSchema;
  /** Whether it may destroy data; by default, abilities that update or delete may. */
  readonly destructive?: boolean;
}
