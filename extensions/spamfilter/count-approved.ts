// GET approved: how many approved comments the authors of comments have, for lists of comments to show beside them.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
import { countApproved as countOf, findComment } from './comments.ts';
import { readSettings } from './settings.ts';

/**
 * Answers with a number for each comment that is there. Throws Refusal 404 `spamfilter_not_shown` where the setting
 * `spamfilter_show_user_comments_approved` is off.
 */
export const countApproved = (services: ExtensionServices): Operation => ({
  async run({ args }) {
    const { spamfilter_show_user_comments_approved: shown } = await readSettings(services);
    if (!shown)
      throw new Refusal('spamfilter_not_shown', 404, 'The site does not show how many comments were approved.');
    const approved: Record<string, number> = {};
    for (const id of new Set(args.comments as number[])) {
      const comment = await findComment(services, id);
      if (comment) approved[id] = comment.author_email === '' ? 0 : await countOf(services, comment.author_email);
    }
    return { kind: 'value', value: { approved } };
  },
});
