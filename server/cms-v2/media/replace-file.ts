// Replaces the file of a media item, whose URL remains the same.
import { ApiError } from '../../api-error.ts';
import { DatabaseBusy, DatabaseUnavailable, DiskFull } from '../../database/errors.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { splitName } from '../../files/names.ts';
import { StoreFullError, StoreUnavailableError } from '../../files/store.ts';
import type { Call } from '../../http/module.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { folderOf, isRemote, nameOf } from './details.ts';
import { lockMedia, updateMediaFile } from './lock-media.ts';
import { type AddedFile, planReplacement, type ReplacementPlan } from './plan-replacement.ts';
import { describeFile, type PreparedFile, prepareFile } from './prepare-file.ts';
import type { MediaRow } from './rows.ts';
import { isStagedPath, publishStagedFiles, stageFiles, withCopy } from './staged-files.ts';
import { assignPath, assignStagedPath, findPathsOf, mediaType, releasePath } from './store.ts';
import { deleteFiles, deleteWorkFiles, discardFiles, storeFiles } from './store-files.ts';
import { getUploadedFile, type ValidatedFile } from './uploaded-file.ts';

/** The properties of a request that a replacement needs. */
type ReplacementCall = Pick<Call, 'actor' | 'upload' | 'requireMatch'>;

/**
 * Replaces the file of a media item with the file of the request, and returns the item. All its paths continue to resolve: those of image sizes
 * get the corresponding new image. The texts, the URL and the ID of the item stay the same.
 *
 * If an error is thrown, the previous file remains, with all its sizes. Once the replacement is committed, files that the file store cannot
 * replace now are replaced by maintenance.
 *
 * Throws ApiError 400 `rest_media_not_stored` if the file is still on the site from which it was imported, 400 `rest_media_type_mismatch` for a
 * file of another type, 409 `rest_media_changed` if another change of the files is in progress, 412 `rest_precondition_failed`, and the errors
 * of `getUploadedFile` and of the file store.
 */
export async function replaceFile(allDeps: MediaDeps, call: ReplacementCall, loadedMedia: MediaRow): Promise<MediaRow> {
  const deps = forActor(allDeps, call.actor);
  if (isRemote(loadedMedia.media.original))
    throw new ApiError(
      'rest_media_not_stored',
      400,
      'The file is still on the site from which it was imported; import its file first.',
    );
  const file = await getUploadedFile(deps.mediaWorkers, call);
  if (file.kind.type !== loadedMedia.format)
    throw new ApiError(
      'rest_media_type_mismatch',
      400,
      `The new file must have the type of the previous one (${loadedMedia.format}), because its URL remains the same.`,
    );
  await call.requireMatch();
  const prepared = await prepareFile(deps, file, { derives: true });
  try {
    const existing = await findPathsOf(deps.entries.database.read, loadedMedia.id);
    if (existing.some(isStagedPath)) throw changedError();
    const plan = planReplacement(loadedMedia, file, prepared, existing);
    const { row, staged } = await storeReplacement(deps, call, { loadedMedia, file, prepared, existing, plan });
    await publishStagedFiles(deps, staged).catch(ignoreStorageErrors);
    await deleteFiles(deps, plan.deleted).catch(ignoreStorageErrors);
    return row;
  } finally {
    await deleteWorkFiles(prepared.derived.map(({ path }) => path));
  }
}

const changedError = () =>
  new ApiError('rest_media_changed', 409, 'Another change of this file is in progress; try again in a moment.');

const storageErrors = [StoreUnavailableError, StoreFullError, DatabaseBusy, DatabaseUnavailable, DiskFull];

/** The replacement is already committed, so maintenance completes what the storage cannot do now. */
function ignoreStorageErrors(error: unknown): void {
  if (!storageErrors.some((type) => error instanceof type)) throw error;
}

interface Replacement {
  readonly loadedMedia: MediaRow;
  readonly file: ValidatedFile;
  readonly prepared: PreparedFile;
  /** Paths of the stored files of the item. */
  readonly existing: readonly string[];
  readonly plan: ReplacementPlan;
}

/** Stores the new files and commits the replacement. If an error is thrown, the new files are discarded. */
async function storeReplacement(
  deps: MediaDeps,
  call: ReplacementCall,
  replacement: Replacement,
): Promise<{ readonly row: MediaRow; readonly staged: readonly string[] }> {
  const { loadedMedia, plan } = replacement;
  const { format, media } = loadedMedia;
  const folder = folderOf(media.file);
  const { extension } = splitName(nameOf(media.file));
  const newPaths = new Map<string, string>();
  const staged: string[] = [];
  try {
    await stageFiles(deps, plan.replaced, format, (paths) => {
      staged.push(...paths);
      for (const path of paths) newPaths.set(path, path);
    });
    const added = new Map<AddedFile, string>();
    for (const each of plan.added) {
      const request = { folder, name: { stem: each.stem, extension }, first: 0 };
      const stored = await withCopy(deps.files, each.source, (path) =>
        storeFiles(deps, request, [{ path, ending: '', type: format }]),
      );
      const path = stored.paths.get('') ?? '';
      added.set(each, path);
      newPaths.set(path, path);
    }
    const row = await deps.entries.database.transaction((tx) =>
      commitReplacement(deps, tx, call, { ...replacement, staged, added }),
    );
    return { row, staged };
  } catch (error) {
    await discardFiles(deps, { paths: newPaths }, error);
    throw error;
  }
}

interface StoredReplacement extends Replacement {
  /** Paths of the staged files. */
  readonly staged: readonly string[];
  /** Paths of the added files. */
  readonly added: ReadonlyMap<AddedFile, string>;
}

async function commitReplacement(
  deps: MediaDeps,
  tx: WriteHandle,
  call: ReplacementCall,
  { loadedMedia, file, prepared, existing, plan, staged, added }: StoredReplacement,
): Promise<MediaRow> {
  const { entries } = deps;
  const type = entries.contract.types.get(mediaType);
  if (!type) throw new Error('the content type `attachment` is not declared');
  const before = await lockMedia(tx, type, loadedMedia.id, call.actor);
  await call.requireMatch();
  const paths = await findPathsOf(tx, before.id);
  const isUnchanged =
    before.media.file === loadedMedia.media.file &&
    before.media.original === loadedMedia.media.original &&
    paths.length === existing.length &&
    paths.every((path) => existing.includes(path));
  if (!isUnchanged) throw changedError();
  const now = Math.floor(entries.site.clock() / 1000);
  const isAssigned = [
    ...(await mapInOrder(added.values(), (path) => assignPath(tx, path, before.id))),
    ...(await mapInOrder(staged, (path) => assignStagedPath(tx, path, before.id, now))),
  ];
  if (!isAssigned.every(Boolean)) throw new Error('a path of the replacement is no longer reserved');
  for (const path of plan.deleted) await releasePath(tx, path);
  const changed = describeFile(
    file,
    prepared,
    plan.paths((each) => added.get(each) ?? ''),
  );
  return updateMediaFile(entries, tx, { type, actor: call.actor, before, changed });
}

async function mapInOrder<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
