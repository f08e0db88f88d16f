// Sums of the statistics of the spam filter.
import type { SpamCounts } from '../../data/resources/spam-filter.ts';

/** Returns the sums of the numbers of days. */
export function sumDays(days: readonly SpamCounts[]): SpamCounts {
  const sum = (name: keyof SpamCounts) => days.reduce((total, day) => total + day[name], 0);
  return {
    spam: sum('spam'),
    ham: sum('ham'),
    discarded: sum('discarded'),
    missed_spam: sum('missed_spam'),
    false_positives: sum('false_positives'),
  };
}

/** Returns the share of decisions that no moderator has corrected, from 0 to 1; undefined if there were no decisions. */
export function accuracyOf({ spam, ham, discarded, missed_spam, false_positives }: SpamCounts): number | undefined {
  const decisions = spam + ham + discarded;
  return decisions === 0 ? undefined : Math.max(0, 1 - (missed_spam + false_positives) / decisions);
}
