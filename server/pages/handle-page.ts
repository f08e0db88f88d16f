// Handles requests for the URLs of entries. The response is the page of the entry, its page for iframes, a password form, a
// redirect to the link of the entry, or an error page.

import { timingSafeEqual } from 'node:crypto';
import { autoDraftStatus } from '../../contract/shared/entry-fields.ts';
import { keyedHash } from '../access/secrets.ts';
import { ApiError } from '../api-error.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import { verifyPreview } from '../cms-v2/entries/preview.ts';
import { titleOf as titleOfEntry } from '../cms-v2/entries/texts.ts';
import { isPubliclyReadable, type ResolvedEntry, resolveUrl } from '../cms-v2/entry-urls/resolve-url.ts';
import type { Dispatch } from '../http/pipeline.ts';
import { cspHash, escapeText, renderDocument, styleCspSource } from '../page-layout/document.ts';
import type { PageHandler, PageRequest, PageResponse } from '../page-layout/page.ts';
import { frameStyles } from '../page-layout/styles.ts';
import { stripTags } from '../rendering/markup.ts';
import { type EntryContent, type EntryCredentials, loadEntryContent } from './entry-content.ts';
import {
  entryPage,
  featuredImageHtml,
  messagePage,
  type PageContext,
  pageCsp,
  passwordPage,
  plainTitle,
} from './entry-page.ts';
import { handleFeed, siteFeedUrl } from './feeds/handle-feed.ts';
import { handleSitemap } from './handle-sitemap.ts';

const frameScript = `(function(){
var found=/[?&]secret=([A-Za-z0-9]{1,40})/.exec(location.hash);
if(window.parent===window||!found)return;
function tell(message,value){window.parent.postMessage({message:message,value:value,secret:found[1]},'*');}
function height(){tell('height',Math.ceil(document.documentElement.getBoundingClientRect().height));}
addEventListener('load',height);addEventListener('resize',height);
addEventListener('message',function(event){if(event.data&&event.data.message==='ready')height();});
document.addEventListener('click',function(event){
var link=event.target.closest&&event.target.closest('a[href]');
if(link&&!event.ctrlKey&&!event.metaKey&&!event.shiftKey){tell('link',link.href);event.preventDefault();}
});
height();
})();`.replaceAll('\n', '');

/** Content Security Policy of the page for iframes, which any site may embed. */
const frameCsp = [
  "default-src 'none'",
  `style-src ${styleCspSource(frameStyles)}`,
  "style-src-attr 'unsafe-inline'",
  `script-src ${cspHash(frameScript)}`,
  'img-src http: https: data:',
  "form-action 'none'",
  "base-uri 'none'",
  'frame-ancestors *',
].join('; ');

/** Returns the compact page: featured image, title, excerpt (or a notice if the content is locked) and name of the site. */
function framePage(entryContent: EntryContent, { site, home, language }: PageContext, link: string): string {
  const title = entryContent.title === '' ? '(no title)' : entryContent.title;
  const text = entryContent.isLocked ? '<p>This content is password-protected.</p>' : entryContent.excerpt;
  const body = `<article class="card">
${featuredImageHtml(entryContent)}<h1 dir="auto"><a href="${escapeText(link)}" target="_top">${title}</a></h1>
<div dir="auto">${text}</div>
<p class="source"><a href="${escapeText(home)}/" target="_top">${escapeText(site)}</a></p>
</article>`;
  const head = `<link rel="canonical" href="${escapeText(link)}">\n<meta name="robots" content="noindex, follow">\n`;
  const name = `${stripTags(title)} – ${site}`;
  return renderDocument({ language, title: plainTitle(name), head, body, styles: frameStyles, script: frameScript });
}

/** Lifetime of the cookie, in seconds. */
const LIFETIME_SECONDS = 24 * 3600;

/** The entry to which a cookie grants access. */
interface ProtectedEntry {
  readonly id: number;
  readonly password: string;
}

const cookieNameOf = ({ id }: ProtectedEntry): string => `octavo_pass_${id}`;

const cookieValueOf = (key: string, { id, password }: ProtectedEntry, expires: number): string =>
  `${expires.toString(36)}.${keyedHash(key, `pass ${id} ${expires} ${password}`).slice(0, 43)}`;

/** Returns the value of the Set-Cookie header. `now` is in seconds since 1970. */
function serializePasswordCookie(key: string, entry: ProtectedEntry, now: number, isSecure: boolean): string {
  const value = `${cookieNameOf(entry)}=${cookieValueOf(key, entry, now + LIFETIME_SECONDS)}`;
  return `${value}; Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Returns whether a Cookie header contains a valid password cookie for an entry. `now` is in seconds since 1970. */
function hasValidPasswordCookie(key: string, entry: ProtectedEntry, now: number, cookie = ''): boolean {
  const start = `${cookieNameOf(entry)}=`;
  const matchingCookie = cookie.split(';').find((each) => each.trim().startsWith(start));
  const value = matchingCookie?.trim().slice(start.length) ?? '';
  const expires = Number.parseInt(value.split('.')[0] ?? '', 36);
  if (!Number.isSafeInteger(expires) || expires <= now || expires > now + LIFETIME_SECONDS) return false;
  const [actual, expected] = [Buffer.from(value), Buffer.from(cookieValueOf(key, entry, expires))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

interface EntryPageDeps {
  readonly entries: EntryDeps;
  readonly dispatch: Dispatch;
  /** Maps a storage error to an API error; returns undefined for any other error. */
  readonly translate: (error: unknown) => ApiError | undefined;
  readonly report: (error: unknown, id: string) => void;
}

/** Returns the handler for requests to entry pages. */
export function createPageHandler(deps: EntryPageDeps): PageHandler {
  return async (request) => {
    try {
      await deps.entries.site.settings.refresh();
      return await handlePage(deps, request);
    } catch (error) {
      return errorPage(deps, request, error);
    }
  };
}

/** A requested entry, and the requested variant of its page. */
interface RequestedPage extends ResolvedEntry {
  readonly request: PageRequest;
  readonly pageContext: PageContext;
  readonly isFrame: boolean;
  /** The preview nonce in the URL, if any. */
  readonly previewNonce: string | undefined;
}

async function handlePage(deps: EntryPageDeps, request: PageRequest): Promise<PageResponse | undefined> {
  const { entries } = deps;
  const address = entries.site.urls.front + request.address;
  const url = request.address.length <= 2000 && URL.canParse(address) ? new URL(address) : undefined;
  const document =
    url && ((await handleSitemap(deps, pathOf(request), request)) ?? (await handleFeed(deps, url, request)));
  if (document) return document;
  const resolvedEntry = url && (await resolveUrl(entries, url));
  if (!resolvedEntry || !url) return notFoundPage(entries, request);
  const isFrame = url.searchParams.get('embed') !== null || /\/embed\/?$/.test(url.pathname);
  const previewNonce = url.searchParams.get('preview_nonce') ?? undefined;
  const requested: RequestedPage = {
    ...resolvedEntry,
    request,
    pageContext: pageContextOf(entries, request),
    isFrame,
    previewNonce,
  };
  if (previewNonce !== undefined && !isFrame) return handlePreview(deps, requested);
  if (!isPubliclyReadable(resolvedEntry)) return notFoundPage(entries, request);
  if (isFrame) return handleFrame(deps, requested);
  const hasSeparateFrontEnd = entries.site.urls.front !== entries.site.urls.home;
  if (
    request.method === 'GET' &&
    (hasSeparateFrontEnd || url.origin + url.pathname !== withoutQuery(resolvedEntry.link))
  )
    return redirect(302, resolvedEntry.link);
  return handleEntry(deps, requested, { previewNonce: undefined, autosaveId: 0 });
}

const pathOf = ({ address }: PageRequest): string => address.split('?', 1)[0] ?? '';

/**
 * Returns the 404 page for browsers; undefined for other clients, and for the home page. The response is the same for an entry that
 * is not public and for one that does not exist.
 */
function notFoundPage(entries: EntryDeps, request: PageRequest): PageResponse | undefined {
  const { isBrowser, address } = request;
  if (!isBrowser || /^\/(?:$|\?(?!(?:.*&)?(?:p|page_id|attachment_id)=))/.test(address)) return undefined;
  const message = 'The URL may be wrong, or the page is no longer public.';
  return htmlResponse(404, messagePage('Page not found', message, pageContextOf(entries, request)), privateHeaders);
}

const withoutQuery = (link: string): string => link.split('?', 1)[0] ?? '';

async function handlePreview(deps: EntryPageDeps, requested: RequestedPage): Promise<PageResponse | undefined> {
  const { previewNonce = '', row, pageContext } = requested;
  const isHidden = row.status === 'trash' || row.status === autoDraftStatus;
  const preview = isHidden ? undefined : await verifyPreview(deps.entries, previewNonce, row.id);
  if (preview) return handleEntry(deps, requested, { previewNonce: previewNonce, autosaveId: preview.revision });
  const message = 'The link is incomplete, has expired or was revoked. Ask for a new link.';
  return htmlResponse(403, messagePage('Preview not available', message, pageContext), privateHeaders);
}

async function handleFrame(deps: EntryPageDeps, requested: RequestedPage): Promise<PageResponse | undefined> {
  const { link, pageContext, request } = requested;
  const keys: EntryCredentials = { password: undefined, previewNonce: undefined, autosaveId: 0 };
  const entryContent = await loadEntryContent(deps.dispatch, apiPath(requested), keys, request);
  if (!entryContent) return undefined;
  return htmlResponse(200, framePage(entryContent, pageContext, link), { 'Content-Security-Policy': frameCsp });
}

async function handleEntry(
  deps: EntryPageDeps,
  requested: RequestedPage,
  keys: Omit<EntryCredentials, 'password'>,
): Promise<PageResponse | undefined> {
  const { row, request, pageContext } = requested;
  if (request.method === 'POST') return handlePassword(deps, requested);
  const { site, passwords } = deps.entries;
  const hasPasswordCookie =
    row.password !== '' && hasValidPasswordCookie(site.key, row, Math.floor(site.clock() / 1000), request.cookie);
  // A valid cookie proves that the visitor knows the password, so failed attempts of others at this IP address must not lock them out.
  if (hasPasswordCookie) passwords.recordSuccess(request.from, row.id);
  const credentials = { ...keys, password: hasPasswordCookie ? row.password : undefined };
  const entryContent = await loadEntryContent(deps.dispatch, apiPath(requested), credentials, request);
  if (!entryContent) return undefined;
  if (row.password !== '' && !hasPasswordCookie)
    return htmlResponse(200, passwordPage(titleOf(requested, entryContent), pageContext), privateHeaders);
  return renderEntry(deps, requested, entryContent);
}

function renderEntry({ entries }: EntryPageDeps, requested: RequestedPage, entryContent: EntryContent): PageResponse {
  const { link, row, pageContext, previewNonce } = requested;
  if (previewNonce !== undefined)
    return htmlResponse(
      200,
      entryPage(entryContent, pageContext, { link }, 'Preview: this version is not published.'),
      privateHeaders,
    );
  const oembedUrl = `${entries.site.urls.rest}/oembed/1.0/embed?url=${encodeURIComponent(link)}`;
  const html = entryPage(entryContent, pageContext, {
    link,
    oembed: { json: oembedUrl, xml: `${oembedUrl}&format=xml` },
  });
  return { ...htmlResponse(200, html, row.password === '' ? {} : privateHeaders), apiPath: apiPath(requested) };
}

/** Checks a submitted password. If it is correct, sets the password cookie and redirects to the page. Wrong attempts are limited. */
async function handlePassword({ entries }: EntryPageDeps, requested: RequestedPage): Promise<PageResponse | undefined> {
  const { row, request, pageContext } = requested;
  if (row.password === '') return undefined;
  const passwordForm = (status: number, errorMessage: string, headers = {}) =>
    htmlResponse(status, passwordPage(titleOf(requested), pageContext, errorMessage), {
      ...privateHeaders,
      ...headers,
    });
  const { site, passwords } = entries;
  const wait = passwords.secondsToWait(request.from, row.id);
  if (wait !== undefined)
    return passwordForm(429, `Too many wrong passwords; try again in ${wait} seconds.`, {
      'Retry-After': String(wait),
    });
  if (!(await passwords.check(request.from, row, request.fields.get('password') ?? '')))
    return passwordForm(403, 'Incorrect password.');
  const isSecure = site.urls.home.startsWith('https:');
  const cookie = serializePasswordCookie(site.key, row, Math.floor(site.clock() / 1000), isSecure);
  const { pathname, search } = new URL(`http://own.invalid${request.address}`);
  return redirect(303, `/${pathname.replace(/^\/+/, '')}${search}`, { 'Set-Cookie': cookie });
}

const titleOf = ({ row }: ResolvedEntry, entryContent?: EntryContent): string =>
  entryContent?.title ?? titleOfEntry(row);

const apiPath = ({ type, row }: ResolvedEntry): string => `/${type.restNamespace}/${type.restBase}/${row.id}`;

function pageContextOf({ site: { settings, urls } }: EntryDeps, { roots }: PageRequest): PageContext {
  const { title, language, date_format } = settings.values;
  return {
    site: title,
    home: urls.front,
    feed: siteFeedUrl(urls),
    language: (language || 'en_US').replaceAll('_', '-'),
    dateFormat: date_format,
    roots,
  };
}

/** Headers of error pages and of pages that are not public. They forbid caching, referrers and indexing. */
const privateHeaders = {
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
} as const;

const htmlResponse = (status: number, html: string, headers: Readonly<Record<string, string>> = {}): PageResponse => ({
  status,
  body: html,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': pageCsp,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...headers,
  },
});

const redirect = (status: 302 | 303, to: string, headers: Readonly<Record<string, string>> = {}): PageResponse => ({
  status,
  body: '',
  headers: { Location: to, 'Cache-Control': 'no-store', ...headers },
});

function errorPage({ entries, translate, report }: EntryPageDeps, request: PageRequest, error: unknown): PageResponse {
  const apiError = error instanceof ApiError ? error : translate(error);
  const { id = crypto.randomUUID() } = request;
  if (!apiError) report(error, id);
  const message = apiError?.message ?? `An unexpected error occurred; it was logged with the ID ${id}.`;
  const wait = apiError?.options.retryAfter;
  return htmlResponse(
    apiError?.status ?? 500,
    messagePage('This page is unavailable', message, pageContextOf(entries, request)),
    {
      ...privateHeaders,
      ...(wait !== undefined && { 'Retry-After': String(wait) }),
    },
  );
}
