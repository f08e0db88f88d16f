// Validates parameters against rules that a schema cannot express (posts-and-pages.md §1, §5, §14).
import { isSignedIn } from '../../access/actor.ts';
import { type ParameterCheckFactory, parseId } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { mayListStatus } from './conditions.ts';
import { type EntryDeps, type SelectableTemplates, typeOf } from './deps.ts';
import { mayBeSlug } from './slugs.ts';
import { findEntryHead } from './store.ts';

/** Maximum length of an entry's password, in characters. */
const maxPasswordLength = 255;

/** Returns the parameter checks of entries, keyed by their names in the contract. */
export function entryChecks(deps: EntryDeps, templates: SelectableTemplates): Record<string, ParameterCheckFactory> {
  return {
    'listable-states': listableStatusCheck(deps),
    'entry-status': statusCheck(deps),
    'entry-password': () => (value, name, schema) => {
      const result = check(schema, value, name);
      if ('error' in result || typeof result.value !== 'string' || [...result.value].length <= maxPasswordLength)
        return result;
      return validationError('rest_too_long', `${name} must have at most ${maxPasswordLength} characters.`);
    },
    'entry-template': templateCheck(deps, templates),
  };
}

/** Rejects statuses that the caller may not list. The details of the error include the HTTP status of a forbidden request (401 or 403). */
const listableStatusCheck =
  (deps: EntryDeps): ParameterCheckFactory =>
  ({ actor, resource }) =>
  (value) => {
    const type = typeOf(deps.contract, { resource });
    const requested = Array.isArray(value) ? value.filter((state) => typeof state === 'string' && state !== '') : [];
    if (requested.every((state) => mayListStatus(actor, type, state))) return { value: requested };
    return validationError('rest_forbidden_status', 'You are not allowed to list entries with this status.', {
      status: isSignedIn(actor) ? 403 : 401,
    });
  };

/** Accepts the current status of the entry even if it cannot be set (posts-and-pages.md §5, status). */
const statusCheck =
  (deps: EntryDeps): ParameterCheckFactory =>
  ({ resource, path }) =>
  async (value, name, schema) => {
    const result = check(schema, value, name);
    if ('value' in result || path.id === undefined) return result;
    const type = typeOf(deps.contract, { resource });
    const stored = await findEntryHead(deps.database.read, type.name, parseId(path.id));
    return stored?.status === value ? { value } : result;
  };

/**
 * Accepts an empty name, a template of the theme or of the site, or the current template of the entry (posts-and-pages.md §5,
 * template).
 */
const templateCheck =
  (deps: EntryDeps, templates: SelectableTemplates): ParameterCheckFactory =>
  ({ resource, path }) =>
  async (value, name, schema) => {
    const type = typeOf(deps.contract, { resource });
    const invalid = validationError('rest_invalid_param', 'No template with this name in the active theme.');
    if ('error' in check(schema, value, name)) return invalid;
    if (value === '' || templates.ofTheme(type).includes(String(value))) return { value };
    if (mayBeSlug(String(value)) && (await templates.isPublished(String(value)))) return { value };
    const stored =
      path.id === undefined ? undefined : await findEntryHead(deps.database.read, type.name, parseId(path.id));
    return stored?.template === value ? { value } : invalid;
  };
