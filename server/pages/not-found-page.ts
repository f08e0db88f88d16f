// Renders the 404 page, once for all URLs until the data that it shows changes.
import { DependencyCache } from '../http/dependency-cache.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import { renderHead } from './head/render-head.ts';
import { loadHeadSite } from './head/site-head.ts';
import { isHomeAddress } from './page-mode.ts';
import { htmlResponse, type PageDeps, privateHeaders } from './page-response.ts';
import { noEntry, type RenderedPage } from './render-page.ts';

/** Maximum size of the cached pages, in bytes. There is one for each theme and each list of API roots: one, in a running service. */
const maxCacheBytes = 2 ** 20;

type NotFoundDeps = Pick<PageDeps, 'entries' | 'dispatch' | 'renderPage'>;

/** The 404 page of a site. */
export class NotFoundPage {
  readonly #deps: NotFoundDeps;
  readonly #cache: DependencyCache<RenderedPage>;

  constructor(deps: NotFoundDeps) {
    this.#deps = deps;
    this.#cache = new DependencyCache(deps.entries.database.changes, maxCacheBytes);
  }

  /**
   * Returns the 404 page for browsers; undefined for other clients, and for the home page of a service that displays no pages. The response is
   * the same for an entry that is not public and for one that does not exist.
   */
  async respond(request: PageRequest): Promise<PageResponse | undefined> {
    const { urls } = this.#deps.entries.site;
    if (!request.isBrowser || (urls.pages !== 'on' && isHomeAddress(request.address))) return undefined;
    return htmlResponse(404, await this.#page(request), privateHeaders);
  }

  async #page(request: PageRequest): Promise<RenderedPage> {
    const key = request.roots.map(({ url }) => url).join(' ');
    const known = this.#cache.find(key);
    if (known) return known;
    const version = this.#deps.entries.database.changes.version();
    const rendered = await renderNotFoundPage(this.#deps, request);
    this.#cache.store(key, rendered, 2 * rendered.html.length, version, this.#cache.tablesSince(version));
    return rendered;
  }
}

/** Renders the 404 page, without the cache. Throws as `readApi` and `renderPage`. */
export async function renderNotFoundPage(
  { entries: { site }, dispatch, renderPage }: NotFoundDeps,
  request: PageRequest,
): Promise<RenderedPage> {
  const head = renderHead({
    site: await loadHeadSite(site, dispatch, request),
    page: { kind: 'message', title: 'Page not found' },
  });
  const page = {
    ...{ templates: ['404', 'index'], entry: noEntry, classes: ['error404'], head },
    view: { url: escapeLiteral(`${site.urls.front}/`), description: '', queryPages: new Map<string, number>() },
  };
  return renderPage(page, request);
}
