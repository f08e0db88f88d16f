// Renders messages to visitors, without a template of the theme, and parts that several pages have in common.
import { escapeText, renderDocument, styleCspSource } from '../page-layout/document.ts';
import type { EntryContent } from './entry-content.ts';
import type { HeadSite } from './head/head-data.ts';
import { renderHead } from './head/render-head.ts';

/** Properties of the site that all pages use. */
export interface PageContext {
  readonly site: string;
  /** URL of the site's home page. */
  readonly home: string;
  /** Properties of the site for the head. */
  readonly head: HeadSite;
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
export function messagePage(title: string, message: string, { site, home, head }: PageContext): string {
  const body = `<header class="site"><p><a href="${escapeText(home)}/">${escapeText(site)}</a></p></header>
<main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(message)}</p>
</main>`;
  const page = { kind: 'message', title } as const;
  return renderDocument({ language: head.language, head: renderHead({ site: head, page }), body });
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

/** Returns a `figure` element with the featured image of an entry; empty if the entry has none. */
export const featuredImageHtml = ({ featuredImage }: EntryContent): string =>
  featuredImage
    ? `<figure class="featured"><img src="${escapeText(featuredImage.url)}" alt="${escapeText(featuredImage.altText)}"${featuredImage.sizeAttributes}></figure>\n`
    : '';
