// Renders messages to visitors, without a template of the theme, and parts that several pages have in common.
import { apiRootLinks, escapeText, feedLink, renderDocument, styleCspSource } from '../page-layout/document.ts';
import type { ApiRoot } from '../page-layout/page.ts';
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
  /** Roots of the service's APIs. */
  readonly roots: readonly ApiRoot[];
}

/** Content Security Policy of messages. */
export const messageCsp = [
  "default-src 'none'",
  `style-src ${styleCspSource()}`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a page with a title and a message. It needs neither data nor a template, so that it can report that these are unavailable. */
export function messagePage(title: string, message: string, pageContext: PageContext): string {
  const { site, home, feed, language, roots } = pageContext;
  const body = `<header class="site"><p><a href="${escapeText(home)}/">${escapeText(site)}</a></p></header>
<main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(message)}</p>
</main>`;
  const head = apiRootLinks(roots) + feedLink(site, feed);
  return renderDocument({ language, title: `${title} – ${site}`, head, body });
}

/** Returns the password form of an entry. `errorMessage` describes why the previous attempt failed, if there was one. */
export function passwordForm(errorMessage = ''): string {
  const notice =
    errorMessage === '' ? '' : `<p class="notice" role="alert" id="complaint">${escapeText(errorMessage)}</p>\n`;
  const errorAttributes = errorMessage === '' ? '' : ' aria-describedby="complaint" aria-invalid="true"';
  return `${notice}<form method="post" class="post-password-form">
<label for="password">This content is password-protected. Password:</label>
<div class="entry-password"><input type="password" id="password" name="password" maxlength="255" required autocomplete="off"${errorAttributes}>
<button type="submit" class="wp-element-button">View</button></div>
</form>`;
}

/** Returns a note for visitors, which precedes content. */
export const noticeHtml = (text: string): string => `<p class="notice" role="note">${escapeText(text)}</p>\n`;

/** Returns a title without markup, escaped for an attribute value. */
export const plainTitle = (title: string): string => escapeText(stripTags(title));

/** Returns a `figure` element with the featured image of an entry; empty if the entry has none. */
export const featuredImageHtml = ({ featuredImage }: EntryContent): string =>
  featuredImage
    ? `<figure class="featured"><img src="${escapeText(featuredImage.url)}" alt="${escapeText(featuredImage.altText)}"${featuredImage.sizeAttributes}></figure>\n`
    : '';
