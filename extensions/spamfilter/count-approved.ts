// GET /spamfilter/v1/approved: returns the number of approved comments by the author of each given comment.
import { ApiError } from 'octavo/extension';
import type { SpamfilterOperations } from './operations.ts';
import { readSettings, type Services } from './settings.ts';

/**
 * Responds with the number of approved comments that have the same email address as each given comment, keyed by comment ID. Comments that
 * do not exist are omitted. Throws ApiError 404 `spamfilter_not_shown` if `spamfilter_show_user_comments_approved` is not set.
 */
export const countApproved = (services: Services): SpamfilterOperations['count-approved'] => ({
  async run({ args }) {
    const { spamfilter_show_user_comments_approved: isEnabled } = await readSettings(services);
    if (!isEnabled)
      throw new ApiError(
        'spamfilter_not_shown',
        404,
        'The display of the number of approved comments is disabled in the settings of the spam filter.',
      );
    const approved = Object.fromEntries(await services.countApproved(args.comments));
    return { kind: 'value', value: { approved } };
  },
});
