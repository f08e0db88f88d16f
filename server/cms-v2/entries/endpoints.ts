// Implements the endpoints of entries (posts, pages, and types that the site adds).

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type EntryEndpoints, entriesModule } from '../../../contract/shared/entries.ts';
import { includesRaw } from '../../../contract/shared/entry-fields.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { implement } from '../../http/implement.ts';
import {
  type ArgsOf,
  type Call,
  type EmbedReader,
  type Module,
  type ParameterCheckFactory,
  parseId,
} from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { validationError } from '../../http/parameters/validation-error.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { readEmbeds } from '../../http/read-embeds.ts';
import type { AddedContent } from './added-content.ts';
import { passwordsIn } from './check-password.ts';
import { forbiddenErrors, mayListStatus, passes, readCondition } from './conditions.ts';
import { createEntry } from './create-entry.ts';
import { type EntryDeps, type SelectableTemplates, typeOf } from './deps.ts';
import { findHiddenPathsFor } from './hidden-paths.ts';
import { lockEntry, requireEntryHead } from './lock-entry.ts';
import type { EntryOperations, LoadedEntry } from './operations.ts';
import { defineEntryPermissions, validateRead } from './permissions.ts';
import { entryPresenter } from './present.ts';
import type { EntryHead, WholeEntry } from './rows.ts';
import { mayBeSlug } from './slugs.ts';
import { findEntriesById, findEntriesWithText, findEntryHead } from './store.ts';
import { deleteWithAuditEvent, trashEntry } from './trash-and-delete.ts';
import { updateEntry } from './update-entry.ts';
import { entryUrl } from './urls.ts';

// Validates parameters against rules that a schema cannot express (posts-and-pages.md §1, §5, §14).

/** Maximum length of an entry's password, in characters. */
const maxPasswordLength = 255;

/** Returns the parameter checks of entries, keyed by their names in the contract. */
function entryChecks(deps: EntryDeps, templates: SelectableTemplates): Record<string, ParameterCheckFactory> {
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

// Reads entries for embedding in the records that link to them (protocol.md §7.3).

/** Returns an embed reader for each content type in the resource group `entries`. */
const entryEmbeds = (deps: EntryDeps): EmbedReader[] =>
  [...deps.contract.types.values()]
    .filter(({ servedAs }) => servedAs === 'entries')
    .flatMap((type) => reader(deps, type));

const notFoundError = { code: 'rest_post_invalid_id', message: 'No entry with this ID.', status: 404 };

function reader({ contract, database }: EntryDeps, type: ContentType): EmbedReader[] {
  const resource = contract.resources.get(type.name);
  if (!resource) return [];
  const find = includesRaw(type, 'embed') ? findEntriesWithText : findEntriesById;
  const read = readEmbeds({
    find: (ids) => find(database.read, type.name, ids),
    missing: notFoundError,
    forbid: (row, { actor }) => (passes(readCondition, actor, type, row) ? undefined : forbiddenErrors.read),
  });
  return [{ target: `/${type.restNamespace}/${type.restBase}/<id>`, resource, read }];
}

/**
 * Responds with an entry and, if its type has pages, the URL of its page. The texts are loaded only if the record is not cached. The
 * permission is checked again after loading, because the entry may have changed since the first check. A valid preview replaces this
 * check.
 */
function getEntry(deps: EntryDeps): EntryOperations['get-entry'] {
  const { contract, database, site } = deps;
  const urlOf = async (
    { actor, args: { context } }: Call<ArgsOf<EntryEndpoints['get-entry']>>,
    type: ContentType,
    head: EntryHead,
  ) => {
    const hidden = await findHiddenPathsFor(database.read, { actor, context }, type, [head]);
    return entryUrl(head, type, site, hidden);
  };
  return {
    async run(call, head) {
      const { read } = database;
      const type = typeOf(contract, call);
      const withText = includesRaw(type, call.args.context) || call.submitted('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const load = async (ids: readonly number[]) => {
        const rows = await find(read, type.name, ids);
        // Throws the 404 error if the entry has been deleted since the permission check.
        if (rows.length === 0) await requireEntryHead(read, type, head.id);
        const error = head.preview ? undefined : rows.map((row) => validateRead(call, type, row)).find(Boolean);
        if (error) throw permissionApiError(error, call.actor);
        return rows;
      };
      const alternate = type.hasPages ? { alternate: await urlOf(call, type, head) } : {};
      const uncached = head.preview !== undefined || passwordsIn(call).length > 0;
      return { kind: 'record', ids: [head.id], load, ...alternate, uncached };
    },
  };
}

// Moves entries to the trash or deletes them permanently: DELETE on the item route of a content type (posts-and-pages.md §13).

/** Moves an entry to the trash and responds with it. With `force`, deletes it and responds with its previous values. */
function deleteEntry(deps: EntryDeps): EntryOperations['delete-entry'] {
  return {
    async run(call, loadedEntry) {
      const type = typeOf(deps.contract, call);
      const lockForDelete = async (tx: WriteHandle) => {
        const entry = await lockEntry(tx, type, loadedEntry.id, call.actor, 'delete');
        await call.requireMatch();
        return entry;
      };
      if (call.args.force) {
        const deleteStored = () =>
          deps.database.transaction(async (tx) => deleteWithAuditEvent(deps, tx, call, type, await lockForDelete(tx)));
        return { kind: 'deleted', previous: requireTexts(loadedEntry), context: 'edit', deleteStored };
      }
      const row = await deps.database.transaction(async (tx) =>
        trashEntry(deps, tx, type, await lockForDelete(tx), call.actor.id),
      );
      // Trashing the front page changes the settings (protocol.md §19, Effects).
      await deps.site.settings.refresh();
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** Returns the entry that the permission check has loaded, with the texts that the response contains. */
function requireTexts(entry: LoadedEntry): WholeEntry {
  if (!('content' in entry)) throw new Error('an entry to be deleted was loaded without its texts');
  return entry;
}

/** Returns the module of entries. */
export function entriesEndpoints(
  deps: EntryDeps,
  listEntries: EntryOperations['list-entries'],
  templates: SelectableTemplates,
  added: AddedContent,
): Module {
  return implement(entriesModule, {
    permissions: defineEntryPermissions(deps),
    operations: {
      'list-entries': listEntries,
      'get-entry': getEntry(deps),
      'create-entry': createEntry(deps),
      'update-entry': updateEntry(deps),
      'delete-entry': deleteEntry(deps),
    },
    checks: entryChecks(deps, templates),
    presenter: entryPresenter(deps, added),
    embeds: entryEmbeds(deps),
  });
}
