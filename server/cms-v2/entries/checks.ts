// Checks of parameters that need more than a schema (posts-and-pages.md §1, §5, §14).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { isSignedIn } from '../../access/actor.ts';
import { check } from '../../http/parameters/check.ts';
import { fault } from '../../http/parameters/faults.ts';
import { type CheckMaker, numberIn } from '../../http/room.ts';
import { isCustom } from '../templates/custom.ts';
import { findTemplatesOfSlugs } from '../templates/store.ts';
import { templateOfEntry } from '../templates/template.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { mayListState } from './rules.ts';
import { mayBeSlug } from './slugs.ts';
import { findEntryHead } from './store.ts';

/** The longest password of an entry. Characters. */
const longestPassword = 255;

/** The checks that declarations of entries name. */
export function entryChecks(parts: EntryParts): Record<string, CheckMaker> {
  const templates = [...parts.contract.types.values()].map((type): [string, CheckMaker] => [
    `template-of-${type.name}`,
    templateCheck(parts, type),
  ]);
  return {
    'listable-states': listableStates(parts),
    'entry-status': statusCheck(parts),
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
  (parts: EntryParts): CheckMaker =>
  ({ actor, resource }) =>
  (value) => {
    const type = typeOf(parts.contract, { resource });
    const asked = (value as readonly string[]).filter((state) => state !== '');
    if (asked.every((state) => mayListState(actor, type, state))) return { value: asked };
    return fault('rest_forbidden_status', 'You may not ask for entries in this state.', {
      status: isSignedIn(actor) ? 403 : 401,
    });
  };

/** The state that the entry has is always accepted, also one it cannot be put into (posts-and-pages.md §5, status). */
const statusCheck =
  (parts: EntryParts): CheckMaker =>
  ({ resource, path }) =>
  async (value, name, schema) => {
    const verdict = check(schema, value, name);
    if ('value' in verdict || path.id === undefined) return verdict;
    const type = typeOf(parts.contract, { resource });
    const stored = await findEntryHead(parts.database.read, type.name, numberIn(path.id));
    return stored?.status === value ? { value } : verdict;
  };

/** None, one that the theme offers, one made on the site, or the one the entry has (posts-and-pages.md §5, template). */
const templateCheck =
  (parts: EntryParts, type: ContentType): CheckMaker =>
  ({ path }) =>
  async (value, name, schema) => {
    const refused = fault('rest_invalid_param', 'The theme offers no template of this name.');
    if ('fault' in check(schema, value, name)) return refused;
    if (value === '' || parts.templatesOf(type).includes(String(value))) return { value };
    if (await isMadeHere(parts, String(value))) return { value };
    const stored =
      path.id === undefined ? undefined : await findEntryHead(parts.database.read, type.name, numberIn(path.id));
    return stored?.template === value ? { value } : refused;
  };

/** Whether somebody has made a template of this name for the active theme that is none of the standard ones. */
async function isMadeHere({ database, theme }: EntryParts, slug: string): Promise<boolean> {
  if (!mayBeSlug(slug)) return false;
  const stored = await findTemplatesOfSlugs(database.read, 'cms_template', theme.name, [slug]);
  return stored.some((entry) => entry.status === 'publish' && isCustom(templateOfEntry(entry)));
}
