// Implements the endpoints of previews. Previews let anyone with the URL view unpublished entries and autosaves.

import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type PreviewEndpoints, type previewFields, previewsModule } from '../../../contract/octavo-v1/previews.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type Operations, type PermissionArgs, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type Presenter, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { previewNow, previewUrl } from '../entries/preview.ts';
import {
  deletePreviewRow,
  findPreview,
  findPreviewsOf,
  insertPreview,
  type PreviewRow,
} from '../entries/previews-store.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryOfAnyType } from '../entries/store.ts';
import { findRevision } from '../revisions/store.ts';

/** An entry with a page, and its content type. */
interface EntryWithPage {
  readonly row: EntryRow;
  readonly type: ContentType;
}

/** A preview and its entry. */
interface PreviewWithEntry {
  readonly preview: PreviewRow;
  readonly entry: EntryWithPage;
}

/** The targets of the permissions. */
type PreviewTargets = {
  'list-previews': EntryWithPage;
  'create-preview': EntryWithPage;
  'delete-preview': PreviewWithEntry;
};

/** The operations, keyed by their names in the contract. */
type PreviewOperations = Operations<PreviewEndpoints, PreviewTargets, PreviewWithEntry>;

/**
 * Returns the entry with this ID and its type. Throws ApiError 404 `rest_post_invalid_id` if it does not exist, is an auto-draft, or has
 * no page.
 */
async function requireEntryWithPage({ contract, database }: EntryDeps, id: number): Promise<EntryWithPage> {
  const row = id > 0 ? await findEntryOfAnyType(database.read, id) : undefined;
  const type = row && contract.types.get(row.type);
  if (!row || row.status === autoDraftStatus || type?.servedAs !== 'entries' || !type.hasPages)
    throw new ApiError('rest_post_invalid_id', 404, 'No entry with this ID, or it has no page.');
  return { row, type };
}

/** Returns the permissions of previews, keyed by their names in the contract. */
function definePreviewPermissions(deps: EntryDeps): Permissions<PreviewEndpoints, PreviewTargets> {
  // Both permissions share this function, so that the entry is loaded only once.
  const load = ({ args }: Call<PermissionArgs<PreviewEndpoints, 'list-previews'>>) =>
    requireEntryWithPage(deps, args.entry ?? 0);
  const permit = ({ actor }: Pick<Call, 'actor'>, { row, type }: EntryWithPage) =>
    passes(editCondition, actor, type, row) ? undefined : forbiddenErrors.edit;
  return {
    'list-previews': { load, permit },
    'create-preview': { load, permit },
    'delete-preview': {
      load: async ({ path }) => {
        const preview = await findPreview(deps.database.read, parseId(path.id));
        if (!preview || preview.expires <= previewNow(deps))
          throw new ApiError('rest_preview_invalid_id', 404, 'No preview with this ID.');
        return { preview, entry: await requireEntryWithPage(deps, preview.entry_id) };
      },
      permit: (call, { entry }) => permit(call, entry),
    },
  };
}

type PreviewPresenter = Presenter<typeof previewFields, PreviewWithEntry, undefined>;

function previewPresenter(deps: EntryDeps): PreviewPresenter {
  const { urls } = deps.site;
  const fields: PreviewPresenter['fields'] = {
    id: ({ preview }) => preview.id,
    entry: ({ preview }) => preview.entry_id,
    revision: ({ preview }) => preview.revision,
    author: ({ preview }) => preview.author,
    created: ({ preview }) => toTimestamp(preview.created),
    expires: ({ preview }) => toTimestamp(preview.expires),
    // The URL is on the service itself and contains the ID of the entry, so that it stays valid when the entry is published.
    link: ({ preview }) => previewUrl(`${urls.home}/?p=${preview.entry_id}`, preview, deps),
    api: ({ preview, entry: { type } }, _prepared, { call }) => {
      const collection = call.rest + call.spelling.path(`/${type.restNamespace}/${type.restBase}`);
      const item = `${collection}/${preview.entry_id}`;
      const url = preview.revision === 0 ? item : `${item}/autosaves/${preview.revision}`;
      return previewUrl(url, preview, deps);
    },
  };
  return {
    prepare: async () => undefined,
    fields,
    facts: ({ preview }) => ({ id: preview.id }),
  };
}

const toTimestamp = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

// GET /octavo/v1/previews: lists the active previews of an entry.

/** Responds with the active previews of the entry, newest first. */
function listPreviews(deps: EntryDeps): PreviewOperations['list-previews'] {
  return {
    async run(_call, entry) {
      const found = await findPreviewsOf(deps.database.read, [entry.row.id], previewNow(deps));
      return { kind: 'list', rows: found.map((preview) => ({ preview, entry })) };
    },
  };
}

// POST /octavo/v1/previews: creates a preview of an entry.

/** Maximum number of active previews of an entry. */
const maxActivePreviews = 50;

/**
 * Creates a preview and responds 201 with it. Its URL lets anyone view the entry, or an autosave of it, for a limited time.
 *
 * Throws ApiError 404 `rest_post_no_autosave` for an autosave that does not belong to the entry, and ApiError 400
 * `rest_too_many_previews`.
 */
function createPreview(deps: EntryDeps): PreviewOperations['create-preview'] {
  return {
    async run({ args, actor }, entry) {
      const preview = await deps.database.transaction(async (tx) => {
        const { id } = await lockEntry(tx, entry.type, entry.row.id, actor, 'edit');
        const revision = args.revision === undefined ? undefined : await findRevision(tx, args.revision);
        if (args.revision !== undefined && (revision?.autosave !== 1 || revision.entry_id !== id))
          throw new ApiError('rest_post_no_autosave', 404, 'No autosave of this entry with this ID.');
        const created = previewNow(deps);
        if ((await findPreviewsOf(tx, [id], created)).length >= maxActivePreviews)
          throw new ApiError(
            'rest_too_many_previews',
            400,
            `An entry can have at most ${maxActivePreviews} active previews; delete one first.`,
          );
        const expires = created + args.lifetime;
        return insertPreview(tx, { entry_id: id, revision: revision?.id ?? 0, author: actor.id, created, expires });
      });
      return { kind: 'record', row: { preview, entry }, status: 201 };
    },
  };
}

// DELETE /octavo/v1/previews/<id>: deletes a preview.

/** Deletes a preview, so that its URL becomes invalid, and responds with its previous values. */
function deletePreview(deps: EntryDeps): PreviewOperations['delete-preview'] {
  return {
    async run(_call, previous) {
      await deps.database.transaction((tx) => deletePreviewRow(tx, previous.preview.id));
      return { kind: 'deleted', previous, context: 'view' };
    },
  };
}

/** Returns the module of previews. */
export function previewsEndpoints(deps: EntryDeps): Module {
  return implement(previewsModule, {
    permissions: definePreviewPermissions(deps),
    operations: {
      'list-previews': listPreviews(deps),
      'create-preview': createPreview(deps),
      'delete-preview': deletePreview(deps),
    },
    presenter: previewPresenter(deps),
  });
}
