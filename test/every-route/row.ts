// The words that the tables of this folder are written in.
import type { MediaSite } from '../media-site.ts';
import type { Person } from '../site.ts';
import type { Row } from '../who-may.ts';

export { administrators, authors, editors, everybody, people, type Row, signedIn, writers } from '../who-may.ts';

/** The same people, who are answered 201 instead. */
export const making = (row: Row): Row => row.map((status) => (status === 200 ? 201 : status)) as unknown as Row;

/** The same row for things of the asker's own, of which nobody has any who is not signed in. */
export const own = ([, ...others]: Row): Row => [0, ...others];

/** What stands in an address for its parameters, and more that a body may be made of. */
export type Names = Readonly<Record<string, string | number>>;

/** Makes what a request is about, somebody's, and tells its names. Its texts hold the word `hushed`. */
export type Thing = (site: MediaSite, owner: Owner) => Promise<Names>;
export type Owner = Exclude<Person, 'anonymous'>;

/** One case of one route: what is asked of what by everybody in turn, and the status that each is answered with. */
export interface Case {
  /** Methods and path as the route is announced: `GET /cms/v2/posts/<id>`. Several methods are asked alike. */
  readonly route: string;
  /** What it is about: "another's draft". */
  readonly of: string;
  readonly thing?: Thing;
  /** The thing is the asker's own; else it is that of a second author. */
  readonly isOwn?: boolean;
  /** Names in it stand for those of the thing, as in paths: `entry=<id>`. */
  readonly query?: string;
  readonly json?: object | ((names: Names) => object);
  /** Sends the text of a file instead of JSON. */
  readonly file?: string;
  readonly statuses: Row;
  /** The code of what is refused for want of a right; one word, or one for each of `people`. */
  readonly code?: string;
}

let made = 0;

/** A new number, so that names and titles are no two the same. */
export const next = (): number => {
  made += 1;
  return made;
};
