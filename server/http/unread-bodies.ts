// Which bodies are not read: large ones of callers without credentials, where no such caller may write. Smaller ones are read,
// since what is wrong with the parameters is told before who may (protocol.md §1).
import { Refusal } from '../refusal.ts';
import { methodOf, readQuery } from './method.ts';
import { type Request, withoutTrailingSlashes } from './request.ts';
import type { RouteTable } from './routes.ts';

/** The largest body that is read of anybody, wherever it is sent. Bytes. */
export const largestBodyOfAnybody = 64 * 1024;

/** The error for a larger body that comes without credentials; undefined where its route takes such. */
export type RefuseLargeBody = (request: Pick<Request, 'method' | 'path' | 'query' | 'headers'>) => Refusal | undefined;

/** Decides by the routes of a table. */
export const makeRefuseLargeBody =
  ({ match }: RouteTable): RefuseLargeBody =>
  (request) => {
    const { method } = methodOf(request, readQuery(request.query));
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    const found = match(isRead ? 'GET' : method, withoutTrailingSlashes(request.path));
    if (!found) return new Refusal('rest_no_route', 404, 'No route fits this address and method.');
    if (isRead) return bodyTooLarge();
    if (found.endpoint.isOpenToAnonymous) return undefined;
    const kilobytes = largestBodyOfAnybody / 1024;
    return new Refusal('rest_not_logged_in', 401, `A body of more than ${kilobytes} KB needs credentials here.`);
  };

/** The error for a body that is larger than what is read of anybody. */
export const bodyTooLarge = (): Refusal =>
  new Refusal('rest_body_too_large', 413, `A body may have at most ${largestBodyOfAnybody} bytes here.`);
