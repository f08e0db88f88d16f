// GET on what the site tells of its own entries (media-fonts-and-oembed.md, C1).
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { findTold, tellEntry } from './tell-entry.ts';

/** What is said of an address of which nothing can be told. */
export const nothingTold = () => new Refusal('oembed_invalid_url', 404, 'Nothing can be told of this address.');

/** Answers with what an entry is embedded by. Throws Refusal 404 `oembed_invalid_url`, also to those who may see more. */
export function getEmbed(parts: EntryParts): Operation {
  return {
    async run({ args }) {
      const found = await findTold(parts, String(args.url));
      if (!found) throw nothingTold();
      return { kind: 'value', value: await tellEntry(parts, found, Number(args.maxwidth)) };
    },
  };
}
