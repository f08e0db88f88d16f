// POST …/edit: a changed picture becomes a new item (media-fonts-and-oembed.md, A10).
import { stat } from 'node:fs/promises';
import { contexts } from '../../../contract/grammar/schema.ts';
import { splitName } from '../../files/names.ts';
import { workName } from '../../files/spool.ts';
import type { Call, Operation } from '../../http/room.ts';
import { type ImageMeta, noMeta } from '../../pictures/image-meta.ts';
import { EditFailed, type Modifier, Unreadable } from '../../pictures/jobs.ts';
import { Refusal } from '../../refusal.ts';
import type { MediaArgs } from './compose-media.ts';
import { addressOfPath, folderOf, type MediaDetails, nameOf, requireHere } from './details.ts';
import { folderOfNow } from './folders.ts';
import { clear } from './keep-files.ts';
import { forActor, type MediaParts } from './parts.ts';
import { type Changing, requireHoldable } from './permissions.ts';
import type { MediaRow } from './rows.ts';
import { saveUpload } from './save-upload.ts';

interface EditArgs extends MediaArgs {
  readonly src?: string;
  readonly modifiers?: readonly Modifier[];
  readonly rotation?: number;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
}

/** The kinds of pictures that can be changed. */
const changeable = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/heic']);

/**
 * Makes a new item of a changed picture; answers 201 with it.
 *
 * Throws Refusal 404 `rest_unknown_attachment`, 400 `rest_cannot_edit_file_type`, `rest_image_not_edited`,
 * `rest_unknown_image_file_type`, `rest_image_flip_failed`, `rest_image_rotation_failed`, `rest_image_crop_failed`.
 */
export function editMedia(given: MediaParts): Operation {
  return {
    async run(call: Call<EditArgs>, subject: Changing) {
      const parts = forActor(given, call.actor);
      await call.requireMatch();
      if (!isOf(subject, call.args.src ?? ''))
        throw new Refusal('rest_unknown_attachment', 404, 'The source is no picture of this item.');
      requireHere(subject.media, 'rest_unknown_attachment', 404);
      if (!changeable.has(subject.format))
        throw new Refusal('rest_cannot_edit_file_type', 400, 'Pictures of this type cannot be changed.');
      const modifiers = modifiersOf(call);
      if (modifiers.length === 0)
        throw new Refusal('rest_image_not_edited', 400, 'There is nothing to change; send modifiers.');
      requireHoldable(subject.wanted);
      const made = await change(parts, subject, modifiers);
      try {
        const row = await saveChanged(parts, call, subject, made);
        const sent = contexts.find((each) => each === call.sent('context'));
        const headers = { 'X-CMS-Upload-Attachment-Id': String(row.id) };
        return { kind: 'record', row, status: 201, headers, ...(sent && { context: sent }) };
      } finally {
        await clear([made]);
      }
    },
  };
}

/** Whether an address ends in the path of one of the item's pictures; its query does not count. */
function isOf({ format, media }: MediaRow, src: string): boolean {
  const folder = folderOf(media.file);
  const paths = [media.file, media.original, ...Object.values(media.details.sizes).map(({ file }) => folder + file)];
  const address = src.split(/[?#]/, 1)[0] ?? '';
  return (
    format.startsWith('image/') && paths.some((path) => address.endsWith(path) || address.endsWith(addressOfPath(path)))
  );
}

/** The changes asked for; without `modifiers` the older parameters count, in their order. */
function modifiersOf({ args, sent }: Call<EditArgs>): Modifier[] {
  if (args.modifiers) return [...args.modifiers];
  const { rotation, x, y, width, height } = args;
  const flip = sent('flip') as { readonly horizontal?: unknown; readonly vertical?: unknown } | undefined;
  const steps: Modifier[] = [];
  if ((flip?.horizontal ?? flip?.vertical ?? undefined) !== undefined)
    steps.push({
      type: 'flip',
      args: { flip: { horizontal: isTrue(flip?.horizontal), vertical: isTrue(flip?.vertical) } },
    });
  if (rotation !== undefined) steps.push({ type: 'rotate', args: { angle: rotation } });
  if (x !== undefined && y !== undefined && width !== undefined && height !== undefined)
    steps.push({ type: 'crop', args: { left: x, top: y, width, height } });
  return steps;
}

/** The parameter is not declared, so nobody has converted it; it becomes what a declared one would (protocol.md §4.2). */
const isTrue = (value: unknown): boolean => Boolean(value) && !['0', 'false'].includes(String(value).toLowerCase());

const codes = { flip: 'rest_image_flip_failed', rotate: 'rest_image_rotation_failed', crop: 'rest_image_crop_failed' };

/** The changed picture, in the workplace. */
async function change(
  { files, mediaWorkers }: MediaParts,
  { media, format }: MediaRow,
  modifiers: readonly Modifier[],
) {
  const local = await files.local(media.original);
  if (!local) throw unopened();
  const to = workName(files.workplace);
  const between = modifiers.map(() => workName(files.workplace));
  try {
    await mediaWorkers.edit({ path: local.path, type: format, modifiers, to, between });
    return to;
  } catch (error) {
    await clear([to]);
    if (error instanceof EditFailed)
      throw new Refusal(codes[error.step], 400, 'The picture cannot be changed so; nothing would be left of it.');
    throw error instanceof Unreadable ? unopened() : error;
  } finally {
    await clear(between);
    await local.release();
  }
}

const unopened = () => new Refusal('rest_unknown_image_file_type', 400, 'The picture cannot be opened.');

async function saveChanged(
  parts: MediaParts,
  call: Call<EditArgs>,
  subject: MediaRow,
  made: string,
): Promise<MediaRow> {
  const { media, title, content, excerpt, format } = subject;
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
    path: made,
    size: (await stat(made)).size,
    kind: { type: format, extension: original.extension },
    look: await parts.mediaWorkers.look(made),
    stem: `${original.stem.replace(/-edited(?:-\d+)?$/, '')}-edited`,
    calledTitle: undefined,
  };
  return saveUpload(parts, { ...call, args: texts }, file, {
    folder: folderOfNow(parts),
    derives: true,
    code: 'rest_unknown_image_file_type',
    texts: { title, caption: excerpt, alt: media.alt_text },
    adjust: (details) => withOrigin(details, subject),
  });
}

/** What the camera told is handed on, and where the picture comes from. */
function withOrigin(details: MediaDetails, { id, media }: MediaRow): MediaDetails {
  const before = media.details.image_meta ?? noMeta;
  const after = details.image_meta ?? noMeta;
  const meta = Object.fromEntries(
    Object.keys(noMeta).map((name) => {
      const key = name as keyof ImageMeta;
      return [key, isUnknown(after[key]) ? before[key] : after[key]];
    }),
  ) as unknown as ImageMeta;
  const turned: ImageMeta = isUnknown(meta.orientation) ? meta : { ...meta, orientation: 1 };
  return { ...details, image_meta: turned, parent_image: { attachment_id: id, file: media.original } };
}

const isUnknown = (value: unknown) => value === '' || value === '0' || (Array.isArray(value) && value.length === 0);
