// A file that was judged becomes a media item: derived pictures, stored files, then the entry with everything in one
// transaction. Whatever fails, nothing is left behind.

import type { WriteHandle } from '../../database/handle.ts';
import type { Call } from '../../http/room.ts';
import { noMeta } from '../../pictures/image-meta.ts';
import { MediaWorkersBusy, Unreadable } from '../../pictures/jobs.ts';
import type { SoundDetails } from '../../pictures/sounds.ts';
import { sentSlug } from '../../rendering/slug.ts';
import { peopleLock } from '../entries/claim-entry.ts';
import { typeOf } from '../entries/parts.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeMedia, type Found, type MediaArgs, mediaParameters, storedAltText } from './compose-media.ts';
import { type Derived, deriveAll, make, orientationOf, uprightOf } from './derive.ts';
import { addressOfPath, type MediaDetails, nameOf, type SizeDetails } from './details.ts';
import { clear, keepFiles, type StoredFiles, unkeep } from './keep-files.ts';
import type { MediaParts } from './parts.ts';
import type { MediaFile, MediaRow } from './rows.ts';
import type { SentFile } from './sent-file.ts';
import { findMediaItem, givePath, writeMedia } from './store.ts';

/** How a file becomes an item. */
export interface Saving {
  readonly folder: string;
  /** Whether sizes are made, and large or turned pictures replaced. */
  readonly derives: boolean;
  /** The code of a refusal because the picture cannot be read. */
  readonly code?: string;
  /** The number that the name begins to count with. */
  readonly first?: number;
  /** Changes what is kept of the file. */
  readonly adjust?: (details: MediaDetails) => MediaDetails;
  /** Texts that stand in for those of the picture. */
  readonly texts?: Found & { readonly alt: string };
}

/** Stores a file as a new media item; gives its row. */
export const saveUpload = (
  parts: MediaParts,
  call: Call<MediaArgs>,
  file: SentFile,
  saving: Saving,
): Promise<MediaRow> =>
  withStored(parts, file, saving, (stored, media) => saveItem(parts, call, file, saving, stored, media));

/** What is known of a file once it is stored. */
export type StoredMedia = Omit<MediaFile, 'entry_id' | 'alt_text' | 'file_key'>;

/**
 * Stores a file with everything that is made of it, then lets `save` write what is known of it. Nothing is left where
 * anything fails. Throws Refusal 400 for a picture that cannot be read.
 */
export async function withStored<T>(
  parts: MediaParts,
  file: SentFile,
  saving: Saving,
  save: (stored: StoredFiles, media: StoredMedia) => Promise<T>,
): Promise<T> {
  const { type: mime, extension } = file.kind;
  const { picture } = file.look;
  const code =
    saving.code ?? (file.calledTitle === undefined ? 'rest_upload_sideload_error' : 'rest_upload_unknown_error');
  const readable = picture?.readable === true;
  const derived =
    readable && saving.derives
      ? await deriveAll(parts, file.path, mime, picture, code)
      : await checkWhole(parts, file, code);
  try {
    const facts = /^(?:audio|video)\//.test(mime) ? await audioDetails(parts, file.path, mime) : {};
    const name = { stem: file.stem, extension };
    const wanted = [file, ...derived].map((each) => ({
      path: each.path,
      ending: 'ending' in each ? each.ending : '',
      type: mime,
    }));
    const wish = { folder: saving.folder, name, ...(saving.first !== undefined && { first: saving.first }) };
    const stored = await keepFiles(parts, wish, wanted);
    try {
      return await save(stored, mediaOf(file, derived, stored, facts, saving));
    } catch (error) {
      await unkeep(parts, stored);
      throw error;
    }
  } finally {
    await clear(derived.map(({ path }) => path));
  }
}

/** Returns what the headers of an audio or video file say: nothing where they cannot be read in time. */
async function audioDetails({ mediaWorkers }: MediaParts, path: string, mime: string): Promise<SoundDetails> {
  try {
    return await mediaWorkers.probeAudio(path, mime);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof MediaWorkersBusy) return {};
    throw error;
  }
}

/** A picture of which nothing is made is read all the same, so that none is stored that is cut short. */
async function checkWhole(parts: MediaParts, { look, path, kind }: SentFile, code: string): Promise<Derived[]> {
  if (look.picture?.readable) await make(parts, path, kind.type, [], code);
  return [];
}

function mediaOf(
  file: SentFile,
  derived: readonly Derived[],
  stored: StoredFiles,
  facts: object,
  { adjust = (details) => details }: Saving,
): StoredMedia {
  const { picture } = file.look;
  const pathOf = (ending: string) => stored.paths.get(ending) ?? '';
  const main = derived.find(({ sizes }) => sizes.length === 0);
  const original = pathOf('');
  const path = main ? pathOf(main.ending) : original;
  const filesize = main?.filesize ?? file.size;
  const known = { file: path, original, filesize };
  if (!picture || !file.kind.type.startsWith('image/'))
    return { ...known, width: 0, height: 0, details: adjust({ ...facts, filesize, sizes: {} }) };
  const upright = uprightOf(picture);
  const { meta = noMeta } = picture;
  const isSetUpright = main !== undefined && orientationOf(picture) > 1;
  const details: MediaDetails = {
    width: main?.width ?? picture.width,
    height: main?.height ?? picture.height,
    file: path,
    filesize,
    sizes: sizesOf(derived, pathOf, file.kind.type),
    image_meta: isSetUpright ? { ...meta, orientation: 1 } : meta,
    ...(main && { original_image: nameOf(original) }),
  };
  return { ...known, ...upright, details: adjust(details) };
}

/** Derived pictures as they are kept, in the order in which they are made. */
export function sizesOf(
  derived: readonly Derived[],
  pathOf: (ending: string) => string,
  mime_type: string,
): Record<string, SizeDetails> {
  return Object.fromEntries(
    derived.flatMap(({ sizes, ending, width, height, filesize }) =>
      sizes.map((name) => [name, { file: nameOf(pathOf(ending)), width, height, filesize, mime_type }]),
    ),
  );
}

async function saveItem(
  parts: MediaParts,
  call: Call<MediaArgs>,
  file: SentFile,
  saving: Saving,
  stored: StoredFiles,
  media: StoredMedia,
): Promise<MediaRow> {
  const { args } = call;
  const type = typeOf(parts.contract, call);
  const meta = file.look.picture?.meta ?? noMeta;
  const found = saving.texts ?? {
    title: isName(meta.title) ? meta.title : (file.calledTitle ?? stored.name.stem),
    caption: meta.caption.trim(),
    alt: meta.alt,
  };
  const guid = `${parts.site.uploads}/${addressOfPath(media.original)}`;
  const textWork = textWorkOf(parts, call, mediaParameters);
  const save = async (tx: WriteHandle) => {
    await tx.share(peopleLock);
    const entry = await composeMedia({
      parts,
      read: tx,
      call,
      type,
      before: undefined,
      mime: file.kind.type,
      found,
      textWork,
    });
    const choice = { slug: sentSlug(args.slug) ?? '', mustBeFree: false };
    const id = await saveNewEntry(tx, type, { ...entry, guid }, choice, new Map(), () => guid);
    await writeMedia(tx, { ...media, entry_id: id, alt_text: storedAltText(args.alt_text ?? found.alt) });
    for (const path of stored.paths.values())
      if (!(await givePath(tx, path, id))) throw new Error(`the claim of ${path} is gone`);
    return findMediaItem(tx, id);
  };
  const row = await textWork.complete(() => parts.database.transaction(save));
  if (!row) throw new Error('a file is gone that was just stored');
  return row;
}

/** A number tells nothing as a title. */
const isName = (title: string): boolean => title.trim() !== '' && Number.isNaN(Number(title));
