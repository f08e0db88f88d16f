// Serves the admin: its page at all paths below `/admin/`, and its files.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { renderDocument, simpleHead, textPageCsp } from '../../page-layout/document.ts';
import { type ReceivedExchange, type Route, readMethods } from '../router.ts';
import { sendText } from '../text-responses.ts';
import type { AdminFiles } from './admin-files.ts';

/** The path of the admin below the home URL. */
const adminPath = '/admin';

/** Dependencies of the routes. */
export interface AdminDeps {
  /** Returns the files; undefined if the admin is not installed. */
  readonly files: () => AdminFiles | undefined;
  /** Path of the home URL, without a trailing slash. */
  readonly base: string;
  /** Components of screens of extensions, keyed by their paths below the other files: `extensions/<extension>/<screen>.js`. */
  readonly screenFiles?: ReadonlyMap<string, ScreenFile>;
}

/** A JavaScript file that can be another one after the next start. */
interface ScreenFile {
  readonly content: Buffer;
  readonly etag: string;
}

/** Returns the routes of the admin, except those of its API. `links` is the `Link` header line from which clients discover the API. */
export function adminRoutes({ files, base, screenFiles = new Map() }: AdminDeps, links: readonly string[]): Route[] {
  /** Returns a route that says where to get the admin if it is not installed. */
  const route = (
    path: string,
    send: (files: AdminFiles, exchange: ReceivedExchange) => void | Promise<void>,
  ): Route => ({
    methods: readMethods,
    path,
    handle: (exchange) => {
      const found = files();
      return found ? send(found, exchange) : sendMissing(exchange.response, links);
    },
  });
  const redirectLines = [...links, 'Location', `${base}${adminPath}/`, 'Cache-Control', 'no-store'];
  return [
    route(adminPath, (_files, { response }) => sendText(response, 302, redirectLines)),
    route(`${adminPath}/assets/*`, (found, exchange) => sendAsset(found, exchange, screenFiles)),
    route(`${adminPath}/*`, (found, exchange) => sendPage(found, exchange, { base, links })),
  ];
}

async function sendAsset(
  { assets }: AdminFiles,
  { request, response }: ReceivedExchange,
  screenFiles: ReadonlyMap<string, ScreenFile>,
): Promise<void> {
  const name = request.url?.slice(`${adminPath}/assets/`.length).split('?', 1)[0] ?? '';
  // Names are compared as they are sent, so no other file can be reached.
  const [asset, screenFile] = [assets.get(name), screenFiles.get(name)];
  if (asset) await asset.send(request, response);
  else if (screenFile) sendScreenFile(screenFile, request, response);
  else sendText(response, 404, [...pageLines, 'Content-Type', 'text/plain; charset=UTF-8'], 'Not found');
}

/** Sends a component of an extension, or 304 if the client has it. */
function sendScreenFile({ content, etag }: ScreenFile, request: IncomingMessage, response: ServerResponse): void {
  const lines = [
    ...['Cache-Control', 'no-cache', 'ETag', etag],
    ...['X-Content-Type-Options', 'nosniff', 'Cross-Origin-Resource-Policy', 'same-origin'],
  ];
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (known?.includes(etag)) return void response.writeHead(304, lines).end();
  const type = ['Content-Type', 'text/javascript; charset=UTF-8', 'Content-Length', String(content.length)];
  response.writeHead(200, [...lines, ...type]).end(request.method === 'HEAD' ? undefined : content);
}

/** Header lines of the page. It is the same for everyone; the data come from the API. */
const pageLines = [
  ...['Cache-Control', 'no-cache'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-Robots-Tag', 'noindex'],
  ...['Referrer-Policy', 'same-origin'],
] as const;

function sendPage(
  files: AdminFiles,
  { request, response }: ReceivedExchange,
  { base, links }: { readonly base: string; readonly links: readonly string[] },
): void {
  const page = files.page.replaceAll('%BASE%', base);
  const lines = [...links, ...pageLines, 'Content-Security-Policy', policyOf(request.headers.host, base, files)];
  sendText(response, 200, [...lines, 'Content-Type', 'text/html; charset=UTF-8'], page);
}

/** A host with an optional port (RFC 9110 §7.2). Anything else would add directives to the policy. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Returns the policy. Scripts and workers must be files of the admin: other files on this origin may have been uploaded by users. The
 * editor needs inline styles, frames for previews, and `blob:` URLs for files that are being uploaded.
 */
function policyOf(host: string | undefined, base: string, { inlineScripts }: AdminFiles): string {
  const scripts = host !== undefined && hostPattern.test(host) ? [`${host}${base}${adminPath}/assets/`] : [];
  const hashes = inlineScripts.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    `script-src ${[...scripts, ...hashes].join(' ') || "'none'"}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self' blob:",
    "frame-src 'self' blob:",
    `worker-src ${[...scripts, 'blob:'].join(' ')}`,
    "form-action 'self'",
    "base-uri 'self'",
    "object-src 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Says where to get the admin if it is not installed. */
function sendMissing(response: ServerResponse, links: readonly string[]): void {
  const body = `<main>
<h1>The admin is not installed</h1>
<p>Install the package <code>octavo-admin</code> next to Octavo, then restart the service. The API works without it.</p>
</main>`;
  const lines = [
    ...links,
    ...pageLines,
    'Content-Security-Policy',
    textPageCsp(),
    'Content-Type',
    'text/html; charset=UTF-8',
  ];
  sendText(
    response,
    404,
    lines,
    renderDocument({ language: 'en', head: simpleHead('The admin is not installed'), body }),
  );
}
