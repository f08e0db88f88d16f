// Declares types and helpers for the permission tables in this folder.
import type { MediaSite } from '../media-site.ts';
import type { Row } from '../permission-rows.ts';
import type { Caller } from '../site.ts';

export {
  administrators,
  authenticated as signedIn,
  authors,
  callers as people,
  editors,
  publicAccess as everybody,
  type Row,
  writers,
} from '../permission-rows.ts';

/** Returns a copy of a row with status 201 instead of 200. */
export const creating = (row: Row): Row => row.map((status) => (status === 200 ? 201 : status)) as unknown as Row;

/** Returns a copy of a row for records that the caller owns. Anonymous callers are skipped, because they own no records. */
export const forOwners = ([, ...others]: Row): Row => [0, ...others];

/** Values of the path parameters of a fixture, and other values that queries and bodies refer to. */
export type Names = Readonly<Record<string, string | number>>;

/** A function that creates the records of a request for an owner, and returns their names. All texts contain the word `hushed`. */
export type Fixture = (site: MediaSite, owner: Owner) => Promise<Names>;
export type Owner = Exclude<Caller, 'anonymous'>;

/** A permission case of a route: a request, sent by each caller, and the expected statuses. */
export interface Case {
  /** Methods and path as in the index: `GET /cms/v2/posts/<id>`. Several methods, separated by commas, share the case. */
  readonly route: string;
  /** Description of the fixture, such as "another's draft". */
  readonly description: string;
  readonly fixture?: Fixture;
  /** Whether the caller owns the fixture. If absent, a second author owns it. */
  readonly isOwn?: boolean;
  /** Query string. As in paths, `<id>` is a placeholder for the value with this name. */
  readonly query?: string;
  readonly json?: object | ((names: Names) => object);
  /** Name of a file that is sent instead of JSON. */
  readonly file?: string;
  readonly statuses: Row;
  /** Expected error code of responses with status 401 or 403; not checked if absent. */
  readonly code?: string;
}

let lastNumber = 0;

/** Returns the next number of a sequence, for unique names and titles. */
export const next = (): number => {
  lastNumber += 1;
  return lastNumber;
};
