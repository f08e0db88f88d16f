// GET /oembed/1.0/embed: returns the embed of an entry of this site (media-fonts-and-oembed.md, C1).

import { ApiError } from '../../api-error.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import { embedEntry, findPublicEntry } from './embed-entry.ts';
import type { OembedOperations } from './operations.ts';

/** Returns the error for a URL that cannot be embedded. */
export const noEmbed = () => new ApiError('oembed_invalid_url', 404, 'No embed is available for this URL.');

/**
 * Responds with the embed of a public entry. Throws ApiError 404 `oembed_invalid_url` if there is none at the URL, regardless of the
 * caller's permissions.
 */
export function getEmbed(deps: EntryDeps): OembedOperations['get-embed'] {
  return {
    async run({ args }) {
      const found = await findPublicEntry(deps, args.url);
      if (!found) throw noEmbed();
      return { kind: 'value', value: await embedEntry(deps, found, args.maxwidth) };
    },
  };
}
