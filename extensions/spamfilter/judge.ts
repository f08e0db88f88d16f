// Judging what comes in: by the checker where a key is set, and by what was learned here.
import type { ExtensionServices, Judge, Remark, Verdict } from 'octavo/extension';
import { askChecker } from './remote.ts';
import { spamScore } from './score.ts';
import { readSettings } from './settings.ts';
import { signsOf } from './signs.ts';
import { countDay, findSigns } from './store.ts';

/** From this likelihood on a remark is kept as spam, and from that one on it is not even kept where strictness is on. */
const spamFrom = 0.9;
const worstFrom = 0.995;

/** Judges remarks. A checker that does not answer is told of, and what was learned here decides alone. */
export const judge =
  (services: ExtensionServices): Judge =>
  async (remark) => {
    const settings = await readSettings(services);
    const said = await askChecker(services, settings, remark);
    const found = sterner(said, await localVerdict(services, remark));
    if (found !== 'discard' || settings.spamfilter_strictness) {
      if (found === 'discard') await services.database.transaction((tx) => countDay(tx, services.clock(), 'discarded'));
      return found;
    }
    return 'spam';
  };

/** How likely a remark is spam by what was learned here. 0 to 1. */
export async function localScore({ database }: ExtensionServices, remark: Remark): Promise<number> {
  const signs = signsOf(remark);
  const { seen, learned } = await findSigns(database.read, signs);
  return spamScore(signs, seen, learned);
}

async function localVerdict(services: ExtensionServices, remark: Remark): Promise<Verdict> {
  const score = await localScore(services, remark);
  return score >= worstFrom ? 'discard' : score >= spamFrom ? 'spam' : 'pass';
}

/** A checker that knows better is believed when it lets something pass that is not plainly spam here. */
const sterner = (said: Verdict | undefined, own: Verdict): Verdict => {
  if (said === undefined) return own;
  return said === 'pass' && own !== 'discard' ? 'pass' : said === 'pass' ? 'spam' : said;
};
