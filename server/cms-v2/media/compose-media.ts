// From what was sent to the entry of a file (media-fonts-and-oembed.md, A3, A8), nothing written yet.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { plainText } from '../../rendering/sanitise/names.ts';
import type { TextWork } from '../../rendering/work/text-work.ts';
import { type ComposedEntry, composeEntry } from '../entries/compose-entry.ts';
import { type EntryArgs, type SentText, sentText } from '../entries/entry-args.ts';
import type { WholeEntry } from '../entries/rows.ts';
import type { MediaParts } from './parts.ts';
import { findMediaItem } from './store.ts';

export interface MediaArgs extends Omit<EntryArgs, 'content' | 'excerpt' | 'parent'> {
  readonly description?: SentText;
  readonly caption?: SentText;
  readonly alt_text?: string;
  readonly post?: number;
  readonly url?: string;
  readonly generate_sub_sizes?: boolean;
  readonly convert_format?: boolean;
}

/** What stands in for what was not sent. */
export interface Found {
  readonly title: string;
  readonly caption: string;
}

interface Composition {
  readonly parts: MediaParts;
  readonly read: ReadHandle;
  readonly call: Call<MediaArgs>;
  readonly type: ContentType;
  readonly before: WholeEntry | undefined;
  /** The type of the file. */
  readonly mime: string;
  /** Of a new file. */
  readonly found?: Found;
  readonly textWork: TextWork;
}

/** How requests call the texts of a file. */
export const mediaParameters = { content: 'description', excerpt: 'caption' } as const;

/** The states that hide a file stay; all others mean that it is seen as what it belongs to (A5). */
const stateOf = (sent: string): string => (sent === 'private' ? 'private' : 'inherit');

/**
 * The entry that results from a request.
 *
 * Throws Refusal as `composeEntry` does, and 400 `rest_no_featured_media`, `rest_invalid_featured_media`.
 */
export async function composeMedia(composition: Composition): Promise<ComposedEntry> {
  const { parts, read, call, type, before, mime, found, textWork } = composition;
  const { args } = call;
  const title = titleOf(args.title, found);
  const caption = sentText(args.caption) ?? found?.caption;
  const status = args.status === undefined ? undefined : stateOf(args.status);
  const entryArgs = {
    ...args,
    title,
    content: args.description,
    excerpt: caption,
    status,
    featured_media: undefined,
  } as unknown as EntryArgs;
  const entry = await composeEntry({ parts, read, call: { ...call, args: entryArgs }, type, before, textWork });
  const state = entry.status === 'private' ? 'private' : 'inherit';
  return {
    ...entry,
    status: state,
    rights_status: state,
    ping_status: args.ping_status ?? before?.ping_status ?? 'closed',
    parent: args.post ?? before?.parent ?? 0,
    format: mime,
    featured_media: await featuredMedia(composition),
  };
}

/** An empty title of a new file is replaced by what was found; of a stored one the rules of entries hold. */
function titleOf(sent: SentText | undefined, found: Found | undefined): SentText | undefined {
  if (!found) return sent;
  const text = sentText(sent) ?? '';
  return text === '' ? found.title : text;
}

const mayFeature = (mime: string) => /^(?:audio|video)\//.test(mime);

/** Sounds and films can have a picture; what is no picture is an error at creation and passed over later. */
async function featuredMedia({ call: { args }, before, mime, read }: Composition): Promise<number> {
  const wanted = args.featured_media;
  if (wanted === undefined) return before?.featured_media ?? 0;
  if (!mayFeature(mime)) {
    if (before || wanted === 0) return before?.featured_media ?? 0;
    throw new Refusal('rest_no_featured_media', 400, 'Only sounds and films can have a featured picture.');
  }
  if (wanted === 0) return 0;
  const picture = await findMediaItem(read, wanted);
  if (picture?.format.startsWith('image/')) return wanted;
  throw new Refusal('rest_invalid_featured_media', 400, 'There is no picture of this number to be featured.');
}

/** Text without markup and line breaks. */
export const storedAltText = (sent: string): string => plainText(sent).replace(/\s+/g, ' ').trim();
