import type { Generated } from 'kysely';

/** The latest unexpected errors. Rows are never updated; the oldest ones are deleted when new ones are added. */
export interface RecentErrorsTable {
  id: Generated<number>;
  /** The ID that the response and the log contain. Several errors of one request have the same ID. */
  error_id: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`. */
  date_gmt: string;
  /** The method of the request; empty if the error did not occur in a request. */
  method: string;
  /** The pattern of the route; empty if no route matches. */
  route: string;
  /** A description without contents of rows and values of requests. */
  message: string;
  /** Folded text of all columns that searches compare. */
  search_key: string;
}
