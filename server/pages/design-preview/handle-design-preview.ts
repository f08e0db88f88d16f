// Handles requests for public pages with changes of the design that are not saved. The pages are those that anonymous visitors see, except
// for these changes.
import { designPreviewParameter, openDesignPreview } from '../../cms-v2/design-previews/token.ts';
import { escapeText } from '../../page-layout/document.ts';
import type { PageRequest, PageResponse } from '../../page-layout/page.ts';
import { cleanCss } from '../../theme/css/custom-css.ts';
import { isCommentForm } from '../comments/submit-comment.ts';
import { isContentForm } from '../forms/submit-form.ts';
import { renderNotFoundPage } from '../not-found-page.ts';
import { htmlResponse, type PageDeps, pageContextOf, privateHeaders } from '../page-response.ts';
import { createPageRenderer } from '../render-page.ts';
import { messageCsp, messagePage } from '../simple-page.ts';
import { keepInPreview, type PreviewPage, previewedUrlOf } from './preview-urls.ts';

/** Parameters that a preview ignores: its own, and the signature with which an entry that is not published can be viewed. */
const ignoredParameters = [designPreviewParameter, 'preview_nonce', 'preview_id', 'preview'];

/** Finds the public page at the URL of a request; undefined if there is none. */
type FindPage = (deps: PageDeps, request: PageRequest) => Promise<PageResponse | undefined>;

/**
 * Responds with the page at a URL with the token of a preview, or with an explanation if there is no such preview. Returns undefined for
 * clients that are no browsers if there is no such page. No response is cached or indexed. Throws as `findPage`.
 */
export async function handleDesignPreview(
  deps: PageDeps,
  url: URL,
  request: PageRequest,
  findPage: FindPage,
): Promise<PageResponse | undefined> {
  const token = url.searchParams.get(designPreviewParameter) ?? '';
  const preview = await openDesignPreview(deps.entries, deps.roles, token);
  if (!preview)
    return message(deps, request, 404, {
      title: 'Preview not available',
      text: 'The preview has expired, or the link is incomplete. Open a new preview in the site editor.',
    });
  if (request.method === 'POST' && !isPasswordForm(request))
    return message(deps, request, 403, {
      title: 'Nothing was sent',
      text: 'Forms and comments cannot be sent in a preview of the design. Open the page itself to send them.',
    });
  const publicRequest = { ...request, address: withoutIgnoredParameters(request.address) };
  const entries = { ...deps.entries, site: { ...deps.entries.site, design: preview.changes } };
  const render = createPageRenderer(entries);
  const notice = noticeOf(deps, publicRequest, preview.until);
  const previewDeps: PageDeps = {
    ...{ ...deps, entries },
    renderPage: (page, client) =>
      render({ ...page, notice: notice + (page.notice ?? ''), noticeCss: noticeCss + (page.noticeCss ?? '') }, client),
  };
  const response = (await findPage(previewDeps, publicRequest)) ?? (await respondNotFound(previewDeps, publicRequest));
  const { urls } = deps.entries.site;
  return response && toPreview(response, { urls, token, url: new URL(urls.home + publicRequest.address) });
}

const isPasswordForm = ({ fields }: PageRequest): boolean =>
  fields?.has('password') === true && !isCommentForm(fields) && !isContentForm(fields);

function message(
  { entries }: PageDeps,
  request: PageRequest,
  status: number,
  { title, text }: { readonly title: string; readonly text: string },
): PageResponse {
  const html = messagePage(title, text, pageContextOf(entries, request));
  return htmlResponse(status, { html, csp: messageCsp }, privateHeaders);
}

/** Returns a path with its query without the parameters that a preview ignores. */
function withoutIgnoredParameters(address: string): string {
  const [path = '', ...rest] = address.split('?');
  const parameters = new URLSearchParams(rest.join('?'));
  for (const name of ignoredParameters) parameters.delete(name);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

async function respondNotFound(deps: PageDeps, request: PageRequest): Promise<PageResponse | undefined> {
  return request.isBrowser ? htmlResponse(404, await renderNotFoundPage(deps, request)) : undefined;
}

/** Returns the response in the preview: links and redirects lead to pages of the preview, and nothing is cached. */
function toPreview({ status, headers, body }: PageResponse, page: PreviewPage): PageResponse {
  const { Location: to } = headers;
  const location = to === undefined ? undefined : (previewedUrlOf(to, page) ?? to);
  return {
    status,
    headers: { ...headers, ...privateHeaders, ...(location !== undefined && { Location: location }) },
    body: keepInPreview(body, page),
  };
}

/** CSS of the bar. It does not use the styles of the theme, because these may be what is changed. */
const noticeCss = cleanCss(`
.octavo-design-preview {
  position: sticky;
  inset-block-start: 0;
  z-index: 2147483647;
  display: flex;
  flex-wrap: wrap;
  gap: 0.25em 1em;
  justify-content: center;
  text-align: center;
  margin: 0;
  padding: 0.5em 1em;
  background: #1e1e1e;
  color: #fff;
  font: 14px/1.4 system-ui, sans-serif;
}
.octavo-design-preview a {
  color: #fff;
  text-decoration: underline;
}
@media print {
  .octavo-design-preview {
    display: none;
  }
}
`);

/** Returns the bar, with a link to the page without the changes. `until` is the time of expiry. */
function noticeOf({ entries: { site } }: PageDeps, { address }: PageRequest, until: string): string {
  const text = `Preview of unsaved changes of the design, until ${until}.`;
  const link = `<a href="${escapeText(site.urls.home + address)}">View the page without them</a>`;
  return `<aside class="octavo-design-preview" aria-label="Preview">${text} ${link}</aside>\n`;
}
