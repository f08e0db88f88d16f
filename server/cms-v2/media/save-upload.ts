// Stores a validated file as a media item: creates the derived images, stores all files, and inserts the entry and the file data
// in one transaction. If any step fails, the created files are discarded.

import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/module.ts';
import { emptyImageMeta } from '../../media-processing/image-meta.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { typeOf } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeColumns } from '../plain-columns.ts';
import { composeMedia, type DefaultTexts, mediaParameters, storedAltText } from './compose-media.ts';
import type { MediaDeps } from './deps.ts';
import type { DerivedFile } from './derive.ts';
import { encodePath, type MediaDetails } from './details.ts';
import type { MediaArgs } from './operations.ts';
import { describeFile, mainImageOf, type PreparedFile, prepareFile, type StoredMedia } from './prepare-file.ts';
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
  const { type, extension } = file.kind;
  const prepared = await prepareFile(deps, file, options);
  const { derived } = prepared;
  try {
    const name = { stem: file.stem, extension };
    const filesToStore = [file, ...derived].map((each) => ({
      path: each.path,
      ending: 'ending' in each ? each.ending : '',
      type,
    }));
    const request = { folder: options.folder, name, ...(options.first !== undefined && { first: options.first }) };
    const stored = await storeFiles(deps, request, filesToStore);
    try {
      return await save(stored, describeStored(file, prepared, stored, options));
    } catch (error) {
      await discardFiles(deps, stored, error);
      throw error;
    }
  } finally {
    await deleteWorkFiles(derived.map(({ path }) => path));
  }
}

function describeStored(
  file: ValidatedFile,
  prepared: PreparedFile,
  stored: StoredFiles,
  { adjust = (details) => details }: SaveOptions,
): StoredMedia {
  const pathOf = (ending: string) => stored.paths.get(ending) ?? '';
  const original = pathOf('');
  const main = mainImageOf(prepared);
  const paths = {
    main: main ? pathOf(main.ending) : original,
    original,
    of: ({ ending }: DerivedFile) => pathOf(ending),
  };
  const media = describeFile(file, prepared, paths);
  return { ...media, details: adjust(media.details) };
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
    const { id } = await entries.writer.create(tx, type, { entry: { ...entry, guid }, choice, guid: () => guid });
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
