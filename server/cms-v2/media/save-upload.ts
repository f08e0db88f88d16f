// Stores a validated file as a media item: creates the derived images, stores all files, and inserts the entry and the file data
// in one transaction. If any step fails, the created files are discarded.

import type { PlainColumns } from '../../../contract/columns.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import type { AudioDetails } from '../../media-processing/audio-details.ts';
import { emptyImageMeta } from '../../media-processing/image-meta.ts';
import { MediaWorkersBusy, Unreadable } from '../../media-processing/jobs.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { typeOf } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeColumns } from '../plain-columns.ts';
import { composeMedia, type DefaultTexts, mediaParameters, storedAltText } from './compose-media.ts';
import type { MediaDeps } from './deps.ts';
import { createImages, type DerivedFile, deriveAll, orientationOf, uprightDimensions } from './derive.ts';
import { encodePath, type MediaDetails, nameOf, type SizeDetails } from './details.ts';
import type { MediaArgs } from './operations.ts';
import type { MediaFile, MediaRow } from './rows.ts';
import { assignPath, findMediaItem, upsertMedia } from './store.ts';
import { deleteWorkFiles, discardFiles, type StoredFiles, storeFiles } from './store-files.ts';
import type { ValidatedFile } from './uploaded-file.ts';

/** Options for storing a file as a media item. */
export interface SaveOptions {
  readonly folder: string;
  /** Whether to create the sizes, and to replace images that are too large or rotated. */
  readonly derives: boolean;
  /** Error code of the ApiError 400 for an image that cannot be read. */
  readonly code?: string;
  /** First numeric suffix of the file name to try; 0 means no suffix. The default depends on the name. */
  readonly first?: number;
  /** Returns the file data to store in place of its argument. */
  readonly adjust?: (details: MediaDetails) => MediaDetails;
  /** Default texts, which replace the texts in the metadata of the image. */
  readonly texts?: DefaultTexts & { readonly alt: string };
  /** File data of the media item from which the new one is created; its plain columns are copied. */
  readonly source?: MediaFile;
}

/** Stores a file as a new media item, and returns its row. */
export const saveUpload = (
  deps: MediaDeps,
  call: Call<MediaArgs>,
  file: ValidatedFile,
  options: SaveOptions,
): Promise<MediaRow> =>
  withStored(deps, file, options, (stored, media) => saveItem(deps, call, { file, options, stored, media }));

/** File data of a file that has been stored. */
export type StoredMedia = Omit<MediaFile, 'entry_id' | 'file_key' | keyof PlainColumns<'media'>>;

/**
 * Stores a file with all images derived from it, then calls `save` to write its data. If any step fails, the files are discarded.
 * Throws ApiError 400 for an image that cannot be read, and the errors of `storeFiles` and `save`.
 */
export async function withStored<T>(
  deps: MediaDeps,
  file: ValidatedFile,
  options: SaveOptions,
  save: (stored: StoredFiles, media: StoredMedia) => Promise<T>,
): Promise<T> {
  const { type: mime, extension } = file.kind;
  const { image } = file.look;
  const code =
    options.code ?? (file.titleFromName === undefined ? 'rest_upload_sideload_error' : 'rest_upload_unknown_error');
  const isResizable = image?.isResizable === true;
  const derived =
    isResizable && options.derives
      ? await deriveAll(deps, file.path, mime, image, code)
      : await checkReadable(deps, file, code);
  try {
    const facts = /^(?:audio|video)\//.test(mime) ? await audioDetails(deps, file.path, mime) : {};
    const name = { stem: file.stem, extension };
    const filesToStore = [file, ...derived].map((each) => ({
      path: each.path,
      ending: 'ending' in each ? each.ending : '',
      type: mime,
    }));
    const request = { folder: options.folder, name, ...(options.first !== undefined && { first: options.first }) };
    const stored = await storeFiles(deps, request, filesToStore);
    try {
      return await save(stored, toStoredMedia(file, derived, stored, facts, options));
    } catch (error) {
      await discardFiles(deps, stored, error);
      throw error;
    }
  } finally {
    await deleteWorkFiles(derived.map(({ path }) => path));
  }
}

/**
 * Returns the metadata of an audio or video file; empty if its headers cannot be read or the workers are
 * busy.
 */
async function audioDetails({ mediaWorkers }: MediaDeps, path: string, mime: string): Promise<AudioDetails> {
  try {
    return await mediaWorkers.probeAudio(path, mime);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof MediaWorkersBusy) return {};
    throw error;
  }
}

/** Decodes an image from which no other image is derived, so that no truncated image is stored. Returns an empty list. */
async function checkReadable(
  deps: MediaDeps,
  { look: inspection, path, kind }: ValidatedFile,
  code: string,
): Promise<DerivedFile[]> {
  if (inspection.image?.isResizable) await createImages(deps, path, kind.type, [], code);
  return [];
}

function toStoredMedia(
  file: ValidatedFile,
  derived: readonly DerivedFile[],
  stored: StoredFiles,
  facts: object,
  { adjust = (details) => details }: SaveOptions,
): StoredMedia {
  const { image } = file.look;
  const pathOf = (ending: string) => stored.paths.get(ending) ?? '';
  const main = derived.find(({ sizes }) => sizes.length === 0);
  const original = pathOf('');
  const path = main ? pathOf(main.ending) : original;
  const filesize = main?.filesize ?? file.size;
  const known = { file: path, original, filesize };
  if (!image || !file.kind.type.startsWith('image/'))
    return { ...known, width: 0, height: 0, details: adjust({ ...facts, filesize, sizes: {} }) };
  const upright = uprightDimensions(image);
  const { meta = emptyImageMeta } = image;
  const isSetUpright = main !== undefined && orientationOf(image) > 1;
  const details: MediaDetails = {
    width: main?.width ?? image.width,
    height: main?.height ?? image.height,
    file: path,
    filesize,
    sizes: sizeDetailsOf(derived, pathOf, file.kind.type),
    image_meta: isSetUpright ? { ...meta, orientation: 1 } : meta,
    ...(main && { original_image: nameOf(original) }),
  };
  return { ...known, ...upright, details: adjust(details) };
}

/** Returns the details of derived images, keyed by the name of the size, in the order of creation. */
export function sizeDetailsOf(
  derived: readonly DerivedFile[],
  pathOf: (ending: string) => string,
  mime_type: string,
): Record<string, SizeDetails> {
  return Object.fromEntries(
    derived.flatMap(({ sizes, ending, width, height, filesize }) =>
      sizes.map((name) => [name, { file: nameOf(pathOf(ending)), width, height, filesize, mime_type }]),
    ),
  );
}

interface NewMedia {
  readonly file: ValidatedFile;
  readonly options: SaveOptions;
  readonly stored: StoredFiles;
  readonly media: StoredMedia;
}

async function saveItem(
  deps: MediaDeps,
  call: Call<MediaArgs>,
  { file, options, stored, media }: NewMedia,
): Promise<MediaRow> {
  const { args } = call;
  const { entries } = deps;
  const type = typeOf(entries.contract, call);
  const meta = file.look.image?.meta ?? emptyImageMeta;
  const defaults = options.texts ?? {
    title: isUsableTitle(meta.title) ? meta.title : (file.titleFromName ?? stored.name.stem),
    caption: meta.caption.trim(),
    alt: meta.alt,
  };
  const guid = `${entries.site.urls.uploads}/${encodePath(media.original)}`;
  const textWork = textWorkOf(entries.texts, call, mediaParameters);
  const save = async (tx: WriteHandle) => {
    await tx.share(usersLock);
    const composition = { deps: entries, read: tx, call, type, before: undefined, textWork };
    const entry = await composeMedia(composition, file.kind.type, defaults);
    const choice = { slug: parseSubmittedSlug(args.slug) ?? '', mustBeFree: false };
    const id = await entries.writer.create(tx, type, { entry: { ...entry, guid }, choice, guid: () => guid });
    const columns = composeColumns('media', { args, before: options.source });
    const alt_text = storedAltText(args.alt_text ?? defaults.alt);
    await upsertMedia(tx, { ...media, entry_id: id, ...columns, alt_text });
    for (const path of stored.paths.values())
      if (!(await assignPath(tx, path, id))) throw new Error(`the path ${path} is no longer reserved`);
    return findMediaItem(tx, id);
  };
  const row = await textWork.complete(() => entries.database.transaction(save));
  if (!row) throw new Error('the stored media item was not found');
  return row;
}

/** Whether a title from the metadata is usable: it is not empty, and not just a number. */
const isUsableTitle = (title: string): boolean => title.trim() !== '' && Number.isNaN(Number(title));
