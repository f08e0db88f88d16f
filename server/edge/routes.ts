// Declares the routes of the edge. Routes below the REST roots are declared in the contract (docs/routes.md).
import type { ServerResponse } from 'node:http';
import { ApiError } from '../api-error.ts';
import type { HandlerDeps } from './edge-deps.ts';
import { serveEntryPage } from './entry-pages.ts';
import { sendError } from './error-responses.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import type { PreparedResponse } from './response-cache.ts';
import { type ServedMount, serveRest } from './rest.ts';
import { type Handler, type ReceivedExchange, type Route, readMethods, standardMethods } from './router.ts';
import { screenRoutes } from './screens.ts';
import { routeInQuery, servedMountOfRoute } from './targets.ts';
import { sendText } from './text-responses.ts';
import { sendUpload } from './uploads.ts';

/** Returns the routes. Among routes with the same path, the first one that allows the method is used. */
export const routesOf = (deps: HandlerDeps): Route[] => [
  ...deps.servedMounts.flatMap((servedMount) => mountRoutes(deps, servedMount)),
  { methods: standardMethods, path: '/', handle: (exchange) => serveRoot(deps, exchange) },
  // Some clients still use this path for requests with `rest_route`.
  { methods: standardMethods, path: '/index.php', handle: (exchange) => serveIndex(deps, exchange) },
  { methods: readMethods, path: '/uploads/*', handle: (exchange) => serveUpload(deps, exchange) },
  ...(deps.screens ? screenRoutes(deps.screens, deps) : []),
  ...(deps.handleMcp ? [mcpRoute(deps.handleMcp, deps)] : []),
  { methods: readMethods, path: '/healthz', handle: ({ response }) => sendStatus(response, 200, 'ok') },
  { methods: readMethods, path: '/readyz', handle: (exchange) => serveReadiness(deps, exchange) },
];

/** Returns the routes of a mount. It serves all methods, because any of them may be overridden (protocol.md §2, §8.2). */
function mountRoutes(deps: HandlerDeps, servedMount: ServedMount): Route[] {
  const { mount } = servedMount;
  const { path } = mount;
  const handle: Handler = (exchange) =>
    serveRest(deps, servedMount, { ...exchange, url: exchange.request.url?.slice(path.length) ?? '' });
  const describe =
    (description: () => Promise<PreparedResponse>): Handler =>
    (exchange) =>
      serveDescription(deps, exchange, description());
  return [
    { methods: readMethods, path: `${path}/openapi.json`, handle: describe(() => deps.pages.openApi(mount)) },
    { methods: readMethods, path: `${path}/docs`, handle: describe(() => deps.pages.docs(mount)) },
    { path, handle },
    { path: `${path}/*`, handle },
  ];
}

/** Serves a request without a route: the page of an entry, or a 404. */
export async function serveUnmatched(deps: HandlerDeps, exchange: ReceivedExchange): Promise<void> {
  if (!(await serveEntryPage(deps, exchange))) sendNotFound(deps, exchange.response);
}

/** Serves the home URL: a request with `rest_route`, the page of an entry, or the home page. */
async function serveRoot(deps: HandlerDeps, exchange: ReceivedExchange): Promise<void> {
  const route = routeInQuery(exchange.request.url);
  if (route !== undefined) return serveRouteInQuery(deps, exchange, route);
  if (!(await serveEntryPage(deps, exchange))) sendHome(deps, exchange);
}

async function serveIndex(deps: HandlerDeps, exchange: ReceivedExchange): Promise<void> {
  const route = routeInQuery(exchange.request.url);
  if (route === undefined) sendNotFound(deps, exchange.response);
  else await serveRouteInQuery(deps, exchange, route);
}

const serveRouteInQuery = (deps: HandlerDeps, exchange: ReceivedExchange, route: string): Promise<void> =>
  serveRest(deps, servedMountOfRoute(deps.servedMounts, route), { ...exchange, url: route });

async function serveUpload(deps: HandlerDeps, { request, response }: ReceivedExchange): Promise<void> {
  const path = request.url?.slice('/uploads/'.length).split('?', 1)[0] ?? '';
  if (!(await sendUpload(deps.files, path, request, response))) sendNotFound(deps, response);
}

/** Serves a page that describes the API. */
async function serveDescription(
  { sender }: HandlerDeps,
  { request, response }: ReceivedExchange,
  description: Promise<PreparedResponse>,
): Promise<void> {
  const startedAt = performance.now();
  sender.sendCached(request, response, await description, startedAt);
}

async function serveReadiness({ isReady }: HandlerDeps, { response }: ReceivedExchange): Promise<void> {
  if (await isReady()) sendStatus(response, 200, 'ready');
  else sendStatus(response, 503, 'not ready');
}

const sendStatus = (response: ServerResponse, code: number, status: string): void =>
  sendText(response, code, ['Content-Type', 'application/json; charset=utf-8'], JSON.stringify({ status }));

function sendHome(deps: HandlerDeps, { request, response }: ReceivedExchange): void {
  if (!readMethods.has(request.method ?? '')) {
    const error = new ApiError('method_not_allowed', 405, 'Method not allowed; use GET or HEAD.');
    return void sendError(response, error, ['Allow', 'GET, HEAD']);
  }
  const { html, policy } = deps.pages.home();
  const lines = [...rootLinks(deps), 'Content-Security-Policy', policy, 'X-Content-Type-Options', 'nosniff'];
  sendText(response, 200, [...lines, 'Content-Type', 'text/html; charset=UTF-8'], html);
}

const sendNotFound = (deps: HandlerDeps, response: ServerResponse): void =>
  sendError(
    response,
    new ApiError('not_found', 404, `Not found; the REST root is ${deps.mounts[0].path}/.`),
    rootLinks(deps),
  );

/** Returns the `Link` header with the discovery links of the API, for a page or a 404 response (additions.md, "Discovery"). */
const rootLinks = ({ mounts }: HandlerDeps): readonly string[] => [
  'Link',
  mounts.map(({ root }) => `<${root.url}>; rel="${root.rel}"`).join(', '),
];
