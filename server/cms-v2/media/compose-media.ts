// Composes the entry of a media item from a request (media-fonts-and-oembed.md, A3, A8). Writes nothing.
import { ApiError } from '../../api-error.ts';
import type { Call } from '../../http/module.ts';
import { toSingleLineText } from '../../rendering/sanitise/names.ts';
import { type Composition, composeEntry } from '../entries/compose-entry.ts';
import { type EntryInput, rawText, type TextInput } from '../entries/entry-args.ts';
import type { ComposedEntry } from '../entries/store.ts';
import type { MediaArgs } from './operations.ts';
import { findMediaItem } from './store.ts';

/** Default texts of a new media item. */
export interface DefaultTexts {
  readonly title: string;
  readonly caption: string;
}

/** Input for composing the entry of a media item. */
interface MediaComposition extends Omit<Composition, 'call'> {
  readonly call: Call<MediaArgs>;
}

/** Names of the parameters for the texts of a media item, keyed by the parameter names of other entries. */
export const mediaParameters = { content: 'description', excerpt: 'caption' } as const;

/**
 * Returns the status to store. `private` is stored unchanged; any other status is stored as `inherit`, which gives the item the
 * visibility of its parent entry (A5).
 */
const statusOf = (input: string): string => (input === 'private' ? 'private' : 'inherit');

/**
 * Returns the columns of the entry that result from a request. `mime` is the MIME type of the file. Only new media items have default
 * texts.
 *
 * Throws the errors of `composeEntry` and of `featuredMedia`.
 */
export async function composeMedia(
  composition: MediaComposition,
  mime: string,
  defaults?: DefaultTexts,
): Promise<ComposedEntry> {
  const { call, before } = composition;
  const { args } = call;
  const title = titleOf(args.title, defaults);
  const caption = rawText(args.caption) ?? defaults?.caption;
  const status = args.status === undefined ? undefined : statusOf(args.status);
  const entryArgs: EntryInput = {
    ...args,
    title,
    content: args.description,
    excerpt: caption,
    status,
    featured_media: undefined,
  };
  const entry = await composeEntry({ ...composition, call: { ...call, args: entryArgs } });
  const state = entry.status === 'private' ? 'private' : 'inherit';
  return {
    ...entry,
    status: state,
    rights_status: state,
    ping_status: args.ping_status ?? before?.ping_status ?? 'closed',
    parent: args.post ?? before?.parent ?? 0,
    format: mime,
    featured_media: await featuredMedia(composition, mime),
  };
}

/**
 * Returns the title. An empty title of a new media item is replaced with the default; the title of an existing item follows
 * the rules of entries.
 */
function titleOf(input: TextInput | undefined, defaults: DefaultTexts | undefined): TextInput | undefined {
  if (!defaults) return input;
  const text = rawText(input) ?? '';
  return text === '' ? defaults.title : text;
}

const canHaveFeaturedImage = (mime: string) => /^(?:audio|video)\//.test(mime);

/**
 * Returns the ID of the featured image; 0 if there is none. Only audio and video files can have one: for other files, a
 * requested ID is ignored on update. Throws ApiError 400 `rest_no_featured_media` if an ID is requested on creation of another file,
 * and ApiError 400 `rest_invalid_featured_media` if there is no image with the ID.
 */
async function featuredMedia({ call: { args }, before, read }: MediaComposition, mime: string): Promise<number> {
  const requested = args.featured_media;
  if (requested === undefined) return before?.featured_media ?? 0;
  if (!canHaveFeaturedImage(mime)) {
    if (before || requested === 0) return before?.featured_media ?? 0;
    throw new ApiError('rest_no_featured_media', 400, 'Only audio and video files can have a featured image.');
  }
  if (requested === 0) return 0;
  const image = await findMediaItem(read, requested);
  if (image?.format.startsWith('image/')) return requested;
  throw new ApiError('rest_invalid_featured_media', 400, 'Invalid featured image: no image with this ID.');
}

/** Returns an alternative text in its stored form, without markup and line breaks. */
export const storedAltText = (input: string): string => toSingleLineText(input).replace(/\s+/g, ' ').trim();
