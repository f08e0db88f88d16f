// POST, PUT, PATCH on an item (templates-and-styles.md §8, Update): what is sent replaces what was there, as a whole.
import type { StylesArgs } from '../../../contract/cms-v2/global-styles.ts';
import type { Actor } from '../../access/actor.ts';
import type { Call, Operation } from '../../http/room.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { changedDataEntry } from '../entries/data-entry.ts';
import { sentText } from '../entries/entry-args.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';
import { requireHarmlessCss, safeValues } from './custom-css.ts';
import { isMembers, type Members } from './filter-known.ts';
import { readStyles, type StoredStyles } from './stored-styles.ts';

/** Changes global styles; answers with them as readers see them. */
export function updateGlobalStyles(parts: EntryParts): Operation {
  return {
    async run(call: Call<StylesArgs>, subject: WholeEntry) {
      const type = typeOf(parts.contract, call);
      const { args, actor } = call;
      const styles = membersOf(args.styles);
      const settings = membersOf(args.settings);
      if (styles) requireHarmlessCss(styles);
      const row = await parts.database.transaction(async (tx) => {
        const before = await claimEntry(tx, type, subject.id, actor, 'edit');
        await call.requireMatch();
        const stored = changed(readStyles(before.content), { styles, settings }, actor);
        const entry = changedDataEntry(parts, before, titleOf(args, before), stored);
        if (entry.content === before.content && entry.title === before.title) return before;
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: before.slug_before_trash };
        await saveEntry(tx, type, before, entry, choice, new Map(), actor.id);
        return findEntry(tx, type.name, before.id);
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}

/** What was sent; a list counts as an object without members that are known. */
const membersOf = (sent: unknown): Members | undefined =>
  sent === undefined ? undefined : isMembers(sent) ? sent : {};

/**
 * What is stored with what was sent in its place. Of those who may not post any HTML values are filtered, and style sheet
 * text is not taken: it stays as it was.
 */
function changed(
  before: StoredStyles,
  sent: { styles: Members | undefined; settings: Members | undefined },
  actor: Actor,
): StoredStyles {
  const isFree = actor.can('unfiltered_html');
  const { css } = before.styles ?? {};
  const safeStyles = (styles: Members): Members => ({
    ...safeValues(styles, 'styles'),
    ...(css !== undefined && { css }),
  });
  const styles = sent.styles && !isFree ? safeStyles(sent.styles) : sent.styles;
  const settings = sent.settings && !isFree ? safeValues(sent.settings, 'settings') : sent.settings;
  return { ...before, ...(styles && { styles }), ...(settings && { settings }) };
}

/** An empty text empties the title, an object with an empty one changes nothing. */
function titleOf({ title }: StylesArgs, before: WholeEntry): string {
  const sent = sentText(title);
  return (sent === undefined || (sent === '' && typeof title === 'object') ? before.title : sent).trim();
}
