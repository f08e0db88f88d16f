// Checks of parameters that need more than a schema (posts-and-pages.md §1, §5, §14).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { isSignedIn } from '../../access/actor.ts';
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import { type CheckMaker, numberIn } from '../../http/room.ts';
import { type EntryGifts, typeOf } from './gifts.ts';
import { mayListState } from './rules.ts';
import { findEntry } from './store.ts';

/** The longest password of an entry. Characters. */
const longestPassword = 255;

/** The checks that declarations of entries name. */
export function entryChecks(gifts: EntryGifts): Record<string, CheckMaker> {
  const templates = [...gifts.contract.types.values()].map((type): [string, CheckMaker] => [
    `template-of-${type.name}`,
    templateCheck(gifts, type),
  ]);
  return {
    'listable-states': listableStates(gifts),
    'entry-status': statusCheck(gifts),
    'entry-password': () => (value, name, schema) => {
      const verdict = check(schema, value, name);
      if ('fault' in verdict || typeof verdict.value !== 'string' || [...verdict.value].length <= longestPassword)
        return verdict;
      return fault('rest_too_long', `${name} must have at most ${longestPassword} characters.`);
    },
    ...Object.fromEntries(templates),
  };
}

/** States that the caller may not ask for are refused; inside the detail stands the status it would have had. */
const listableStates =
  (gifts: EntryGifts): CheckMaker =>
  ({ actor, resource }) =>
  (value) => {
    const type = typeOf(gifts.contract, { resource });
    const asked = (value as readonly string[]).filter((state) => state !== '');
    if (asked.every((state) => mayListState(actor, type, state))) return { value: asked };
    return fault('rest_forbidden_status', 'You may not ask for entries in this state.', {
      status: isSignedIn(actor) ? 403 : 401,
    });
  };

/** The state that the entry has is always accepted, also `trash` (posts-and-pages.md §5, status). */
const statusCheck =
  (gifts: EntryGifts): CheckMaker =>
  ({ resource, path }) =>
  async (value, name, schema) => {
    const verdict = check(schema, value, name);
    if ('value' in verdict || value !== 'trash' || path.id === undefined) return verdict;
    const stored = await findEntry(gifts.database.read, typeOf(gifts.contract, { resource }).name, numberIn(path.id));
    return stored?.status === value ? { value } : verdict;
  };

/** None, one that the theme offers, or the one the entry has. */
const templateCheck =
  (gifts: EntryGifts, type: ContentType): CheckMaker =>
  ({ path }) =>
  async (value, name, schema) => {
    const refused = fault('rest_invalid_param', 'The theme offers no template of this name.');
    if ('fault' in check(schema, value, name)) return refused;
    if (value === '' || gifts.templatesOf(type).includes(String(value))) return { value };
    const stored =
      path.id === undefined ? undefined : await findEntry(gifts.database.read, type.name, numberIn(path.id));
    return stored?.template === value ? { value } : refused;
  };
