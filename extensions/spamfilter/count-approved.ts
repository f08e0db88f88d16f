// GET approved: how many approved comments the authors of comments have, for lists of comments to show beside them.
import { type ExtensionServices, type Operation, Refusal } from 'octavo/extension';
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
    const approved = Object.fromEntries(await services.countApproved(args.comments as number[]));
    return { kind: 'value', value: { approved } };
  },
});
