// POST /cms/v2/media/<id>/edit: stores an edited image as a new media item (media-fonts-and-oembed.md, A10).

import { stat } from 'node:fs/promises';
import type { MediaEndpoints } from '../../../contract/cms-v2/media.ts';
import type { ImageModifier } from '../../../contract/cms-v2/media-work.ts';
import { contexts } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { splitName } from '../../files/names.ts';
import { workFilePath } from '../../files/spool.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import { isObject } from '../../http/parameters/conversions.ts';
import { emptyImageMeta, type ImageMeta } from '../../media-processing/image-meta.ts';
import { EditFailed, Unreadable } from '../../media-processing/jobs.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { encodePath, folderOf, type MediaDetails, nameOf, requireLocal } from './details.ts';
import type { MediaOperations } from './operations.ts';
import { requireLoaded, requireValidParent } from './permissions.ts';
import type { MediaRow } from './rows.ts';
import { saveUpload } from './save-upload.ts';
import { deleteWorkFiles, folderOfNow } from './store-files.ts';

type EditCall = Call<ArgsOf<MediaEndpoints['edit-media']>>;

/** MIME types of images that can be edited. */
const editableTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic']);

/**
 * Creates a new media item from an edited image, and responds 201 with it.
 *
 * Throws ApiError 404 `rest_unknown_attachment`, and ApiError 400 `rest_cannot_edit_file_type`, `rest_image_not_edited`,
 * `rest_invalid_param`, `rest_unknown_image_file_type`, `rest_image_flip_failed`, `rest_image_rotation_failed` or `rest_image_crop_failed`.
 */
export function editMedia(allDeps: MediaDeps): MediaOperations['edit-media'] {
  return {
    async run(call, target) {
      const loadedMedia = requireLoaded(target, call);
      const deps = forActor(allDeps, call.actor);
      await call.requireMatch();
      if (!isImageOf(loadedMedia, call.args.src))
        throw new ApiError('rest_unknown_attachment', 404, 'The source is not an image of this item.');
      requireLocal(loadedMedia.media, 'rest_unknown_attachment', 404);
      if (!editableTypes.has(loadedMedia.format))
        throw new ApiError('rest_cannot_edit_file_type', 400, 'Images of this type cannot be edited.');
      const modifiers = modifiersOf(call);
      if (modifiers.length === 0)
        throw new ApiError('rest_image_not_edited', 400, 'No changes were requested; send modifiers.');
      requireValidParent(loadedMedia.newParent);
      const edited = await editImage(deps, loadedMedia, modifiers);
      try {
        const row = await saveEdited(deps, call, loadedMedia, edited);
        const requestedContext = contexts.find((each) => each === call.submitted('context'));
        const headers = { 'X-CMS-Upload-Attachment-Id': String(row.id) };
        return { kind: 'record', row, status: 201, headers, ...(requestedContext && { context: requestedContext }) };
      } finally {
        await deleteWorkFiles([edited]);
      }
    },
  };
}

/** Whether the item is an image, and the URL without query and fragment ends with the path of one of its files. */
function isImageOf({ format, media }: MediaRow, src: string): boolean {
  const folder = folderOf(media.file);
  const paths = [media.file, media.original, ...Object.values(media.details.sizes).map(({ file }) => folder + file)];
  const url = src.split(/[?#]/, 1)[0] ?? '';
  return format.startsWith('image/') && paths.some((path) => url.endsWith(path) || url.endsWith(encodePath(path)));
}

/**
 * Returns the requested modifiers. If `modifiers` is not submitted, the older parameters are converted to modifiers in this
 * order: flip, rotation, crop.
 */
function modifiersOf({ args, submitted }: EditCall): ImageModifier[] {
  if (args.modifiers) return [...args.modifiers];
  const { rotation, x, y, width, height } = args;
  const flip = submitted('flip');
  const { horizontal, vertical }: Readonly<Record<string, unknown>> = isObject(flip) ? flip : {};
  const steps: ImageModifier[] = [];
  if ((horizontal ?? vertical ?? undefined) !== undefined)
    steps.push({ type: 'flip', args: { flip: { horizontal: isTrue(horizontal), vertical: isTrue(vertical) } } });
  if (rotation !== undefined) steps.push({ type: 'rotate', args: { angle: rotation } });
  if (x !== undefined && y !== undefined && width !== undefined && height !== undefined)
    steps.push({ type: 'crop', args: { left: x, top: y, width, height } });
  return steps;
}

/** Converts the value of an undeclared parameter in the same way as that of a declared boolean (protocol.md §4.2). */
const isTrue = (value: unknown): boolean => Boolean(value) && !['0', 'false'].includes(String(value).toLowerCase());

const errorCodes = {
  flip: 'rest_image_flip_failed',
  rotate: 'rest_image_rotation_failed',
  crop: 'rest_image_crop_failed',
};

/** Creates the edited image in the work folder and returns its path. */
async function editImage(
  { files, mediaWorkers }: MediaDeps,
  { media, format }: MediaRow,
  modifiers: readonly ImageModifier[],
) {
  const local = await files.openLocal(media.original);
  if (!local) throw cannotOpenError();
  const to = workFilePath(files.workFolder);
  const intermediatePaths = modifiers.map(() => workFilePath(files.workFolder));
  try {
    await mediaWorkers.edit({ path: local.path, type: format, modifiers, to, intermediatePaths });
    return to;
  } catch (error) {
    await deleteWorkFiles([to]);
    if (error instanceof EditFailed)
      throw new ApiError(
        errorCodes[error.step],
        400,
        'A requested change cannot be applied to this image; check the values of modifiers.',
      );
    throw error instanceof Unreadable ? cannotOpenError() : error;
  } finally {
    await deleteWorkFiles(intermediatePaths);
    await local.release();
  }
}

const cannotOpenError = () => new ApiError('rest_unknown_image_file_type', 400, 'The image cannot be opened.');

async function saveEdited(deps: MediaDeps, call: EditCall, loadedMedia: MediaRow, edited: string): Promise<MediaRow> {
  const { media, title, content, excerpt, format } = loadedMedia;
  const { args } = call;
  const original = splitName(nameOf(media.original));
  const texts = {
    title: args.title ?? title,
    description: args.description ?? content,
    caption: args.caption ?? excerpt,
    alt_text: args.alt_text ?? media.alt_text,
    ...(args.post !== undefined && { post: args.post }),
  };
  const file = {
    path: edited,
    size: (await stat(edited)).size,
    kind: { type: format, extension: original.extension },
    look: await deps.mediaWorkers.inspect(edited),
    stem: `${original.stem.replace(/-edited(?:-\d+)?$/, '')}-edited`,
    titleFromName: undefined,
  };
  return saveUpload(deps, { ...call, args: texts }, file, {
    folder: folderOfNow(deps),
    derives: true,
    code: 'rest_unknown_image_file_type',
    texts: { title, caption: excerpt, alt: media.alt_text },
    source: media,
    adjust: (details) => withSourceImage(details, loadedMedia),
  });
}

/**
 * Returns the details with a reference to the source image. Camera data that the edited file does not contain is copied from the
 * source image.
 */
function withSourceImage(details: MediaDetails, { id, media }: MediaRow): MediaDetails {
  const before = media.details.image_meta ?? emptyImageMeta;
  const after = details.image_meta ?? emptyImageMeta;
  const known = <Name extends keyof ImageMeta>(name: Name): ImageMeta[Name] =>
    isUnknown(after[name]) ? before[name] : after[name];
  const meta: ImageMeta = {
    aperture: known('aperture'),
    credit: known('credit'),
    camera: known('camera'),
    caption: known('caption'),
    created_timestamp: known('created_timestamp'),
    copyright: known('copyright'),
    focal_length: known('focal_length'),
    iso: known('iso'),
    shutter_speed: known('shutter_speed'),
    title: known('title'),
    orientation: known('orientation'),
    keywords: known('keywords'),
    alt: known('alt'),
  };
  const upright: ImageMeta = isUnknown(meta.orientation) ? meta : { ...meta, orientation: 1 };
  return { ...details, image_meta: upright, parent_image: { attachment_id: id, file: media.original } };
}

const isUnknown = (value: unknown) => value === '' || value === '0' || (Array.isArray(value) && value.length === 0);
