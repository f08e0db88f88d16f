// Handles requests for the URLs of entries. The response is the page of the entry, its page for iframes, its password form, or a redirect to its
// link.
import { autoDraftStatus } from '../../contract/shared/entry-fields.ts';
import { ApiError } from '../api-error.ts';
import { verifyPreview } from '../cms-v2/entries/preview.ts';
import { isPubliclyReadable, type ResolvedEntry, resolveUrl } from '../cms-v2/entry-urls/resolve-url.ts';
import { postTag } from '../http/cache-tags.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import type { PageComments } from '../rendering/dynamic/comment-form.ts';
import { parseRequestedComments, publicCommentsUrl } from './comments/comment-urls.ts';
import { handleComment, uncachedHeaders } from './comments/handle-comment.ts';
import { loadPageComments } from './comments/load-page-comments.ts';
import { isCommentForm } from './comments/submit-comment.ts';
import { pageOfContent } from './content-pages.ts';
import { withPreviewedDesign } from './design-preview/previewed-content.ts';
import { type EntryContent, type EntryCredentials, loadEntryContent } from './entry-content.ts';
import { apiPathOf, entrySitePage, numberedEntryUrl } from './entry-site-page.ts';
import { confirmedParameter, type FormResult, parseConfirmedForm, withFormResult } from './forms/forms-in-content.ts';
import { handleContentForm } from './forms/handle-form.ts';
import { isContentForm } from './forms/submit-form.ts';
import { frameCsp, framePage } from './frame-page.ts';
import { shortUrlOf } from './head/entry-head.ts';
import { loadHeadSite } from './head/site-head.ts';
import { parseEntryPage, parseListPage } from './page-number.ts';
import { htmlResponse, type PageDeps, pageContextOf, privateHeaders, redirect, redirectOf } from './page-response.ts';
import { hasValidPasswordCookie, serializePasswordCookie } from './password-cookie.ts';
import { queryPagesOf } from './query-pages.ts';
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
  const { settings } = deps.entries.site;
  if (!isPubliclyReadable(requested) || requested.row.id === settings.values.page_for_posts) return undefined;
  if (isFrame) return handleFrame(deps, requested);
  if (request.method === 'POST') return handleForm(deps, requested);
  const to = canonicalUrlOf(deps, requested);
  if (to === undefined) return undefined;
  return redirectOf(deps.entries.site.urls.pages, url, to) ?? handleEntry(deps, requested);
}

/** Returns the URL of a page of an entry, or of a page of its comments; undefined if the number of the page is invalid. */
function canonicalUrlOf({ entries }: PageDeps, requested: RequestedEntry): string | undefined {
  const { page } = parseRequestedComments(requested.url);
  if (Number.isNaN(page)) return undefined;
  return page === 1 ? numberedEntryUrl(entries, requested, requested.page) : publicCommentsUrl(requested.link, page);
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
  if (request.method === 'POST') return handlePassword(deps, requested, requireFields(request));
  const credentials = { ...readPassword(deps, requested), previewNonce, autosaveId: preview.revision };
  return respond(deps, requested, credentials, {
    notice: noticeHtml('Preview: this version is not published.'),
  });
}

async function handleFrame(deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> {
  const { link, request } = requested;
  request.tags?.add(postTag(requested.row.id));
  const keys: EntryCredentials = { password: undefined, previewNonce: undefined, autosaveId: 0 };
  const entryContent = await loadEntryContent(deps.dispatch, apiPathOf(requested), keys, request);
  if (!entryContent) return undefined;
  const html = framePage(entryContent, pageContextOf(deps.entries, request), link);
  return htmlResponse(200, { html, csp: frameCsp });
}

const handleEntry = (deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> =>
  respond(deps, requested, { ...readPassword(deps, requested), previewNonce: undefined, autosaveId: 0 });

/** Handles a submitted form: a comment, the password of the entry, or a form in its content. Sites with a front end accept only passwords on the pages of the service. */
async function handleForm(deps: PageDeps, requested: RequestedEntry): Promise<PageResponse | undefined> {
  const fields = requireFields(requested.request);
  if (isContentForm(fields)) return handleFormOfContent(deps, requested, fields);
  if (!isCommentForm(fields)) return handlePassword(deps, requested, fields);
  if (deps.entries.site.urls.pages !== 'on') return undefined;
  const credentials: EntryCredentials = { password: undefined, previewNonce: undefined, autosaveId: 0 };
  return handleComment(deps, { ...requested, fields }, (comments) =>
    respond(deps, requested, credentials, { comments }),
  );
}

/** Handles a form in the content. Visitors who do not know the password of the entry get its password form. */
async function handleFormOfContent(
  deps: PageDeps,
  requested: RequestedEntry,
  fields: URLSearchParams,
): Promise<PageResponse | undefined> {
  const { row, link, request } = requested;
  if (deps.entries.site.urls.pages !== 'on') return undefined;
  const credentials = { ...readPassword(deps, requested), previewNonce: undefined, autosaveId: 0 };
  if (row.password !== '' && credentials.password === undefined) return respond(deps, requested, credentials);
  return handleContentForm(deps, { link, request, fields }, (formResult) =>
    respond(deps, requested, credentials, { formResult }),
  );
}

/** Returns the fields of a submitted form. Throws ApiError 415 `rest_unsupported_media_type` if the body is not a URL-encoded form. */
function requireFields({ fields }: PageRequest): URLSearchParams {
  if (fields) return fields;
  const message = 'A form must be sent as application/x-www-form-urlencoded.';
  throw new ApiError('rest_unsupported_media_type', 415, message);
}

/** Returns the password of an entry, if the visitor has proven to know it. */
function readPassword({ entries: { site, passwords } }: PageDeps, { row, request }: RequestedEntry) {
  const now = Math.floor(site.clock() / 1000);
  const isKnown = row.password !== '' && hasValidPasswordCookie(site.key, row, now, request.cookie);
  // A valid cookie proves that the visitor knows the password, so failed attempts of others at this IP address must not lock them out.
  if (isKnown) passwords.recordSuccess(request.from, row.id);
  return { password: isKnown ? row.password : undefined };
}

/** HTML that precedes the content, the comments if they are not those that the URL requests, and the result of a submitted form. */
interface PageVariant {
  readonly notice?: string;
  readonly comments?: PageComments;
  readonly formResult?: FormResult;
}

/** Responds with the page of an entry, or with its password form. Returns undefined if there is no such page. */
async function respond(
  deps: PageDeps,
  requested: RequestedEntry,
  credentials: EntryCredentials,
  { notice = '', comments: submitted, formResult }: PageVariant = {},
): Promise<PageResponse | undefined> {
  const { row, request, url } = requested;
  request.tags?.add(postTag(row.id));
  const loaded = await loadEntryContent(deps.dispatch, apiPathOf(requested), credentials, request);
  if (!loaded) return undefined;
  if (row.password !== '' && credentials.password === undefined)
    return respondWithForm(deps, requested, loaded, { status: 200, form: passwordForm(), notice });
  const content = await withPreviewedDesign(deps.entries, requested, loaded, request);
  const confirmed = parseConfirmedForm(url);
  const result = formResult ?? (confirmed === undefined ? undefined : { form: confirmed, rejected: undefined });
  const html = result
    ? await withFormResult(deps.entries, content.content, result, { link: requested.link, client: request })
    : content.content;
  const part = pageOfContent(html, requested.page);
  if (!part) return undefined;
  const isPublic = row.password === '' && credentials.previewNonce === undefined;
  const requestedComments = parseRequestedComments(url);
  const comments =
    submitted ?? (isPublic ? await loadPageComments(deps, requested, requestedComments, request) : undefined);
  if (isPublic && !comments) return undefined;
  const page = entrySitePage(deps.entries, requested, {
    ...{ content, html: part.html, page: requested.page, pages: part.pages, isPublic, comments },
    site: await loadHeadSite(deps.entries.site, deps.dispatch, request),
    queryPages: queryPagesOf(requested.url),
  });
  const rendered = await deps.renderPage({ ...page, notice }, request);
  if (!isPublic) return htmlResponse(200, rendered, privateHeaders);
  const shortlink = shortUrlOf(deps.entries.site.urls, row);
  return { ...htmlResponse(200, rendered, commentHeaders(url)), apiPath: apiPathOf(requested), shortlink };
}

/** Returns the headers of pages that are not cached, because their number is not limited, and of those that should not be indexed. */
function commentHeaders({ searchParams }: URL): Readonly<Record<string, string>> {
  if (searchParams.has('replytocom') || searchParams.has(confirmedParameter)) return uncachedHeaders;
  return searchParams.has('comment') ? { 'X-Robots-Tag': 'noindex' } : {};
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
  { entries, dispatch, renderPage }: PageDeps,
  requested: RequestedEntry,
  content: EntryContent,
  { status, form, notice = '', headers }: FormResponse,
): Promise<PageResponse> {
  const { request } = requested;
  const page = entrySitePage(entries, requested, {
    ...{ content, html: form, page: 1, pages: 1, isPublic: false },
    site: await loadHeadSite(entries.site, dispatch, request),
    queryPages: queryPagesOf(requested.url),
  });
  return htmlResponse(status, await renderPage({ ...page, notice }, request), {
    ...privateHeaders,
    ...headers,
  });
}

/** Checks a submitted password. If it is correct, sets the password cookie and redirects to the page. Wrong attempts are limited. */
async function handlePassword(
  deps: PageDeps,
  requested: RequestedEntry,
  fields: URLSearchParams,
): Promise<PageResponse | undefined> {
  const { row, request, url } = requested;
  const { site, passwords } = deps.entries;
  if (row.password === '') return undefined;
  const keys = { password: undefined, previewNonce: url.searchParams.get('preview_nonce') ?? undefined, autosaveId: 0 };
  const formWith = async (status: number, complaint: string, headers = {}) => {
    const content = await loadEntryContent(deps.dispatch, apiPathOf(requested), keys, request);
    return content && respondWithForm(deps, requested, content, { status, form: passwordForm(complaint), headers });
  };
  const result = await passwords.tryPassword(request.from, row, fields.get('password') ?? '');
  if (result === false) return formWith(403, 'Incorrect password.');
  if (result !== true) {
    const wait = String(result.secondsToWait);
    return formWith(429, `Too many wrong passwords; try again in ${wait} seconds.`, { 'Retry-After': wait });
  }
  const isSecure = site.urls.home.startsWith('https:');
  const cookie = serializePasswordCookie(site.key, row, Math.floor(site.clock() / 1000), isSecure);
  const { pathname, search } = new URL(`http://own.invalid${request.address}`);
  return redirect(303, `/${pathname.replace(/^\/+/, '')}${search}`, { 'Set-Cookie': cookie });
}
