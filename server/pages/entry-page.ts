// Renders the HTML page of an entry, its password form and error pages. They contain no scripts, and load nothing from other
// sites except the featured image and the resources in the content of the entry.
import { apiRootLinks, escapeText, feedLink, renderDocument, styleCspSource } from '../page-layout/document.ts';
import type { ApiRoot } from '../page-layout/page.ts';
import { formatDate } from '../rendering/dynamic/dates.ts';
import { stripTags } from '../rendering/markup.ts';
import type { EntryContent } from './entry-content.ts';

/** Properties of the site that all pages use. */
export interface PageContext {
  readonly site: string;
  /** URL of the site's home page. */
  readonly home: string;
  /** URL of the feed of its posts. */
  readonly feed: string;
  readonly language: string;
  readonly dateFormat: string;
  /** Roots of the service's APIs. */
  readonly roots: readonly ApiRoot[];
}

/** URLs in the head of a page, for programs. */
export interface PageUrls {
  readonly link: string;
  /** The oEmbed URLs; absent when discovery is not offered. */
  readonly oembed?: { readonly json: string; readonly xml: string };
}

/** Content Security Policy of all pages except the one for iframes. */
export const pageCsp = [
  "default-src 'none'",
  `style-src ${styleCspSource()}`,
  "style-src-attr 'unsafe-inline'",
  'img-src http: https: data:',
  'media-src http: https:',
  "frame-src https: 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the page of an entry, with an optional note above it. */
export function entryPage(
  entryContent: EntryContent,
  pageContext: PageContext,
  { link, oembed }: PageUrls,
  note = '',
): string {
  const title = entryContent.title === '' ? '(no title)' : entryContent.title;
  const discovery = oembed
    ? `<link rel="alternate" type="application/json+oembed" href="${escapeText(oembed.json)}" title="${plainTitle(title)}">
<link rel="alternate" type="text/xml+oembed" href="${escapeText(oembed.xml)}" title="${plainTitle(title)}">
`
    : '';
  const body = `<article>
<h1 dir="auto">${title}</h1>
${bylineHtml(entryContent, pageContext)}${featuredImageHtml(entryContent)}<div class="content" dir="auto">
${entryContent.content}
</div>
</article>${termsHtml(entryContent)}`;
  const head = `<link rel="canonical" href="${escapeText(link)}">\n${discovery}`;
  return renderPage(
    pageContext,
    `${stripTags(title)} – ${pageContext.site}`,
    note === '' ? body : `${noticeHtml(note)}\n${body}`,
    head,
  );
}

/** Returns the page with the password form of an entry. `errorMessage` describes why the previous attempt failed, if there was one. */
export function passwordPage(title: string, pageContext: PageContext, errorMessage = ''): string {
  const notice =
    errorMessage === '' ? '' : `<p class="notice" role="alert" id="complaint">${escapeText(errorMessage)}</p>\n`;
  const errorAttributes = errorMessage === '' ? '' : ' aria-describedby="complaint" aria-invalid="true"';
  const body = `<h1 dir="auto">${title === '' ? '(no title)' : title}</h1>
${notice}<form method="post">
<label for="password">This content is password-protected. Password:</label>
<div class="entry-password"><input type="password" id="password" name="password" maxlength="255" required autocomplete="off"${errorAttributes}>
<button type="submit">View</button></div>
</form>`;
  return renderPage(pageContext, `${stripTags(title)} – ${pageContext.site}`, body, '');
}

/** Returns a page with a title and a message. */
export const messagePage = (title: string, message: string, pageContext: PageContext): string =>
  renderPage(
    pageContext,
    `${title} – ${pageContext.site}`,
    `<h1>${escapeText(title)}</h1>\n<p>${escapeText(message)}</p>`,
    '',
  );

function renderPage(
  { site, home, feed, language, roots }: PageContext,
  title: string,
  main: string,
  head: string,
): string {
  const body = `<a class="skip" href="#main">Skip to content</a>
<header class="site"><p><a href="${escapeText(home)}/">${escapeText(site)}</a></p></header>
<main id="main">
${main}
</main>`;
  return renderDocument({ language, title, head: apiRootLinks(roots) + feedLink(site, feed) + head, body });
}

const noticeHtml = (text: string): string => `<p class="notice" role="note">${escapeText(text)}</p>`;

/** Returns a title without markup, escaped for an attribute value. */
export const plainTitle = (title: string): string => escapeText(stripTags(title));

function bylineHtml({ date, author }: EntryContent, { dateFormat }: PageContext): string {
  const dateHtml =
    date === '' ? '' : `<time datetime="${escapeText(date)}">${escapeText(formatDate(date, dateFormat))}</time>`;
  const bylineParts = [dateHtml, escapeText(author)].filter((bylinePart) => bylinePart !== '');
  return bylineParts.length === 0 ? '' : `<p class="byline">${bylineParts.join(' · ')}</p>\n`;
}

/** Returns a `figure` element with the featured image of an entry; empty if the entry has none. */
export const featuredImageHtml = ({ featuredImage }: EntryContent): string =>
  featuredImage
    ? `<figure class="featured"><img src="${escapeText(featuredImage.url)}" alt="${escapeText(featuredImage.altText)}"${featuredImage.sizeAttributes}></figure>\n`
    : '';

const termsHtml = ({ terms }: EntryContent): string =>
  terms.length === 0
    ? ''
    : `\n<footer><ul class="terms" aria-label="Filed under">${terms.map((name) => `<li>${escapeText(name)}</li>`).join('')}</ul></footer>`;
