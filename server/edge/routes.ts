// Declares the routes of the edge. Routes below the REST roots are declared in the contract (docs/routes.md).
import type { ServerResponse } from 'node:http';
import { ApiError } from '../api-error.ts';
import { type AdminDeps, adminRoutes } from './admin/admin-routes.ts';
import type { EdgeHandlers } from './edge-deps.ts';
import { sendError } from './error-responses.ts';
import { mcpRoute } from './mcp/mcp-route.ts';
import type { Mount } from './mounts.ts';
import type { PreparedResponse } from './response-cache.ts';
import type { RecordRequest } from './response-sender.ts';
import { type RestDeps, type ServedMount, serveRest } from './rest.ts';
import { type Handler, type ReceivedExchange, type Route, readMethods, standardMethods } from './router.ts';
import { screenRoutes } from './screens.ts';
import { publicMounts, rootLinkLine, routeInQuery, type ServedMounts, servedMountOfRoute } from './targets.ts';
import { sendText } from './text-responses.ts';
import { sendUpload } from './uploads.ts';

/** Dependencies of the routes. */
export interface RouteDeps {
  readonly rest: RestDeps;
  readonly servedMounts: ServedMounts;
  readonly handlers: EdgeHandlers;
  /** The pages of the admin; undefined if it is not served. */
  readonly admin: AdminDeps | undefined;
  /** Serves the page of the entry at the URL of a request; returns false if there is none. */
  readonly serveEntryPage: (exchange: ReceivedExchange) => Promise<boolean>;
  readonly recordRequest: RecordRequest | undefined;
}

/** Returns the routes. Among routes with the same path, the first one that allows the method is used. */
export const routesOf = (deps: RouteDeps): Route[] => [
  ...publicMounts(deps.servedMounts).flatMap((servedMount) => mountRoutes(deps, servedMount)),
  ...adminSite(deps),
  { methods: standardMethods, path: '/', handle: (exchange) => serveRoot(deps, exchange) },
  // Some clients still use this path for requests with `rest_route`.
  { methods: standardMethods, path: '/index.php', handle: (exchange) => serveIndex(deps, exchange) },
  { methods: readMethods, path: '/uploads/*', handle: (exchange) => serveUpload(deps, exchange) },
  ...screensAndTools(deps),
  { methods: readMethods, path: '/healthz', handle: ({ response }) => sendStatus(response, 200, 'ok') },
  { methods: readMethods, path: '/readyz', handle: (exchange) => serveReadiness(deps, exchange) },
];

/** Returns the routes of the admin and its mount. */
function adminSite({ rest, admin, servedMounts }: RouteDeps): Route[] {
  const { admin: mount } = servedMounts;
  if (!admin) return [];
  return [...(mount ? [...apiRoutes(rest, mount)] : []), ...adminRoutes(admin, rootLinkLine(servedMounts))];
}

function screensAndTools({ rest, servedMounts, handlers: { screens, handleMcp }, recordRequest }: RouteDeps): Route[] {
  const { clientAddressOf, accessLog } = rest;
  return [
    ...(screens ? screenRoutes(screens, { clientAddressOf, accessLog, links: rootLinkLine(servedMounts) }) : []),
    ...(handleMcp ? [mcpRoute(handleMcp, { clientAddressOf, accessLog, recordRequest })] : []),
  ];
}

/** Returns the routes of a mount. It serves all methods, because any of them may be overridden (protocol.md §2, §8.2). */
function mountRoutes({ rest, servedMounts, handlers: { pages } }: RouteDeps, servedMount: ServedMount): Route[] {
  const { mount } = servedMount;
  const { path } = mount;
  const handle = apiHandler(rest, servedMount);
  const serveAsset: Handler = async (exchange) => {
    if (!(await serveReferenceAsset(path, exchange))) await handle(exchange);
  };
  return [
    {
      methods: readMethods,
      path: `${path}/openapi.json`,
      handle: (exchange) => serveOpenApi(rest, pages.openApi(mount), exchange),
    },
    {
      methods: readMethods,
      path: `${path}/docs`,
      handle: (exchange) => serveReference(mount, exchange, rootLinkLine(servedMounts)),
    },
    { methods: readMethods, path: `${path}/docs/*`, handle: serveAsset },
    ...apiRoutes(rest, servedMount),
  ];
}

/** Returns the routes of the API at a mount. */
function apiRoutes(rest: RestDeps, servedMount: ServedMount): Route[] {
  const { path } = servedMount.mount;
  const handle = apiHandler(rest, servedMount);
  return [
    { path, handle },
    { path: `${path}/*`, handle },
  ];
}

const apiHandler =
  (rest: RestDeps, servedMount: ServedMount): Handler =>
  (exchange) =>
    serveRest(rest, servedMount, {
      ...exchange,
      url: exchange.request.url?.slice(servedMount.mount.path.length) ?? '',
    });

/** Serves a request without a route: the page of an entry, or a 404. */
export async function serveUnmatched(deps: RouteDeps, exchange: ReceivedExchange): Promise<void> {
  if (!(await deps.serveEntryPage(exchange))) sendNotFound(deps, exchange.response);
}

/** Serves the home URL: a request with `rest_route`, the page of an entry, or the home page. */
async function serveRoot(deps: RouteDeps, exchange: ReceivedExchange): Promise<void> {
  const route = routeInQuery(exchange.request.url);
  if (route !== undefined) return serveRouteInQuery(deps, exchange, route);
  if (!(await deps.serveEntryPage(exchange))) sendHome(deps, exchange);
}

async function serveIndex(deps: RouteDeps, exchange: ReceivedExchange): Promise<void> {
  const route = routeInQuery(exchange.request.url);
  if (route === undefined) sendNotFound(deps, exchange.response);
  else await serveRouteInQuery(deps, exchange, route);
}

const serveRouteInQuery = (deps: RouteDeps, exchange: ReceivedExchange, route: string): Promise<void> =>
  serveRest(deps.rest, servedMountOfRoute(deps.servedMounts, route), { ...exchange, url: route });

async function serveUpload(deps: RouteDeps, { request, response }: ReceivedExchange): Promise<void> {
  const path = request.url?.slice('/uploads/'.length).split('?', 1)[0] ?? '';
  if (!(await sendUpload(deps.handlers.files, path, request, response))) sendNotFound(deps, response);
}

/** Serves the OpenAPI document of a mount. */
async function serveOpenApi(
  { sender }: RestDeps,
  document: Promise<PreparedResponse>,
  { request, response }: ReceivedExchange,
): Promise<void> {
  const startedAt = performance.now();
  sender.sendCached(request, response, await document, startedAt);
}

/** Serves the page of the API reference, whose code is loaded with the first request. */
async function serveReference(mount: Mount, { response }: ReceivedExchange, links: readonly string[]): Promise<void> {
  const { renderDocsPage } = await import('./docs-page.ts');
  const { html, policy } = renderDocsPage(mount);
  const lines = [...links, 'Content-Security-Policy', policy, 'X-Content-Type-Options', 'nosniff'];
  const pageLines = ['Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  sendText(response, 200, [...lines, ...pageLines, 'Content-Type', 'text/html; charset=UTF-8'], html);
}

/** Serves a script or style sheet of the API reference; returns false if there is none at this URL. */
async function serveReferenceAsset(mountPath: string, { request, response }: ReceivedExchange): Promise<boolean> {
  const { sendAsset } = await import('./docs-assets.ts');
  const name = request.url?.slice(`${mountPath}/docs/`.length).split('?', 1)[0] ?? '';
  return sendAsset(name, request, response);
}

async function serveReadiness(
  { handlers: { availability } }: RouteDeps,
  { response }: ReceivedExchange,
): Promise<void> {
  const obstacles = await availability.findObstacles();
  if (obstacles.length === 0) sendStatus(response, 200, 'ready');
  else sendStatus(response, 503, 'not ready', { waiting_for: obstacles });
}

const sendStatus = (response: ServerResponse, code: number, status: string, more: object = {}): void =>
  sendText(response, code, ['Content-Type', 'application/json; charset=utf-8'], JSON.stringify({ status, ...more }));

function sendHome(deps: RouteDeps, { request, response }: ReceivedExchange): void {
  if (!readMethods.has(request.method ?? '')) {
    const error = new ApiError('method_not_allowed', 405, 'Method not allowed; use GET or HEAD.');
    return void sendError(response, error, [...rootLinkLine(deps.servedMounts), 'Allow', 'GET, HEAD']);
  }
  const { html, policy } = deps.handlers.pages.home();
  const lines = [...rootLinkLine(deps.servedMounts), 'Content-Security-Policy', policy, 'X-Robots-Tag', 'noindex'];
  const htmlLines = ['X-Content-Type-Options', 'nosniff', 'Content-Type', 'text/html; charset=UTF-8'];
  sendText(response, 200, [...lines, ...htmlLines], html);
}

const sendNotFound = (deps: RouteDeps, response: ServerResponse): void =>
  sendError(
    response,
    new ApiError('not_found', 404, `Not found; the REST root is ${deps.servedMounts.native.mount.path}/.`),
    rootLinkLine(deps.servedMounts),
  );
