// The home page: a few words for people, and for clients the header that names the REST root.
import { html, plainOf } from '../screens/html.ts';
import { pageHtml } from '../screens/layout.ts';
import { places } from '../screens/places.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text as it stands in HTML; entities stay. */
export const escapeText = (text: string) => text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? '');

/** What the home page tells of a site; texts as they are stored. */
interface HomeParts {
  readonly title: string;
  readonly description: string;
  /** The addresses of the REST roots. */
  readonly roots: readonly string[];
  /** The path of the home, without a slash at its end. */
  readonly base: string;
}

/** A page of HTML that names the site and the roots of its service, and leads to signing in. */
export function homePage({ title, description, roots, base }: HomeParts): string {
  const name = plainOf(title) || 'Octavo';
  const body = html`<section class="card">
<h1>${name}</h1>
${description !== '' && html`<p>${plainOf(description)}</p>`}
<p>The content of this site is served at:</p>
<ul>${roots.map((root) => html`<li><a href="${root}">${root}</a></li>`)}</ul>
<p class="below"><a href="${base}${places.signIn}">Sign in</a></p>
</section>`;
  return pageHtml({ title: name, body }, { siteTitle: title, base }).html;
}
