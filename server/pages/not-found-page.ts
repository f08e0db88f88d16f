// Renders the 404 page, once for all URLs until the data that it shows changes.
import { DependencyCache } from '../http/dependency-cache.ts';
import { apiRootLinks, feedLink } from '../page-layout/document.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { escapeLiteral } from '../rendering/blocks/text.ts';
import { siteFeedUrl } from './feeds/handle-feed.ts';
import { htmlResponse, type PageDeps, privateHeaders } from './page-response.ts';
import { noEntry, type RenderedPage } from './render-page.ts';

/** Maximum size of the cached pages, in bytes. There is one for each theme and each list of API roots: one, in a running service. */
const maxCacheBytes = 2 ** 20;

/** The 404 page of a site. */
export class NotFoundPage {
  readonly #entries: PageDeps['entries'];
  readonly #renderPage: PageDeps['renderPage'];
  readonly #cache: DependencyCache<RenderedPage>;

  constructor({ entries, renderPage }: Pick<PageDeps, 'entries' | 'renderPage'>) {
    this.#renderPage = renderPage;
    this.#entries = entries;
    this.#cache = new DependencyCache(entries.database.changes, maxCacheBytes);
  }

  /**
   * Returns the 404 page for browsers; undefined for other clients, and for the home page of a site with a front end. The response is the same
   * for an entry that is not public and for one that does not exist.
   */
  async respond(request: PageRequest): Promise<PageResponse | undefined> {
    const { urls } = this.#entries.site;
    const isHome = /^\/(?:$|\?(?!(?:.*&)?(?:p|page_id|attachment_id)=))/.test(request.address);
    if (!request.isBrowser || (isHome && urls.front !== urls.home)) return undefined;
    return htmlResponse(404, await this.#page(request), privateHeaders);
  }

  async #page(request: PageRequest): Promise<RenderedPage> {
    const key = request.roots.map(({ url }) => url).join(' ');
    const known = this.#cache.find(key);
    if (known) return known;
    const version = this.#entries.database.changes.version();
    const rendered = await this.#render(request);
    this.#cache.store(key, rendered, 2 * rendered.html.length, version, this.#cache.tablesSince(version));
    return rendered;
  }

  #render(request: PageRequest): Promise<RenderedPage> {
    const { urls, settings } = this.#entries.site;
    const { title } = settings.values;
    const head = `<title>${escapeLiteral(`Page not found – ${title}`)}</title>
<link rel="icon" href="data:,">
<meta name="robots" content="noindex, follow">
${apiRootLinks(request.roots)}${feedLink(title, siteFeedUrl(urls))}`;
    const page = {
      ...{ templates: ['404', 'index'], entry: noEntry, classes: ['error404'], head },
      view: { url: escapeLiteral(`${urls.front}/`), description: '', queryPages: new Map<string, number>() },
    };
    return this.#renderPage(page, request);
  }
}
