// Implements the endpoints with the data that a block editor needs to open an entry, or the design of the site.

import { globalStyles } from '../../../contract/cms-v2/global-styles.ts';
import type { Contract } from '../../../contract/contract.ts';
import { mayBeAutoDraft } from '../../../contract/octavo-v1/auto-drafts.ts';
import { type EditorEndpoints, editorsModule } from '../../../contract/octavo-v1/editors.ts';
import type { Actor } from '../../access/actor.ts';
import { limitsError } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import { editCondition, forbiddenErrors, passes } from '../../cms-v2/entries/conditions.ts';
import { findEntry, findEntryOfAnyType } from '../../cms-v2/entries/store.ts';
import { isSameText } from '../../cms-v2/entries/texts.ts';
import { findGlobalStylesId } from '../../cms-v2/global-styles/store.ts';
import { findAutosaveOf } from '../../cms-v2/revisions/store.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import { joinProperties, SerializedJson } from '../../http/json-text.ts';
import { type Module, type PermissionError, parseId } from '../../http/module.ts';
import type { Mounts } from '../../http/mounts.ts';
import { type EditedEntry, type EditorSettingsDeps, editorSettings, siteEditorSettings } from './editor-settings.ts';
import { listPreloadRequests, preload } from './preload.ts';

interface EditorDeps extends EditorSettingsDeps {
  readonly contract: Contract;
  readonly mounts: Mounts;
}

/** The targets of the permissions. */
type EditorTargets = { 'read-editor-data': EditedEntry };

/** The operations, keyed by their names in the contract. */
type EditorOperations = Operations<EditorEndpoints, EditorTargets>;

/**
 * Returns the entry with this ID and its type. Throws ApiError 404 `rest_post_invalid_id` if it does not exist or is not served by the
 * common routes of entries.
 */
async function requireEditedEntry({ contract, database: { read } }: EditorDeps, id: number): Promise<EditedEntry> {
  const found = id > 0 ? await findEntryOfAnyType(read, id) : undefined;
  const type = found && contract.types.get(found.type);
  const row = type && mayBeAutoDraft(type) ? await findEntry(read, type.name, id) : undefined;
  if (!row || !type) throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID.');
  return { row, type };
}

/** Returns the permissions: an entry requires that to edit it. */
const defineEditorPermissions = (deps: EditorDeps): Permissions<EditorEndpoints, EditorTargets> => ({
  'read-editor-data': {
    load: ({ path }) => requireEditedEntry(deps, parseId(path.id)),
    permit: ({ actor }, { row, type }) =>
      passes(editCondition, actor, type, row) ? limitsError(actor, ['GET'], type.restNamespace) : forbiddenErrors.edit,
  },
  'read-site-editor-data': {
    permit: ({ actor }) => (actor.can('edit_theme_options') ? undefined : designForbidden),
  },
});

const designForbidden: PermissionError = {
  code: 'rest_forbidden',
  message: 'You are not allowed to edit the design of the site.',
};

/** Returns the autosave of a user if it was saved after the entry and has another text, with its dates. */
async function findNewerAutosave(read: ReadHandle, { row }: EditedEntry, actor: Actor): Promise<object | null> {
  const autosave = await findAutosaveOf(read, row.id, actor.id);
  if (!autosave || autosave.date_gmt <= row.modified_gmt) return null;
  const isSame = (['title', 'content', 'excerpt'] as const).every((name) => isSameText(autosave[name], row[name]));
  return isSame ? null : { id: autosave.id, modified: autosave.date, modified_gmt: autosave.date_gmt };
}

// GET /octavo/v1/editors/<id>: returns what a block editor needs to open an entry.

/** Responds with the settings of the editor, a newer autosave of the caller, and the responses to the first requests of the editor. */
function getEditorData(deps: EditorDeps): EditorOperations['get-editor-data'] {
  const { contract, database, site, mounts } = deps;
  return {
    async run(call, entry) {
      const { actor, spelling } = call;
      const { read } = database;
      const stylesType = contract.types.get(globalStyles.name);
      const requests = listPreloadRequests({
        entry,
        theme: site.theme.name,
        globalStyles: await findGlobalStylesId(read, site.theme.name),
        mayEditStyles: stylesType !== undefined && actor.can(stylesType.rights.edit),
        typeName: spelling.name(entry.type.name),
      });
      const value = joinProperties({
        id: String(entry.row.id),
        type: JSON.stringify(spelling.name(entry.type.name)),
        settings: JSON.stringify(await editorSettings(deps, actor, entry)),
        autosave: JSON.stringify(await findNewerAutosave(read, entry, actor)),
        preload: await preload(mounts.of(call), call, requests),
      });
      return { kind: 'value', value: new SerializedJson(value) };
    },
  };
}

// GET /octavo/v1/site-editor: returns what a block editor needs to edit the design of the site.

/** Responds with the settings of the editor. */
function getSiteEditorData(deps: EditorDeps): EditorOperations['get-site-editor-data'] {
  return {
    async run({ actor }) {
      return { kind: 'value', value: { settings: await siteEditorSettings(deps, actor) } };
    },
  };
}

/** Returns the module of the data for editors. */
export function editorsEndpoints(deps: EditorDeps): Module {
  return implement(editorsModule, {
    permissions: defineEditorPermissions(deps),
    operations: {
      'get-editor-data': getEditorData(deps),
      'get-site-editor-data': getSiteEditorData(deps),
    },
  });
}
