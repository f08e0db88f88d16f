// Implements the oEmbed endpoints: embeds of the site's entries, and a proxy for embeds of other sites
// (media-fonts-and-oembed.md, part C).
import { oembedModule } from '../../../contract/oembed-1.0/oembed.ts';
import { ApiError } from '../../api-error.ts';
import { cachedResponse } from '../../fetch/response-cache-store.ts';
import { implement } from '../../http/implement.ts';
import { type Module, type ParameterCheckFactory, publicAccess } from '../../http/module.ts';
import { embedEntry, findPublicEntry } from './embed-entry.ts';
import { type EmbedRequest, type OembedDeps, requestEmbed } from './request-embed.ts';

// GET /oembed/1.0/embed: returns the embed of an entry of this site (media-fonts-and-oembed.md, C1).

/** Returns the error for a URL that cannot be embedded. */
const noEmbed = () => new ApiError('oembed_invalid_url', 404, 'No embed is available for this URL.');

// Creates players for URLs that end with the extension of an audio or video file (media-fonts-and-oembed.md, C2, 3).

const audioPattern = /^https?:\/\/.+?\.(?:mp3|ogg|flac|m4a|wav)$/i;
const videoPattern = /^https?:\/\/.+?\.(?:mp4|m4v|webm|ogv|flv)$/i;

/** Returns an embed with the shortcode of a player; undefined if the URL has no known extension. */
function playerFor({ url, maxwidth, maxheight }: Pick<EmbedRequest, 'url' | 'maxwidth' | 'maxheight'>) {
  const source = `src="${url.replace(/["[\]<>]/g, encodeURIComponent)}" /]`;
  const size = maxwidth && maxheight ? `width="${maxwidth}" height="${maxheight}" ` : '';
  if (audioPattern.test(url)) return player(`[audio ${source}`);
  return videoPattern.test(url) ? player(`[video ${size} ${source}`) : undefined;
}

const player = (html: string) => ({ provider_name: 'Embed Handler', html, scripts: [] });

// GET /oembed/1.0/proxy: returns the embed of a URL of this site or of another site (media-fonts-and-oembed.md, C2).

/** Time for which embeds from other sites are cached, in seconds. */
const cacheSeconds = 24 * 3600;

async function remoteEmbed(deps: OembedDeps, request: EmbedRequest): Promise<object | undefined> {
  if (!/^https?:\/\//i.test(request.url)) return undefined;
  const { url, format, maxwidth, maxheight = null, discover } = request;
  const cacheKey = ['oembed', url, format, maxwidth, maxheight, discover];
  const now = Math.floor(deps.site.clock() / 1000);
  return cachedResponse(deps.database, now, cacheSeconds, cacheKey, () => requestEmbed(deps, request));
}

const forbiddenError = { code: 'rest_forbidden', message: 'You are not allowed to request embeds from other sites.' };

/** Returns a check that accepts any value and converts it to a number: its leading digits without a sign, or 0. */
const leadingDigits: ParameterCheckFactory = () => (value) => {
  // Lists and objects are not converted to strings, so they have no digits.
  const text = typeof value === 'number' ? String(Math.trunc(value)) : typeof value === 'string' ? value : '';
  const digits = /^\s*[-+]?(\d+)/.exec(text)?.[1];
  return { value: Math.min(Number(digits ?? 0), 100_000) };
};

/** Returns the module of oEmbed. */
export function oembedEndpoints(deps: OembedDeps): Module {
  return implement(oembedModule, {
    permissions: {
      'read-embed': publicAccess,
      'use-proxy': { permit: ({ actor }) => (actor.can('edit_posts') ? undefined : forbiddenError) },
    },
    operations: {
      /**
       * Responds with the embed of a public entry. Throws ApiError 404 `oembed_invalid_url` if there is none at the URL,
       * regardless of the caller's permissions.
       */
      'get-embed': {
        async run({ args }) {
          const found = await findPublicEntry(deps, args.url);
          if (!found) throw noEmbed();
          return { kind: 'value', value: await embedEntry(deps, found, args.maxwidth) };
        },
      },

      /** Responds with the embed of a URL. Throws ApiError 404 `oembed_invalid_url` if there is none. */
      'get-proxied': {
        async run({ args: request }) {
          const siteEntry = await findPublicEntry(deps, request.url);
          if (siteEntry) return { kind: 'value', value: await embedEntry(deps, siteEntry, request.maxwidth) };
          const value = (await remoteEmbed(deps, request)) ?? playerFor(request);
          if (!value) throw noEmbed();
          return { kind: 'value', value };
        },
      },
    },
    checks: { 'leading-digits': leadingDigits },
  });
}
