// Says in a sentence why a comment has its status.
import { __, sprintf } from '@wordpress/i18n';
import type { Explanation } from '../../data/resources/spam-filter.ts';
import { formatPercent } from '../../ui/format-percent.ts';

/** Returns the reason for the status of a comment, as far as the filter knows it. `threshold` is from 0 to 1. */
export function reasonOf(
  status: string,
  { score, classification, is_confirmed: isConfirmed }: Explanation,
  threshold: number,
): string {
  const [isSpam, isAboveThreshold] = [status === 'spam', classification !== 'pass'];
  const text =
    isSpam === isAboveThreshold
      ? isSpam
        ? /* translators: 1: percentage, 2: percentage. */
          __('The filter classifies this as spam: its score is %1$s, and the threshold is %2$s.')
        : /* translators: 1: percentage, 2: percentage. */
          __('The filter does not classify this as spam: its score is %1$s, below the threshold of %2$s.')
      : isSpam
        ? isConfirmed
          ? /* translators: 1: percentage, 2: percentage. */
            __('A moderator has decided that this is spam. Its score alone is %1$s, below the threshold of %2$s.')
          : /* translators: 1: percentage, 2: percentage. */
            __(
              'This is spam because of the spam-checking service, a word in the settings of comments, or an earlier training. Its score is %1$s now, below the threshold of %2$s.',
            )
        : isConfirmed
          ? /* translators: 1: percentage, 2: percentage. */
            __('A moderator has decided that this is not spam. Its score alone is %1$s, and the threshold is %2$s.')
          : /* translators: 1: percentage, 2: percentage. */
            __(
              'With its current training, the filter would classify this as spam: its score is %1$s, and the threshold is %2$s.',
            );
  return sprintf(text, formatPercent(score), formatPercent(threshold));
}
