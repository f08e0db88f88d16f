// GET on what an address shows, whoever's it is (media-fonts-and-oembed.md, C2).
import { rememberedAnswer } from '../../fetch/remembered-store.ts';
import type { Operation } from '../../http/room.ts';
import { askProvider, type Question } from './ask-provider.ts';
import { nothingTold } from './get-embed.ts';
import type { OembedParts } from './parts.ts';
import { playerOf } from './player.ts';
import { findTold, tellEntry } from './tell-entry.ts';

/** How long another site's answer is kept. Seconds. */
const lifetime = 24 * 3600;

/** Answers with what an address is embedded by. Throws Refusal 404 `oembed_invalid_url`. */
export function getProxied(parts: OembedParts): Operation {
  return {
    async run({ args }) {
      const question = args as unknown as Question;
      const own = await findTold(parts, question.url);
      if (own) return { kind: 'value', value: await tellEntry(parts, own, question.maxwidth) };
      const value = (await foreign(parts, question)) ?? playerOf(question);
      if (!value) throw nothingTold();
      return { kind: 'value', value };
    },
  };
}

async function foreign(parts: OembedParts, question: Question): Promise<object | undefined> {
  if (!/^https?:\/\//i.test(question.url)) return undefined;
  const { url, format, maxwidth, maxheight = null, discover } = question;
  const asked = ['oembed', url, format, maxwidth, maxheight, discover];
  const now = Math.floor(parts.clock() / 1000);
  return rememberedAnswer(parts.database, now, lifetime, asked, () => askProvider(parts, question));
}
