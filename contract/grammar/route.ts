// Routes and their endpoints.
import type { Parameters } from './parameter.ts';
import type { TSchema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The three methods that mean a partial change (specification: Endpoints, Conventions). */
export const changing = ['POST', 'PUT', 'PATCH'] as const satisfies readonly Method[];

/**
 * What a route does on some methods.
 *
 * `operation` names the file that does it, `permission` the rule that is asked before; both are in the resource's room.
 * A rule must be named: what is open to all says `everyone`.
 */
export interface Endpoint {
  readonly methods: readonly Method[];
  readonly operation: string;
  readonly permission: string;
  readonly parameters: Parameters;
  /** What it does, in sentences, where its name does not say: operations whose names begin with list, get, create … need none. */
  readonly description?: string;
  /**
   * What it answers with where its name does not say: a list, an object of records by their names, the number of those that
   * were deleted, or an object that is no record.
   */
  readonly answers?: 'list' | 'keyed' | 'count' | 'object';
  /** The schema of a response that is no record, for its description and the names in it; absent: nothing is declared. */
  readonly response?: TSchema;
  /** Whether totals of a list are told in headers, where it is not its `per_page` that says so. */
  readonly totals?: boolean;
  /** The media type of the file that it answers with in place of JSON. */
  readonly file?: string;
  /** The statuses of success, where they are not 200, or 201 of what creates something. */
  readonly statuses?: readonly number[];
  /** Statuses of refusals that other endpoints do not have. */
  readonly refuses?: readonly number[];
  /** May be an item of a batch; absent: nothing is declared, and it may not (protocol.md §11). */
  readonly batch?: boolean;
  /** Callers without credentials may write by it, though its rule is not `everyone`: large bodies of theirs are read too. */
  readonly anonymous?: true;
  /** Takes files: in a form beside other fields, or as the body itself. The capability without which none is kept. */
  readonly files?: string;
  /** Answers in XML below this root element, errors too, where the parameter says `xml`. For operations that return values. */
  readonly xml?: { readonly parameter: string; readonly root: string };
}

/** An address pattern: `<name>` stands for a parameter of the path. */
export interface Route {
  readonly path: string;
  /** The parameters of the path and others that all endpoints of the route share. */
  readonly parameters: Parameters;
  readonly endpoints: readonly Endpoint[];
}

/** The pattern under which the index lists a route (protocol.md §11): `<id>` → `(?P<id>[\d]+)`. */
export const indexPath = (route: Route): string =>
  route.path.replace(/<(\w+)>/g, (_all, name: string) => `(?P<${name}>${segmentOf(route, name)})`);

/** What stands in the address for a parameter of the path. */
export function segmentOf(route: Route, name: string): string {
  const schema = route.parameters[name] as { segment?: string; type?: string } | undefined;
  return schema?.segment ?? (schema?.type === 'integer' ? '[\\d]+' : '[\\w-]+');
}

/** Whether a value that an address has for a parameter may contain a slash, as names of blocks and abilities do. */
export const mayHoldSlash = (segment: string): boolean => new RegExp(`^(?:${segment})$`).test('a/b');
