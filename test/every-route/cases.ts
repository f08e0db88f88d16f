// Types and helpers of the permission tables in this folder.
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

/** Returns the row with status 201 in place of 200. */
export const creating = (row: Row): Row => row.map((status) => (status === 200 ? 201 : status)) as unknown as Row;

/** Returns the row for records that the caller owns; anonymous callers own none, so they are skipped. */
export const forOwners = ([, ...others]: Row): Row => [0, ...others];

/** Values of path parameters, and other values for queries and bodies. */
export type Names = Readonly<Record<string, string | number>>;

/** Creates the fixture of a request for an owner and returns its names. All its texts contain the word `hushed`. */
export type Fixture = (site: MediaSite, owner: Owner) => Promise<Names>;
export type Owner = Exclude<Caller, 'anonymous'>;

/** A permission case of a route: a request, sent by each caller, and the expected statuses. */
export interface Case {
  /** Methods and path as the route is announced: `GET /cms/v2/posts/<id>`. Several methods share the case. */
  readonly route: string;
  /** Description of the fixture: "another's draft". */
  readonly description: string;
  readonly fixture?: Fixture;
  /** Whether the caller owns the fixture; otherwise a second author does. */
  readonly isOwn?: boolean;
  /** Query string; `<id>` is a placeholder for the fixture's name, as in paths. */
  readonly query?: string;
  readonly json?: object | ((names: Names) => object);
  /** File name; a file is sent instead of JSON. */
  readonly file?: string;
  readonly statuses: Row;
  /** Error code of forbidden requests. */
  readonly code?: string;
}

let made = 0;

/** Returns a new number, so that names and titles are unique. */
export const next = (): number => {
  made += 1;
  return made;
};
