// The plain readable page of an entry, and what stands in its place: no scripts, nothing of other sites but what the entry shows.
import { documentOf, escapeText, linksToRoots, styleSource } from '../look/document.ts';
import type { ApiRoot } from '../look/page.ts';
import { formatDate } from '../rendering/dynamic/dates.ts';
import { stripTags } from '../rendering/markup.ts';
import type { ShownPage } from './shown-page.ts';

/** What is the same on all pages. */
export interface Around {
  readonly site: string;
  /** The address of the site's home page. */
  readonly home: string;
  readonly language: string;
  readonly dateFormat: string;
  /** The roots of the service's APIs. */
  readonly roots: readonly ApiRoot[];
}

/** Addresses that a page names for programs. */
export interface PageAddresses {
  readonly link: string;
  /** The two addresses of oEmbed; absent where nothing is told. */
  readonly oembed?: { readonly json: string; readonly xml: string };
}

/** What the policy of every page without a frame says. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleSource()}`,
  "style-src-attr 'unsafe-inline'",
  'img-src http: https: data:',
  'media-src http: https:',
  "frame-src https: 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of an entry. `note` stands above it. */
export function entryPage(shown: ShownPage, around: Around, { link, oembed }: PageAddresses, note = ''): string {
  const title = shown.title === '' ? '(no title)' : shown.title;
  const discovery = oembed
    ? `<link rel="alternate" type="application/json+oembed" href="${escapeText(oembed.json)}" title="${plainTitle(title)}">
<link rel="alternate" type="text/xml+oembed" href="${escapeText(oembed.xml)}" title="${plainTitle(title)}">
`
    : '';
  const body = `<article>
<h1 dir="auto">${title}</h1>
${byline(shown, around)}${pictureOf(shown)}<div class="content" dir="auto">
${shown.content}
</div>
</article>${termsOf(shown)}`;
  const head = `<link rel="canonical" href="${escapeText(link)}">\n${discovery}`;
  return whole(around, `${stripTags(title)} – ${around.site}`, note === '' ? body : `${noticeOf(note)}\n${body}`, head);
}

/** The page that asks for the password of an entry; `complaint` tells why it asks again. */
export function passwordPage(title: string, around: Around, complaint = ''): string {
  const notice = complaint === '' ? '' : `<p class="notice" role="alert" id="complaint">${escapeText(complaint)}</p>\n`;
  const described = complaint === '' ? '' : ' aria-describedby="complaint" aria-invalid="true"';
  const body = `<h1 dir="auto">${title === '' ? '(no title)' : title}</h1>
${notice}<form method="post">
<label for="password">This text is protected. Its password:</label>
<div class="entry-password"><input type="password" id="password" name="password" maxlength="255" required autocomplete="off"${described}>
<button type="submit">Show it</button></div>
</form>`;
  return whole(around, `${stripTags(title)} – ${around.site}`, body, '');
}

/** A page that says one thing. */
export const messagePage = (title: string, message: string, around: Around): string =>
  whole(around, `${title} – ${around.site}`, `<h1>${escapeText(title)}</h1>\n<p>${escapeText(message)}</p>`, '');

function whole({ site, home, language, roots }: Around, title: string, main: string, head: string): string {
  const body = `<a class="skip" href="#main">To the text</a>
<header class="site"><p><a href="${escapeText(home)}/">${escapeText(site)}</a></p></header>
<main id="main">
${main}
</main>`;
  return documentOf({ language, title, head: linksToRoots(roots) + head, body });
}

const noticeOf = (text: string): string => `<p class="notice" role="note">${escapeText(text)}</p>`;

/** A title without markup, as the value of an attribute. */
export const plainTitle = (title: string): string => escapeText(stripTags(title));

function byline({ date, author }: ShownPage, { dateFormat }: Around): string {
  const when =
    date === '' ? '' : `<time datetime="${escapeText(date)}">${escapeText(formatDate(date, dateFormat))}</time>`;
  const parts = [when, escapeText(author)].filter((part) => part !== '');
  return parts.length === 0 ? '' : `<p class="byline">${parts.join(' · ')}</p>\n`;
}

/** The picture of an entry, as pages show it. */
export const pictureOf = ({ picture }: ShownPage): string =>
  picture
    ? `<figure class="featured"><img src="${escapeText(picture.address)}" alt="${escapeText(picture.text)}"${picture.size}></figure>\n`
    : '';

const termsOf = ({ terms }: ShownPage): string =>
  terms.length === 0
    ? ''
    : `\n<footer><ul class="terms" aria-label="Filed under">${terms.map((name) => `<li>${escapeText(name)}</li>`).join('')}</ul></footer>`;
