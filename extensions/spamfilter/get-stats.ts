// GET stats: how much came, what was kept away, and how often a moderator has decided otherwise.
import type { ExtensionServices, Operation } from 'octavo/extension';
import type { Interval } from './contract.ts';
import { type Counts, dayOf, findDays } from './store.ts';

/** Answers with the figures of an interval that ends today, as a whole and by months. */
export const getStats = ({ database, clock }: ExtensionServices): Operation => ({
  async run({ args }) {
    const interval = args.interval as Interval;
    const days = await findDays(database.read, beginning(interval, clock()));
    const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
    const breakdown = Object.fromEntries([...months].map(([month, each]) => [month, figuresOf(each)]));
    return { kind: 'value', value: { interval, ...figuresOf(days), breakdown } };
  },
});

/** The first day of an interval that ends at a moment; for all days one before any other. */
function beginning(interval: Interval, now: number): string {
  if (interval === 'all') return '';
  if (interval === '60-days') return dayOf(now - 59 * 24 * 60 * 60 * 1000);
  const first = new Date(now);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - 5);
  return dayOf(first.getTime());
}

/** What was judged rightly is what no moderator has moved. */
function figuresOf(days: readonly Counts[]) {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  const [spam, ham, missed, mistaken, discarded] = [
    sum('spam'),
    sum('ham'),
    sum('missed'),
    sum('mistaken'),
    sum('discarded'),
  ];
  const judged = spam + ham + discarded;
  const accuracy = judged === 0 ? null : Math.max(0, Math.round((1 - (missed + mistaken) / judged) * 10_000) / 100);
  return { spam, ham, discarded, missed_spam: missed, false_positives: mistaken, accuracy };
}
