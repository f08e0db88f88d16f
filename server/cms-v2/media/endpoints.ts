// Implements the endpoints of media (media-fonts-and-oembed.md, part A).
import { type MediaEndpoints, mediaModule } from '../../../contract/cms-v2/media.ts';
import { maxModifiers } from '../../../contract/cms-v2/media-work.ts';
import { isSignedIn } from '../../access/actor.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { allowedTypes } from '../../files/file-types.ts';
import { implement } from '../../http/implement.ts';
import type { ArgsOf, EmbedReader, Module, ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { type ValidationResult, validationError, wrongTypeError } from '../../http/parameters/validation-error.ts';
import { readEmbeds } from '../../http/read-embeds.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import type { AddedContent } from '../entries/added-content.ts';
import { forbiddenErrors, passes, readCondition } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { EntryOperations } from '../entries/operations.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { deleteWithAuditEvent } from '../entries/trash-and-delete.ts';
import { withRows } from '../entries/with-rows.ts';
import { submittedColumns } from '../plain-columns.ts';
import { requireForce } from '../require-force.ts';
import { composeMedia, mediaParameters, storedAltText } from './compose-media.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { editMedia } from './edit-media.ts';
import { fetchableCheck, fetchImage } from './fetch-file.ts';
import { finalizeMedia, postProcessMedia } from './finalize-media.ts';
import type { MediaOperations } from './operations.ts';
import { defineMediaPermissions, requireValidParent } from './permissions.ts';
import { mediaPresenter } from './present.ts';
import { requireMedia } from './require-media.ts';
import { saveUpload } from './save-upload.ts';
import { sideloadMedia } from './sideload-media.ts';
import { imageSizeValues, sizeNames } from './size-names.ts';
import { clearFeaturedMedia, findMedia, findPathsOf, findShortMedia, mediaType, updateMediaColumns } from './store.ts';
import { deleteFiles, deleteWorkFiles, folderOfUpload } from './store-files.ts';
import { getUploadedFile } from './uploaded-file.ts';
import { mediaUrl } from './urls.ts';

/**
 * Returns the parameter checks of media, keyed by the names that the contract uses. The check of statuses first
 * rejects statuses that the caller may not list, then unknown ones.
 */
function mediaChecks(deps: MediaDeps): Record<string, ParameterCheckFactory> {
  const { contract } = deps.entries;
  return {
    'fetchable-url': fetchableCheck(deps),
    'image-size': () => imageSize,
    modifiers: () => (value, name, schema) => check({ ...schema, maxItems: maxModifiers }, value, name),
    'sub-sizes': () => (value, name, schema) => {
      const result = check(schema, value, name);
      if ('error' in result) return result;
      for (const [at, each] of [result.value].flat().entries()) {
        const size = imageSize(isObject(each) ? each.image_size : undefined, `${name}[${at}][image_size]`);
        if ('error' in size) return size;
      }
      return result;
    },
    'listable-media-states':
      ({ actor }) =>
      (value, name, schema) => {
        const type = contract.types.get(mediaType);
        const statuses = check({ type: 'array', items: { type: 'string' } }, value, name);
        if ('error' in statuses || !type) return statuses;
        const mayList = (state: string) =>
          state === 'inherit' ||
          state === '' ||
          actor.can(type.rights.edit) ||
          (state === 'private' && actor.can(type.rights.readPrivate));
        const requested = [statuses.value]
          .flat()
          .map(String)
          .filter((state) => state !== '');
        if (requested.every(mayList)) return check(schema, requested, name);
        return validationError('rest_forbidden_status', 'You are not allowed to list files with this status.', {
          status: isSignedIn(actor) ? 403 : 401,
        });
      },
  };
}

/**
 * Validates `image_size`: the name of a size, of a main file or of a supplementary file, or a list of the sizes for which one file
 * is used (A11).
 */
function imageSize(value: unknown, name: string): ValidationResult {
  if (typeof value === 'string') return checkName(value, name, imageSizeValues);
  if (!Array.isArray(value)) return wrongTypeError(name, ['string', 'array']);
  if (value.length === 0) return validationError('rest_too_few_items', `${name} must contain at least one size.`);
  for (const [at, each] of value.entries()) {
    const result =
      typeof each === 'string' ? checkName(each, name, sizeNames) : wrongTypeError(`${name}[${at}]`, 'string');
    if ('error' in result) return result;
  }
  return { value };
}

function checkName(value: string, name: string, known: readonly string[]): ValidationResult {
  if (value === '') return validationError('rest_too_short', `${name} must not be empty.`);
  return known.includes(value)
    ? { value }
    : validationError('rest_not_in_enum', `${name} must be one of ${known.join(', ')}.`);
}

// Reads media for embedding in the records that link to them (protocol.md §7.3).

const notFoundError = { code: 'rest_post_invalid_id', message: 'No media item with this ID.', status: 404 };

/** Returns the embed reader of single media items. */
function mediaEmbeds({ contract, database }: EntryDeps): EmbedReader[] {
  const [resource, type] = [contract.resources.get(mediaType), contract.types.get(mediaType)];
  if (!resource || !type) return [];
  return [
    {
      target: `/${type.restNamespace}/${type.restBase}/<id>`,
      resource,
      read: readEmbeds({
        find: (ids) => findMedia(database.read, ids),
        missing: notFoundError,
        forbid: (row, { actor }) => (passes(readCondition, actor, type, row) ? undefined : forbiddenErrors.read),
      }),
    },
  ];
}

// GET /cms/v2/media: lists media items (media-fonts-and-oembed.md, A9).

/** Responds with a page of the media items that are visible to the caller. The list operation of entries selects them. */
function listMedia(deps: EntryDeps, listEntries: EntryOperations['list-entries']): MediaOperations['list-media'] {
  const { read } = deps.database;
  return {
    async run(call, target) {
      const format = requestedMimeTypes(call.args);
      const args = { ...call.args, ...(format.length > 0 && { format }) };
      const list = await listEntries.run({ ...call, args }, target);
      return withRows(
        list,
        (ids) => findShortMedia(read, ids),
        (ids) => findMedia(read, ids),
      );
    },
  };
}

/**
 * Returns the requested MIME types: the types in the requested groups, and the individually requested types. Types that are
 * not accepted for uploads are ignored.
 */
function requestedMimeTypes({ media_type, mime_type }: ArgsOf<MediaEndpoints['list-media']>): string[] {
  const [groups, single] = [media_type ?? [], mime_type ?? []];
  const typesOfGroups = allowedTypes.filter((type) => groups.some((group) => type.startsWith(`${group}/`)));
  return [...new Set([...typesOfGroups, ...single.filter((type) => allowedTypes.includes(type))])];
}

// GET /cms/v2/media/<id>: returns a media item.

/** Responds with the media item that the permission has loaded, and with the URL of its page as the alternate link. */
const getMedia = (deps: EntryDeps): MediaOperations['get-media'] => ({
  run: async (_call, row) => {
    const hidden = await findHiddenPaths(deps.database.read, [row]);
    return { kind: 'record', row, alternate: mediaUrl(deps, row, hidden) };
  },
});

// POST /cms/v2/media: creates a media item (media-fonts-and-oembed.md, A3).

/** Stores the uploaded file, or the image at `url`, and responds 201 with the new media item in the edit context. */
function createMedia(allDeps: MediaDeps): MediaOperations['create-media'] {
  return {
    async run(call, parent) {
      const deps = forActor(allDeps, call.actor);
      const { url, post, generate_sub_sizes: derives } = call.args;
      requireValidParent(parent);
      const options = { folder: folderOfUpload(deps, parent), derives };
      if (url !== undefined) {
        // If `url` is submitted, `post` and `generate_sub_sizes` are the only other parameters that are used.
        const callForUrl = { ...call, args: post === undefined ? {} : { post } };
        const file = await fetchImage(deps, url);
        try {
          const row = await saveUpload(deps, callForUrl, file, { ...options, code: 'upload_error' });
          return { kind: 'record', row, status: 201, context: 'edit' };
        } finally {
          await deleteWorkFiles([file.path]);
        }
      }
      const row = await saveUpload(deps, call, await getUploadedFile(deps.mediaWorkers, call), options);
      const headers = { 'X-CMS-Upload-Attachment-Id': String(row.id) };
      return { kind: 'record', row, status: 201, context: 'edit', headers };
    },
  };
}

// POST, PUT and PATCH /cms/v2/media/<id>: update the submitted fields of a media item (media-fonts-and-oembed.md, A8).

/** Updates a media item and responds with it in the edit context. Throws the errors of `requireValidParent` and `composeMedia`. */
function updateMedia(deps: EntryDeps): MediaOperations['update-media'] {
  return {
    async run(call, loadedMedia) {
      const { args } = call;
      if (args.post !== loadedMedia.parent) requireValidParent(loadedMedia.newParent);
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call, mediaParameters);
      const update = async (tx: WriteHandle) => {
        const before = await lockEntry(tx, type, loadedMedia.id, call.actor, 'edit');
        await call.requireMatch();
        const composition = { deps: deps, read: tx, call, type, before, textWork };
        const entry = await composeMedia(composition, before.format);
        const slug = parseSubmittedSlug(args.slug) ?? before.slug;
        const choice = { slug, mustBeFree: false, slugBeforeTrash: null };
        await deps.writer.update(tx, type, { before, entry, choice });
        await updateMediaColumns(tx, before.id, {
          ...submittedColumns('media', args),
          ...(args.alt_text !== undefined && { alt_text: storedAltText(args.alt_text) }),
        });
        return requireMedia(tx, before.id);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

// DELETE /cms/v2/media/<id>: deletes a media item permanently, with all its files (media-fonts-and-oembed.md, A8).

/** Deletes a media item and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported` without `force`. */
function deleteMedia(deps: MediaDeps): MediaOperations['delete-media'] {
  return {
    async run(call, loadedMedia) {
      requireForce(call, 'Files');
      const type = typeOf(deps.entries.contract, call);
      const deleteStored = async () => {
        const paths = await deps.entries.database.transaction(async (tx) => {
          const entry = await lockEntry(tx, type, loadedMedia.id, call.actor, 'delete');
          await call.requireMatch();
          const stored = await findPathsOf(tx, entry.id);
          await clearFeaturedMedia(tx, entry.id);
          await deleteWithAuditEvent(deps.entries, tx, call, type, entry);
          return stored;
        });
        // The item is already deleted, so a failure to delete its files is not an error: maintenance deletes them later.
        await deleteFiles(deps, paths).catch(() => undefined);
      };
      return { kind: 'deleted', previous: loadedMedia, context: 'edit', deleteStored };
    },
  };
}

/** Returns the module of media. Lists use the list operation of entries. */
export function mediaEndpoints(
  deps: MediaDeps,
  listEntries: EntryOperations['list-entries'],
  added: AddedContent,
): Module {
  const { entries } = deps;
  return implement(mediaModule, {
    permissions: defineMediaPermissions(entries),
    operations: {
      'list-media': listMedia(entries, listEntries),
      'get-media': getMedia(entries),
      'create-media': createMedia(deps),
      'update-media': updateMedia(entries),
      'delete-media': deleteMedia(deps),
      'post-process-media': postProcessMedia(deps),
      'edit-media': editMedia(deps),
      'sideload-media': sideloadMedia(deps),
      'finalize-media': finalizeMedia(entries),
    },
    presenter: mediaPresenter(entries, added),
    checks: mediaChecks(deps),
    embeds: mediaEmbeds(entries),
  });
}
