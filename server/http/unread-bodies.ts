// Rejects large bodies of anonymous callers without reading them, on routes where anonymous callers may not write. Smaller bodies
// are read, because parameter errors take precedence over permission errors (protocol.md §1).
import { ApiError } from '../api-error.ts';
import { methodOf, readQuery } from './method.ts';
import { type ApiRequest, withoutTrailingSlashes } from './request.ts';
import type { RouteTable } from './routes.ts';

/** Maximum size, in bytes, of a body that is read from any caller on any route. */
export const maxAnonymousBodyBytes = 64 * 1024;

/** Returns the error for a larger body that is sent without credentials; undefined if its endpoint accepts writes by anonymous callers. */
export type RejectLargeBody = (
  request: Pick<ApiRequest, 'method' | 'path' | 'query' | 'headers'>,
) => ApiError | undefined;

/** Creates the check for the routes of a table. */
export const makeRejectLargeBody =
  ({ match }: RouteTable): RejectLargeBody =>
  (request) => {
    const { method } = methodOf(request, readQuery(request.query));
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const found = match(isRead ? 'GET' : method, withoutTrailingSlashes(request.path));
    if (!found) return new ApiError('rest_no_route', 404, 'No route matches this URL and method.');
    if (isRead) return bodyTooLarge();
    if (found.endpoint.isOpenToAnonymous) return undefined;
    const kilobytes = maxAnonymousBodyBytes / 1024;
    return new ApiError('rest_not_logged_in', 401, `A request body larger than ${kilobytes} KB requires credentials.`);
  };

/** Returns the error for a body that exceeds the limit for anonymous callers, in bytes. */
export const bodyTooLarge = (maxBytes = maxAnonymousBodyBytes): ApiError =>
  new ApiError(
    'rest_body_too_large',
    413,
    `The request body is too large: at most ${maxBytes} bytes are allowed at this URL.`,
  );
