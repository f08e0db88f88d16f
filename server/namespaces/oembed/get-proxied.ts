// GET /oembed/1.0/proxy: returns the embed of a URL of this site or of another site (media-fonts-and-oembed.md, C2).
import { cachedResponse } from '../../fetch/response-cache-store.ts';
import type { OembedDeps } from './deps.ts';
import { embedEntry, findPublicEntry } from './embed-entry.ts';
import { noEmbed } from './get-embed.ts';
import type { OembedOperations } from './operations.ts';
import { playerFor } from './player.ts';
import { type EmbedRequest, requestEmbed } from './request-embed.ts';

/** Time for which embeds from other sites are cached, in seconds. */
const cacheSeconds = 24 * 3600;

/** Responds with the embed of a URL. Throws ApiError 404 `oembed_invalid_url` if there is none. */
export function getProxied(deps: OembedDeps): OembedOperations['get-proxied'] {
  return {
    async run({ args: request }) {
      const siteEntry = await findPublicEntry(deps, request.url);
      if (siteEntry) return { kind: 'value', value: await embedEntry(deps, siteEntry, request.maxwidth) };
      const value = (await remoteEmbed(deps, request)) ?? playerFor(request);
      if (!value) throw noEmbed();
      return { kind: 'value', value };
    },
  };
}

async function remoteEmbed(deps: OembedDeps, request: EmbedRequest): Promise<object | undefined> {
  if (!/^https?:\/\//i.test(request.url)) return undefined;
  const { url, format, maxwidth, maxheight = null, discover } = request;
  const cacheKey = ['oembed', url, format, maxwidth, maxheight, discover];
  const now = Math.floor(deps.clock() / 1000);
  return cachedResponse(deps.database, now, cacheSeconds, cacheKey, () => requestEmbed(deps, request));
}
