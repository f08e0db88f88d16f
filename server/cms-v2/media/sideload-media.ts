// POST …/sideload: takes a picture that was made elsewhere of the item's (media-fonts-and-oembed.md, A11).

import { splitName } from '../../files/names.ts';
import type { Call, Operation } from '../../http/room.ts';
import { type Dimensions, registeredSizes } from '../../pictures/sizes.ts';
import { Refusal } from '../../refusal.ts';
import { typeOf } from '../entries/parts.ts';
import { claimMedia } from './claim-media.ts';
import { folderOf, nameOf, requireHere } from './details.ts';
import { keepFiles, unkeep } from './keep-files.ts';
import { forActor, type MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { type SentFile, sentFile } from './sent-file.ts';
import { companions, mainNames } from './size-names.ts';
import { givePath, writeMedia } from './store.ts';

interface SideloadArgs {
  readonly image_size?: string | readonly string[];
}

/**
 * Stores a file beside a picture; answers with what `finalize` wants to be told.
 *
 * Throws Refusal 400 `rest_post_invalid_id`, `rest_upload_invalid_image`, `rest_upload_dimension_mismatch`, and as uploads do.
 */
export function sideloadMedia(given: MediaParts): Operation {
  return {
    async run(call: Call<SideloadArgs>, subject: MediaRow) {
      const parts = forActor(given, call.actor);
      if (!subject.format.startsWith('image/') && subject.format !== 'application/pdf')
        throw new Refusal('rest_post_invalid_id', 400, 'Only pictures and documents have derived pictures.');
      requireHere(subject.media, 'rest_sideload_attachment_not_in_uploads', 403);
      const file = await sentFile(parts.mediaWorkers, call as Call);
      const size = call.args.image_size ?? [];
      requireFit(subject, file, size);
      const path = await store(parts, call, subject, file);
      return { kind: 'value', value: answer(subject, file, size, path) };
    },
  };
}

/** A pixel of rounding is let pass. */
const grace = 1;

function requireFit({ media }: MediaRow, { look }: SentFile, size: string | readonly string[]): void {
  if (size === 'source_original' || size === 'animated_video') return;
  if (!look.picture) throw new Refusal('rest_upload_invalid_image', 400, 'The file is not a picture.');
  const { width, height } = look.picture;
  if (width < 1 || height < 1)
    throw new Refusal('rest_upload_invalid_dimensions', 400, 'The picture has no dimensions.');
  const fits = typeof size === 'string' ? [size] : size;
  const { width: wide = 0, height: high = 0 } = media.details;
  const isWhole =
    isNear({ width, height }, { width: wide, height: high }) ||
    isNear({ width, height }, { width: high, height: wide });
  if (size === 'original' ? !isWhole : fits.some((name) => !isWithin({ width, height }, name)))
    throw new Refusal('rest_upload_dimension_mismatch', 400, 'The picture has not the dimensions of its size.');
}

const isNear = (a: Dimensions, b: Dimensions) =>
  Math.abs(a.width - b.width) <= grace && Math.abs(a.height - b.height) <= grace;

/** Names without a box fit any picture. */
function isWithin({ width, height }: Dimensions, name: string): boolean {
  const box = registeredSizes.find((each) => each.name === name);
  const below = (edge: number, most: number) => most === 0 || edge <= most + grace;
  return !box || (below(width, box.width) && below(height, box.height));
}

/** Stores the file in the folder of the item; one that takes the place of the main file does so at once. */
async function store(
  parts: MediaParts,
  call: Call<SideloadArgs>,
  { id, media }: MediaRow,
  file: SentFile,
): Promise<string> {
  const base = splitName(nameOf(media.original)).stem;
  const isOwn = file.stem.startsWith(`${base}-`) && /^-(?:\d+x\d+|scaled)$/.test(file.stem.slice(base.length));
  const name = { stem: file.stem, extension: file.kind.extension };
  const wish = { folder: folderOf(media.original), name, ...(isOwn && { first: 0 }) };
  const stored = await keepFiles(parts, wish, [{ path: file.path, ending: '', type: file.kind.type }]);
  const path = stored.paths.get('') ?? '';
  try {
    await parts.database.transaction(async (tx) => {
      const row = await claimMedia(tx, typeOf(parts.contract, call), id, call.actor);
      await call.requireMatch();
      if (!(await givePath(tx, path, id))) throw new Error(`the claim of ${path} is gone`);
      if (typeof call.args.image_size === 'string' && mainNames.includes(call.args.image_size))
        await writeMedia(tx, { ...row.media, file: path });
    });
  } catch (error) {
    await unkeep(parts, stored);
    throw error;
  }
  return path;
}

function answer(
  { media }: MediaRow,
  { look, size: filesize, kind }: SentFile,
  size: string | readonly string[],
  path: string,
): object {
  const { width, height } = look.picture ?? {};
  if (typeof size === 'string' && size in companions) return { image_size: size, file: nameOf(path) };
  if (typeof size === 'string' && mainNames.includes(size))
    return { image_size: size, original_image: nameOf(media.file), width, height, filesize, file: path };
  return { image_size: size, width, height, file: nameOf(path), mime_type: kind.type, filesize };
}
