// POST, PUT and PATCH /cms/v2/global-styles/<id>: replace each submitted property as a whole (templates-and-styles.md §8,
// Update).
import type { StylesEndpoints } from '../../../contract/cms-v2/global-styles.ts';
import type { Actor } from '../../access/actor.ts';
import type { ArgsOf } from '../../http/module.ts';
import { composeChangedDataEntry } from '../entries/data-entry.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { rawText } from '../entries/entry-args.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { filterUnsafeValues, requireSafeCss } from './custom-css.ts';
import { isJsonObject, type JsonObject } from './filter-known.ts';
import type { StylesOperations } from './operations.ts';
import { requireGlobalStyles } from './permissions.ts';
import { parseStoredStyles, type StoredStyles } from './stored-styles.ts';

/** Updates global styles and responds in the view context. Throws the errors of `requireSafeCss`. */
export function updateGlobalStyles(deps: EntryDeps): StylesOperations['update-global-styles'] {
  return {
    async run(call, loadedStyles) {
      const type = typeOf(deps.contract, call);
      const { args, actor } = call;
      const styles = toJsonObject(args.styles);
      const settings = toJsonObject(args.settings);
      if (styles) requireSafeCss(styles);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockEntry(tx, type, loadedStyles.id, actor, 'edit');
        await call.requireMatch();
        const stored = applyChanges(parseStoredStyles(before.content), { styles, settings }, actor);
        const entry = composeChangedDataEntry(deps, before, resolveTitle(args, before), stored);
        if (entry.content === before.content && entry.title === before.title) return before;
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: before.slug_before_trash };
        await deps.writer.update(tx, type, { before, entry, choice, editor: actor.id });
        return requireGlobalStyles(tx, type, before.id);
      });
      return { kind: 'record', row, context: 'view' };
    },
  };
}

/** Returns the submitted object; an empty object for any other value; undefined if nothing was submitted. */
const toJsonObject = (submitted: unknown): JsonObject | undefined =>
  submitted === undefined ? undefined : isJsonObject(submitted) ? submitted : {};

/**
 * Returns the stored properties, each replaced with the submitted one if there is any. For users without `unfiltered_html`,
 * unsafe values are removed from the submitted properties, and the stored custom CSS is preserved.
 */
function applyChanges(
  before: StoredStyles,
  submitted: { styles: JsonObject | undefined; settings: JsonObject | undefined },
  actor: Actor,
): StoredStyles {
  const canPostUnfiltered = actor.can('unfiltered_html');
  const { css } = before.styles ?? {};
  const safeStyles = (styles: JsonObject): JsonObject => ({
    ...filterUnsafeValues(styles, 'styles'),
    ...(css !== undefined && { css }),
  });
  const styles = submitted.styles && !canPostUnfiltered ? safeStyles(submitted.styles) : submitted.styles;
  const settings =
    submitted.settings && !canPostUnfiltered ? filterUnsafeValues(submitted.settings, 'settings') : submitted.settings;
  return { ...before, ...(styles && { styles }), ...(settings && { settings }) };
}

/** Returns the new title. A submitted empty string clears the title; an object with an empty `raw` leaves it unchanged. */
function resolveTitle({ title }: ArgsOf<StylesEndpoints['update-global-styles']>, before: WholeEntry): string {
  const submitted = rawText(title);
  return (submitted === undefined || (submitted === '' && typeof title === 'object') ? before.title : submitted).trim();
}
