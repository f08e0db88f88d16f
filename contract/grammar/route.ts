// Declarations of routes and their endpoints.
import type { Parameters } from './parameter.ts';
import type { TSchema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The methods of partial updates (specification: Endpoints, Conventions). */
export const updateMethods = ['POST', 'PUT', 'PATCH'] as const satisfies readonly Method[];

/**
 * An endpoint: the operation of a route for one or more methods.
 *
 * `operation` and `permission` are names in the module of the resource; the file of the operation has its name. A permission is
 * mandatory: public endpoints have `everyone`.
 */
export interface Endpoint {
  readonly methods: readonly Method[];
  readonly operation: string;
  readonly permission: string;
  readonly parameters: Parameters;
  /** The description; optional for operations whose names begin with list, get, create and so on. */
  readonly description?: string;
  /**
   * The type of the response, if it does not follow from the name of the operation: a list, an object of records keyed by name, the
   * number of deleted items, or an object that is not a record.
   */
  readonly answers?: 'list' | 'keyed' | 'count' | 'object';
  /** The schema of a response that is not a record, for its description and the names in it. */
  readonly response?: TSchema;
  /** Whether headers contain the totals of a list; by default, they do if the endpoint has `per_page`. */
  readonly totals?: boolean;
  /** The media type of the file that it returns instead of JSON. */
  readonly file?: string;
  /** Status codes of success, if they are not 200, or 201 for create operations. */
  readonly statuses?: readonly number[];
  /** Additional status codes of errors. */
  readonly refuses?: readonly number[];
  /** Whether it may be part of a batch. If absent, it may not, and the index does not mention batches (protocol.md §11). */
  readonly batch?: boolean;
  /** Whether anonymous callers may write although the permission is not `everyone`, so that their large bodies are read. */
  readonly anonymous?: true;
  /** The capability required to upload files, in a form or as the body; absent if no files are accepted. */
  readonly files?: string;
  /** The parameter whose value `xml` selects XML, for errors too, with this root element. For operations that return values. */
  readonly xml?: { readonly parameter: string; readonly root: string };
}

/** A route: a path pattern, in which `<name>` stands for a path parameter, and its endpoints. */
export interface Route {
  readonly path: string;
  /** The path parameters, and parameters that all endpoints of the route share. */
  readonly parameters: Parameters;
  readonly endpoints: readonly Endpoint[];
}

/** Returns the path of a route in the format of the index (protocol.md §11): `<id>` → `(?P<id>[\d]+)`. */
export const indexPath = (route: Route): string =>
  route.path.replace(/<(\w+)>/g, (_all, name: string) => `(?P<${name}>${segmentOf(route, name)})`);

/** Returns the regular expression of a path parameter. */
export function segmentOf(route: Route, name: string): string {
  const schema = route.parameters[name] as { segment?: string; type?: string } | undefined;
  return schema?.segment ?? (schema?.type === 'integer' ? '[\\d]+' : '[\\w-]+');
}

/** Whether the values of a path parameter may contain a slash, as names of blocks and abilities do. */
export const mayContainSlash = (segment: string): boolean => new RegExp(`^(?:${segment})$`).test('a/b');
