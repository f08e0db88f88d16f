// GET on what a page says of itself (protocol.md §20, url-details).
import { findAddressed, isPublic, ownAddress } from '../../cms-v2/addressed/find-addressed.ts';
import { fetchText } from '../../fetch/fetch-text.ts';
import { FetchFailed, mayFetch } from '../../fetch/guarded-fetch.ts';
import { rememberedAnswer } from '../../fetch/remembered-store.ts';
import { wrongType } from '../../http/parameters/faults.ts';
import { cleanUri } from '../../http/parameters/formats.ts';
import type { CheckMaker, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { stripTags } from '../../rendering/markup.ts';
import { detailsOf, type PageDetails } from './page-details.ts';
import type { BlockEditorParts } from './parts.ts';

/** How long the details of a page are kept. Seconds. */
const lifetime = 3600;

/** The check of an address: one of this site, or a public one. */
export const askableCheck =
  (parts: BlockEditorParts): CheckMaker =>
  () =>
  async (value, name) => {
    if (typeof value !== 'string') return wrongType(name, 'string');
    const text = value.trim();
    const isOwn = /^https?:/i.test(text) && namesNoUser(ownAddress(parts, text));
    return isOwn || (await mayFetch(text, parts.fetchLimits))
      ? { value: cleanUri(text) }
      : { refused: `${name} must be a public http or https address.` };
  };

/** Whether there is an address, which names no user. */
const namesNoUser = (url: URL | undefined): boolean => url?.username === '' && url.password === '';

/**
 * Answers with title, icon, description and picture of a page. The site asks itself for nothing: of its own pages it knows.
 *
 * Throws Refusal 404 `rest_invalid_url`, `no_response`, `no_content`.
 */
export function getUrlDetails(parts: BlockEditorParts): Operation {
  return {
    async run({ args }) {
      const url = String(args.url).replace(/\/+$/, '');
      if (!URL.canParse(url)) throw new Refusal('rest_invalid_url', 404, 'This is no address of a page.');
      const own = ownAddress(parts, url);
      const value = own
        ? await ownDetails(parts, own)
        : await rememberedAnswer(parts.database, Math.floor(parts.clock() / 1000), lifetime, ['url-details', url], () =>
            foreignDetails(parts, url),
          );
      return { kind: 'value', value: value ?? {} };
    },
  };
}

const noResponse = () => new Refusal('no_response', 404, 'The address did not answer with a page.');

async function ownDetails(parts: BlockEditorParts, url: URL): Promise<PageDetails> {
  const found = await findAddressed(parts, url);
  if (!found || !isPublic(found)) {
    const { title, description } = parts.settings.values;
    const isHome = url.pathname === new URL(parts.site.front).pathname && url.search === '';
    if (isHome) return { title, icon: '', description, image: '' };
    throw noResponse();
  }
  const { row } = found;
  const description = row.password === '' ? stripTags(row.excerpt_rendered).replace(/\s+/g, ' ').trim() : '';
  return { title: stripTags(row.title_rendered), icon: '', description, image: '' };
}

async function foreignDetails({ fetchLimits }: BlockEditorParts, url: string): Promise<PageDetails> {
  try {
    const page = await fetchText(url, ['text/html', 'application/xhtml+xml'], fetchLimits);
    if (!page || page.text.trim() === '') throw new Refusal('no_content', 404, 'There is no page at this address.');
    return detailsOf(page.text, page.address);
  } catch (error) {
    if (error instanceof FetchFailed) throw noResponse();
    throw error;
  }
}
