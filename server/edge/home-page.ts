// The home page: a few words for people, and for clients the header that names the REST root.
import { documentOf, escapeText } from '../look/document.ts';

/** A page of HTML that names the site and the roots of its service. */
export function homePage(
  site: { readonly title: string; readonly description: string },
  roots: readonly string[],
): string {
  const items = roots.map((root) => `<li><a href="${escapeText(root)}">${escapeText(root)}</a></li>`);
  const about = site.description === '' ? '' : `<p>${escapeText(site.description)}</p>\n`;
  const body = `<main>
<h1>${escapeText(site.title)}</h1>
${about}<p>The content of this site is served at:</p>
<ul>${items.join('')}</ul>
</main>`;
  return documentOf({ language: 'en', title: site.title, body });
}
