// GET /spamfilter/v1/stats: returns the number of comments by classification, and of corrections by moderators.
import type { ExtensionServices } from 'octavo/extension';
import type { Interval } from './contract.ts';
import type { SpamfilterOperations } from './operations.ts';
import { type Counts, dayOf, findDays } from './store.ts';

/** Responds with the statistics of an interval that ends today: totals for the interval and for each month. */
export const getStats = ({ database, clock }: ExtensionServices): SpamfilterOperations['get-stats'] => ({
  async run({ args: { interval } }) {
    const days = await findDays(database.read, firstDay(interval, clock()));
    const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
    const breakdown = Object.fromEntries([...months].map(([month, each]) => [month, summarize(each)]));
    return { kind: 'value', value: { interval, ...summarize(days), breakdown } };
  },
});

/** Returns the first day of an interval that ends at `now`; for `all`, the empty string, which sorts before all days. */
function firstDay(interval: Interval, now: number): string {
  if (interval === 'all') return '';
  if (interval === '60-days') return dayOf(now - 59 * 24 * 60 * 60 * 1000);
  const first = new Date(now);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() - 5);
  return dayOf(first.getTime());
}

/** Returns the totals of the given days, and the accuracy in percent. Classifications that no moderator has corrected count as accurate. */
function summarize(days: readonly Counts[]) {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0);
  const [spam, ham, missed, mistaken, discarded] = [
    sum('spam'),
    sum('ham'),
    sum('missed'),
    sum('mistaken'),
    sum('discarded'),
  ];
  const classified = spam + ham + discarded;
  const accuracy =
    classified === 0 ? null : Math.max(0, Math.round((1 - (missed + mistaken) / classified) * 10_000) / 100);
  return { spam, ham, discarded, missed_spam: missed, false_positives: mistaken, accuracy };
}
