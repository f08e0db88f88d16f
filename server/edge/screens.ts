// Serves the screens over HTTP, at native URLs and at those of existing tools.
import type { ServerResponse } from 'node:http';
import type { Screens } from '../screens/screens.ts';
import type { ScreenRequest, ScreenResponse } from '../screens/types.ts';
import type { AccessLog } from './access-log.ts';
import { discardBody, mayContainFiles } from './bodies.ts';
import type { ClientAddressOf } from './client-address.ts';
import { compatibleScreens, nativeScreenRequest } from './compatible-screens.ts';
import { type Handler, type ReceivedExchange, type Route, standardMethods } from './router.ts';
import { sendText } from './text-responses.ts';

/** Maximum size of a form that is read, in bytes. */
const maxFormBytes = 64 * 1024;

/** Dependencies of the screen routes. */
export interface ScreenDeps {
  readonly screens: Pick<Screens, 'handle'>;
  /** Path of the public home URL, without a trailing slash. */
  readonly base: string;
  /** Whether the URLs of existing tools are served as well. */
  readonly compatible: boolean;
}

interface RequestDeps {
  readonly clientAddressOf: ClientAddressOf;
  readonly accessLog?: AccessLog | undefined;
  /** The `Link` header line from which clients discover the API. */
  readonly links: readonly string[];
}

/** Returns the routes of the screens. */
export function screenRoutes({ screens, base, compatible }: ScreenDeps, deps: RequestDeps): Route[] {
  const handle = async ({ request, response }: ReceivedExchange, screenRequest: ScreenRequest) => {
    const screenResponse = await screens.handle(screenRequest);
    deps.accessLog?.describe(request, { userId: screenResponse.userId });
    send(response, screenResponse, deps.links);
  };
  const serve: Handler = (exchange) => {
    const screenRequest = readRequest(exchange, deps);
    return screenRequest === undefined ? rejectForm(exchange, deps.links) : handle(exchange, screenRequest);
  };
  const serveCompatible: Handler = (exchange) => {
    const screenRequest = readRequest(exchange, deps);
    if (screenRequest === undefined) return rejectForm(exchange, deps.links);
    const native = nativeScreenRequest(screenRequest);
    if (native === undefined) return sendText(exchange.response, 400, [...deps.links, ...plainText], '0');
    if ('redirectTo' in native) return send(exchange.response, redirectTo(base + native.redirectTo), deps.links);
    return handle(exchange, native);
  };
  const redirectToProfile: Handler = ({ response }) =>
    send(response, redirectTo(`${base}/account/profile`), deps.links);
  const methods = standardMethods;
  return [
    { methods, path: '/account', handle: redirectToProfile },
    { methods, path: '/account/*', handle: serve },
    ...(compatible ? [...compatibleScreens.keys()] : []).map((path) => ({ methods, path, handle: serveCompatible })),
  ];
}

const plainText = ['Content-Type', 'text/plain; charset=UTF-8'] as const;

const redirectTo = (url: string): ScreenResponse => ({
  status: 302,
  headers: [
    ['Location', url],
    ['Cache-Control', 'no-store'],
  ],
  body: '',
});

/** Returns the request; undefined if its body is not a form or exceeds the maximum size. */
function readRequest({ request, body }: ReceivedExchange, deps: RequestDeps): ScreenRequest | undefined {
  if (mayContainFiles(request) || body.length > maxFormBytes) return undefined;
  const { url = '/', method = 'GET' } = request;
  const at = url.indexOf('?');
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  return {
    method,
    path: at < 0 ? url : url.slice(0, at),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: request.headers as Record<string, string | undefined>,
    fields: new URLSearchParams(method === 'POST' && isForm ? Buffer.from(body).toString('utf8') : ''),
    ip: deps.clientAddressOf(request),
    id: deps.accessLog?.idOf(request),
  };
}

function rejectForm({ request, response }: ReceivedExchange, links: readonly string[]): void {
  discardBody(request);
  sendText(
    response,
    413,
    [...links, ...plainText],
    `The request body must be a form of at most ${maxFormBytes / 1024} KB.`,
  );
}

function send(response: ServerResponse, { status, headers, body }: ScreenResponse, links: readonly string[]): void {
  const lines = [...links, ...headers.flat()];
  // Redirects are sent without a content type of their own.
  if (!lines.includes('Content-Type')) lines.push('Content-Type', 'text/plain; charset=utf-8');
  sendText(response, status, lines, body);
}
