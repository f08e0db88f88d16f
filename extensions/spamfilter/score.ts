// How likely a remark is spam, from what moderators have said of earlier ones (naive Bayes, with the most telling signs only).

/** How often something was seen in spam and in what is wanted. */
export interface Seen {
  readonly spam: number;
  readonly ham: number;
}

/** What every instance begins with, before anybody has decided anything; decisions outweigh it soon. */
const prejudices: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'links:0': -1.5,
    'links:1': 0,
    'links:2': 0.8,
    'links:3': 1.6,
    'links:some': 2.6,
    'links:many': 3.5,
    'links:masses': 4,
    'style:loud': 1,
    'style:shouting': 0.6,
    'sender:user': -2,
  }),
);

/** So many of the most telling signs are counted. */
const counted = 25;

/** How strongly a sign that was hardly ever seen is taken for one that says nothing. */
const doubt = 0.6;

/** The least of it that a single sign can say, whatever was seen. */
const most = 4.5;

/**
 * How likely remarks with these signs are spam: 0 to 1. `seen` knows the signs that were seen before; `learned` is how many
 * remarks of each kind were.
 */
export function spamScore(signs: readonly string[], seen: ReadonlyMap<string, Seen>, learned: Seen): number {
  const all = counts(learned);
  const weights = signs.map((sign) => (prejudices.get(sign) ?? 0) * fading(all) + evidence(seen.get(sign), all));
  const telling = weights.toSorted((a, b) => Math.abs(b) - Math.abs(a)).slice(0, counted);
  const sum = telling.reduce((total, weight) => total + weight, bias);
  return 1 / (1 + Math.exp(-sum));
}

/** Wanted remarks that are lost hurt more than spam that is seen. */
const bias = -1;

/** Prejudice counts less, the more was learned. */
const fading = ({ spam, ham }: Seen): number => 1 / (1 + Math.min(spam, ham) / 50);

/** A remark that was changed between being learned and unlearned takes away what it never gave: no count is below 0. */
const counts = ({ spam, ham }: Seen): Seen => ({ spam: Math.max(0, spam), ham: Math.max(0, ham) });

/** The logarithm of how much more often a sign is in spam than in what is wanted. */
function evidence(known: Seen | undefined, learned: Seen): number {
  if (!known || learned.spam === 0 || learned.ham === 0) return 0;
  const found = counts(known);
  const inSpam = (found.spam + doubt) / (learned.spam + 2 * doubt);
  const inHam = (found.ham + doubt) / (learned.ham + 2 * doubt);
  const times = found.spam + found.ham;
  const weight = Math.log(inSpam / inHam) * (times / (times + doubt));
  return Math.max(-most, Math.min(most, weight));
}
