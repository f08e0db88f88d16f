// The home page: a few words for people, and for clients the header that names the REST root.
import { documentOf, escapeText, linksToRoots, textPolicy } from '../look/document.ts';
import type { ApiRoot } from '../look/page.ts';
import { places } from '../screens/places.ts';

/** What its policy lets a browser do. */
export const homePolicy = textPolicy();

/** A page of HTML that names the site and the roots of its service, and leads to signing in; `base` is the path of the home. */
export function homePage(
  site: { readonly title: string; readonly description: string },
  roots: readonly ApiRoot[],
  base = '',
): string {
  const items = roots.map(({ address }) => `<li><a href="${escapeText(address)}">${escapeText(address)}</a></li>`);
  const about = site.description === '' ? '' : `<p>${escapeText(site.description)}</p>\n`;
  const body = `<main>
<h1>${escapeText(site.title)}</h1>
${about}<p>The content of this site is served at:</p>
<ul>${items.join('')}</ul>
<p><a href="${escapeText(base + places.signIn)}">Sign in</a></p>
</main>`;
  return documentOf({ language: 'en', title: site.title, head: linksToRoots(roots), body });
}
