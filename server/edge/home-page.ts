// Renders the home page: a short text for visitors, and links to the REST roots for clients.
import {
  apiRootLinks,
  escapeText,
  feedLink,
  renderDocument,
  simpleHead,
  textPageCsp,
} from '../page-layout/document.ts';
import type { ApiRoot } from '../page-layout/page.ts';
import { screenPaths } from '../screens/paths.ts';

/** Content security policy of the page. */
export const homePolicy = textPageCsp();

/** URLs of the site without slashes at their ends: the service and, if there is one, the front end. */
interface HomePageUrls {
  readonly home: string;
  readonly front?: string;
  /** The feed of the posts; undefined if the service has none. */
  readonly feed?: string | undefined;
}

/** Renders the home page with the site's title, its REST roots and links to the front end and for signing in. */
export function renderHomePage(
  site: { readonly title: string; readonly description: string },
  roots: readonly ApiRoot[],
  { home, front = home, feed }: HomePageUrls,
): string {
  const items = roots.map(({ url }) => `<li><a href="${escapeText(url)}">${escapeText(url)}</a></li>`);
  const about = site.description === '' ? '' : `<p>${escapeText(site.description)}</p>\n`;
  const body = `<main>
<h1>${escapeText(site.title)}</h1>
${about}${front === home ? '' : `<p><a href="${escapeText(front)}/">Go to the site</a></p>\n`}<p>The API of this site:</p>
<ul>${items.join('')}</ul>
<p><a href="${escapeText(new URL(home).pathname.replace(/\/$/, '') + screenPaths.signIn)}">Sign in</a></p>
</main>`;
  return renderDocument({
    language: 'en',
    head: simpleHead(site.title) + apiRootLinks(roots) + (feed === undefined ? '' : feedLink(site.title, feed)),
    body,
  });
}
