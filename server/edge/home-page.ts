// Renders the home page: a short text for visitors, and links to the REST roots for clients.
import { apiRootLinks, escapeText, feedLink, renderDocument, textPageCsp } from '../page-layout/document.ts';
import type { ApiRoot } from '../page-layout/page.ts';
import { screenPaths } from '../screens/paths.ts';

/** Content security policy of the page. */
export const homePolicy = textPageCsp();

/** Renders the home page with the site's title, its REST roots and a sign-in link. `home` is the URL of the site without a slash at its end. */
export function renderHomePage(
  site: { readonly title: string; readonly description: string },
  roots: readonly ApiRoot[],
  home: string,
): string {
  const items = roots.map(({ url }) => `<li><a href="${escapeText(url)}">${escapeText(url)}</a></li>`);
  const about = site.description === '' ? '' : `<p>${escapeText(site.description)}</p>\n`;
  const body = `<main>
<h1>${escapeText(site.title)}</h1>
${about}<p>The API of this site:</p>
<ul>${items.join('')}</ul>
<p><a href="${escapeText(new URL(home).pathname.replace(/\/$/, '') + screenPaths.signIn)}">Sign in</a></p>
</main>`;
  return renderDocument({
    language: 'en',
    title: site.title,
    head: apiRootLinks(roots) + feedLink(site.title, `${home}/feed/`),
    body,
  });
}
