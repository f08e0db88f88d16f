// Handles requests for the URLs of entries. The response is the page of the entry, its page for iframes, its password form, or a redirect to its
// link.
import { autoDraftStatus } from '../../contract/shared/entry-fields.ts';
import { verifyPreview } from '../cms-v2/entries/preview.ts';
import { isPubliclyReadable, type ResolvedEntry, resolveUrl } from '../cms-v2/entry-urls/resolve-url.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { pageOfContent } from './content-pages.ts';
import { type EntryContent, type EntryCredentials, loadEntryContent } from './entry-content.ts';
import { entrySitePage, numberedEntryUrl } from './entry-site-page.ts';
import { frameCsp, framePage } from './frame-page.ts';
import { parseEntryPage, parseListPage } from './page-number.ts';
import { htmlResponse, type PageDeps, pageContextOf, privateHeaders, redirect } from './page-response.ts';
import { hasValidPasswordCookie, serializePasswordCookie } from './password-cookie.ts';
import { queryPagesOf } from './query-pages.ts';
import { renderPage } from './render-page.ts';
import { messageCsp, messagePage, noticeHtml, passwordForm } from './simple-page.ts';

/** A requested entry, and the requested variant of its page. */
interface RequestedEntry extends ResolvedEntry {
  readonly request: PageRequest;
  readonly url: URL;
  /** Number of the page of an entry with several pages, from 1. */
  readonly page: number;
}

/**
 * Responds to a request for the URL of an entry. Returns undefined if there is none, or if nobody may see it without signing in, and for the
 * page with the latest posts. Throws ApiError as the API does.
 */
export async function handleEntryUrl(
  deps: PageDeps,
  url: URL,
  request: PageRequest,
): Promise<PageResponse | undefined> {
  const requested = await findEntry(deps, url, request);
  if (!requested) return undefined;
  const isFrame = url.searchParams.get('embed') !== null || /\/embed\/?$/.test(url.pathname);
  if (url.searchParams.get('preview_nonce') !== null && !isFrame) return handlePreview(deps, requested);
  const { settings, urls } = deps.entries.site;
  if (!isPubliclyReadable(requested) || requested.row.id === settings.values.page_for_posts) return undefined;
  if (isFrame) return handleFrame(deps, requested);
  if (request.method === 'POST') return handlePassword(deps, requested);
  const to = numberedEntryUrl(deps.entries, requested, requested.page);
  // A front end may be configured at another URL later.
  if (urls.front !== urls.home) return redirect(302, to);
  return url.origin + url.pathname === withoutQuery(to) ? handleEntry(deps, requested) : redirect(301, to);
}

async function findEntry({ entries }: PageDeps, url: URL, request: PageRequest): Promise<RequestedEntry | undefined> {
  const resolved = await resolveUrl(entries, url);
  if (resolved) return { ...resolved, request, url, page: pageOfEntryUrl(entries, resolved, url) };
  // The last segment of a URL may be the slug of a page, or a page number.
  const numbered = parseEntryPage(url);
  const found = numbered && (await resolveUrl(entries, numbered.url));
  return found && { ...found, request, url, page: numbered.page };
}

/** Returns the page number in the URL of an entry: `?page=2`, and `/page/2/` for the front page. */
function pageOfEntryUrl({ site }: PageDeps['entries'], { link }: ResolvedEntry, url: URL): number {
  const isFront = link === `${site.urls.front}/`;
  const inQuery = url.searchParams.get('page');
  const numbered =
    isFront && inQuery === null ? parseListPage(url) : parseEntryPage(new URL(url.search, site.urls.home));
  return numbered?.page ?? 1;
}

const withoutQuery = (link: string): string => link.split('?', 1)[0] ?? '';

async function handlePreview(deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> {
  const { row, request, url } = requested;
  const previewNonce = url.searchParams.get('preview_nonce') ?? '';
  const isHidden = row.status === 'trash' || row.status === autoDraftStatus;
  const preview = isHidden ? undefined : await verifyPreview(deps.entries, previewNonce, row.id);
  if (!preview) {
    const message = 'The link is incomplete, has expired or was revoked. Ask for a new link.';
    const html = messagePage('Preview not available', message, pageContextOf(deps.entries, request));
    return htmlResponse(403, { html, csp: messageCsp }, privateHeaders);
  }
  if (request.method === 'POST') return handlePassword(deps, requested);
  const credentials = { ...readPassword(deps, requested), previewNonce, autosaveId: preview.revision };
  return respond(deps, requested, credentials, noticeHtml('Preview: this version is not published.'));
}

async function handleFrame(deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> {
  const { link, request } = requested;
  const keys: EntryCredentials = { password: undefined, previewNonce: undefined, autosaveId: 0 };
  const entryContent = await loadEntryContent(deps.dispatch, apiPathOf(requested), keys, request);
  if (!entryContent) return undefined;
  const html = framePage(entryContent, pageContextOf(deps.entries, request), link);
  return htmlResponse(200, { html, csp: frameCsp });
}

const handleEntry = (deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> =>
  respond(deps, requested, { ...readPassword(deps, requested), previewNonce: undefined, autosaveId: 0 });

/** Returns the password of an entry, if the visitor has proven to know it. */
function readPassword({ entries: { site, passwords } }: PageDeps, { row, request }: RequestedEntry) {
  const now = Math.floor(site.clock() / 1000);
  const isKnown = row.password !== '' && hasValidPasswordCookie(site.key, row, now, request.cookie);
  // A valid cookie proves that the visitor knows the password, so failed attempts of others at this IP address must not lock them out.
  if (isKnown) passwords.recordSuccess(request.from, row.id);
  return { password: isKnown ? row.password : undefined };
}

/** Responds with the page of an entry, or with its password form. `notice` is HTML that precedes the content. */
async function respond(
  deps: PageDeps,
  requested: RequestedEntry,
  credentials: EntryCredentials,
  notice = '',
): Promise<PageResponse | undefined> {
  const { row, request } = requested;
  const content = await loadEntryContent(deps.dispatch, apiPathOf(requested), credentials, request);
  if (!content) return undefined;
  if (row.password !== '' && credentials.password === undefined)
    return respondWithForm(deps, requested, content, { status: 200, form: passwordForm(), notice });
  const part = pageOfContent(content.content, requested.page);
  if (!part) return undefined;
  const isPublic = row.password === '' && credentials.previewNonce === undefined;
  const page = entrySitePage(deps.entries, requested, {
    ...{ content, html: part.html, page: requested.page, pages: part.pages, isPublic },
    ...{ roots: request.roots, queryPages: queryPagesOf(requested.url) },
  });
  const rendered = await renderPage(deps.entries, { ...page, notice }, request);
  return isPublic
    ? { ...htmlResponse(200, rendered), apiPath: apiPathOf(requested) }
    : htmlResponse(200, rendered, privateHeaders);
}

/** A password form, as HTML, and the response with it. */
interface FormResponse {
  readonly status: number;
  readonly form: string;
  readonly notice?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Responds with the page of an entry whose content is its password form. */
async function respondWithForm(
  { entries }: PageDeps,
  requested: RequestedEntry,
  content: EntryContent,
  { status, form, notice = '', headers }: FormResponse,
): Promise<PageResponse> {
  const { request } = requested;
  const page = entrySitePage(entries, requested, {
    ...{ content, html: form, page: 1, pages: 1, isPublic: false },
    ...{ roots: request.roots, queryPages: queryPagesOf(requested.url) },
  });
  return htmlResponse(status, await renderPage(entries, { ...page, notice }, request), {
    ...privateHeaders,
    ...headers,
  });
}

/** Checks a submitted password. If it is correct, sets the password cookie and redirects to the page. Wrong attempts are limited. */
async function handlePassword(deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> {
  const { row, request, url } = requested;
  const { site, passwords } = deps.entries;
  if (row.password === '') return undefined;
  const keys = { password: undefined, previewNonce: url.searchParams.get('preview_nonce') ?? undefined, autosaveId: 0 };
  const formWith = async (status: number, complaint: string, headers = {}) => {
    const content = await loadEntryContent(deps.dispatch, apiPathOf(requested), keys, request);
    return content && respondWithForm(deps, requested, content, { status, form: passwordForm(complaint), headers });
  };
  const wait = passwords.secondsToWait(request.from, row.id);
  if (wait !== undefined)
    return formWith(429, `Too many wrong passwords; try again in ${wait} seconds.`, { 'Retry-After': String(wait) });
  if (!(await passwords.check(request.from, row, request.fields.get('password') ?? '')))
    return formWith(403, 'Incorrect password.');
  const isSecure = site.urls.home.startsWith('https:');
  const cookie = serializePasswordCookie(site.key, row, Math.floor(site.clock() / 1000), isSecure);
  const { pathname, search } = new URL(`http://own.invalid${request.address}`);
  return redirect(303, `/${pathname.replace(/^\/+/, '')}${search}`, { 'Set-Cookie': cookie });
}

const apiPathOf = ({ type, row }: ResolvedEntry): string => `/${type.restNamespace}/${type.restBase}/${row.id}`;
