// Reads the latest unexpected errors of the service.
import { type Page, readPage } from '../client.ts';

/** An unexpected error. */
export interface RecentError {
  /** The error ID, which the response contained. */
  readonly id: string;
  /** The time, in GMT. */
  readonly date_gmt: string;
  /** The method of the request; empty if the error did not occur in a request. */
  readonly method: string;
  /** The pattern of the route; empty if no route matches. */
  readonly route: string;
  readonly message: string;
}

/** A page of the errors that contain a text. */
interface RecentErrorsQuery {
  /** A text in the ID, the method, the route or the message; empty for all errors. */
  readonly search: string;
  /** A day in the time zone of the browser (`2026-01-31`); empty for all days. */
  readonly day: string;
  readonly page: number;
  readonly per_page: number;
}

/** Reads a page of the errors, the newest first. Throws ApiError. */
export const listRecentErrors = (
  { search, day, ...query }: RecentErrorsQuery,
  signal?: AbortSignal,
): Promise<Page<RecentError>> =>
  readPage('/octavo/v1/recent-errors', { ...query, ...boundsOf(day), search: search || undefined }, signal);

/** Returns the filters for a day. The bounds do not belong to the list, so that the first one is a second before the day. */
function boundsOf(day: string): { readonly after?: string; readonly before?: string } {
  const start = new Date(`${day}T00:00:00`);
  if (Number.isNaN(start.getTime())) return {};
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  return { after: new Date(start.getTime() - 1000).toISOString(), before: end.toISOString() };
}
