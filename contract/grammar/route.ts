// Declares the format of routes and their endpoints.
import type { Parameters } from './parameter.ts';
import type { TSchema } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The methods of partial updates (specification: Endpoints, Conventions). */
export const updateMethods = ['POST', 'PUT', 'PATCH'] as const satisfies readonly Method[];

/**
 * An endpoint: the operation of a route for one or more methods.
 *
 * `operation` and `permission` are names in the module of the resource. Each operation has a file with its name, in this module or in the
 * module from which it is imported. Every endpoint must have a permission; that of public endpoints is `everyone`.
 */
export interface Endpoint {
  readonly methods: readonly Method[];
  readonly operation: string;
  readonly permission: string;
  readonly parameters: Parameters;
  /** The description. It is optional for operations whose names begin with a common verb, such as list, get or create. */
  readonly description?: string;
  /**
   * The shape of the response, if it does not follow from the name of the operation: a list of records (`list`), an object that contains
   * records keyed by name (`keyed`), the number of deleted items (`count`), or an object that is not a record (`object`).
   */
  readonly answers?: 'list' | 'keyed' | 'count' | 'object';
  /** The schema of a response that is not a record. It describes the response, and declares which of its values are names. */
  readonly response?: TSchema;
  /**
   * Whether response headers contain the total number of items and pages of a list. Defaults to true for endpoints with the parameter
   * `per_page`.
   */
  readonly totals?: boolean;
  /** The media type of the response, if it is a file or a stream instead of JSON. */
  readonly file?: string;
  /** Status codes of successful responses. Defaults to 201 for POST endpoints whose operation begins with `create-`, otherwise to 200. */
  readonly statuses?: readonly number[];
  /** Additional status codes of error responses, for the OpenAPI document. */
  readonly refuses?: readonly number[];
  /** Whether batches may contain requests to the endpoint. If absent, they may not, and the index omits `allow_batch` (protocol.md §11). */
  readonly batch?: boolean;
  /** Whether anonymous callers may write although the permission is not `everyone`. Otherwise, large bodies that they send are not read. */
  readonly anonymous?: true;
  /**
   * The item that the endpoint changes, to which `If-Match` refers, if it is not the one at the URL: `parent` for the item at the parent URL,
   * as autosaves of drafts do, or the path of the item, with the path parameters of the route.
   */
  readonly changes?: 'parent' | `/${string}`;
  /** The capability required to upload files, in a multipart form or as the body; absent if the endpoint accepts no files. */
  readonly files?: string;
  /**
   * The query parameter whose value `xml` selects XML, also for error responses, and the name of the root element. Only for operations that
   * respond with a value.
   */
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

/** Whether the values of a path parameter with this regular expression may contain a slash, as names of blocks and abilities do. */
export const mayContainSlash = (segment: string): boolean => new RegExp(`^(?:${segment})$`).test('a/b');
