// Loads the content of an entry page from the API, as an anonymous caller.
import type { Dispatch } from '../http/pipeline.ts';
import { type ApiRecord, type PageClient, readApi } from './api-reads.ts';
import { embeddedInHead } from './head/entry-head.ts';

export interface EntryContent {
  /** The record of the entry, with the records of `embeddedInHead`. */
  readonly record: ApiRecord;
  /** Title as HTML; the content and the excerpt are HTML, too. */
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  /** Date in the site's time zone. */
  readonly date: string;
  readonly author: string;
  readonly terms: readonly string[];
  readonly featuredImage:
    | { readonly url: string; readonly altText: string; readonly sizeAttributes: string }
    | undefined;
  /** Whether the content is hidden because a password is required. */
  readonly isLocked: boolean;
}

/** Credentials for content that is not public, and the requested version of the entry. */
export interface EntryCredentials {
  readonly password: string | undefined;
  readonly previewNonce: string | undefined;
  /** ID of the autosave whose title and content replace those of the entry; 0 for none. */
  readonly autosaveId: number;
}

/**
 * Returns the content of the entry at an API path; undefined if the entry or the autosave is not visible. Throws an ApiError
 * if the status of a response is 499 or higher.
 */
export async function loadEntryContent(
  dispatch: Dispatch,
  apiPath: string,
  { password, previewNonce, autosaveId }: EntryCredentials,
  sender: PageClient,
): Promise<EntryContent | undefined> {
  const credentialQuery = {
    ...(password !== undefined && { password }),
    ...(previewNonce !== undefined && { preview_nonce: previewNonce }),
  };
  const entry = await readApi(dispatch, apiPath, { ...credentialQuery, _embed: embeddedInHead }, sender);
  if (!entry) return undefined;
  const text =
    autosaveId === 0 ? {} : await readApi(dispatch, `${apiPath}/autosaves/${autosaveId}`, credentialQuery, sender);
  return text && toEntryContent({ ...entry, ...titleAndContentOf(text) });
}

const titleAndContentOf = ({ title, content }: ApiRecord): ApiRecord => ({
  ...(title && { title }),
  ...(content && { content }),
});

function toEntryContent(entry: ApiRecord): EntryContent {
  const { title, content, description, excerpt, date = '', _embedded: embedded = {} } = entry;
  const [author] = embedded.author ?? [];
  const terms: ApiRecord[] = (embedded['cms:term'] ?? []).flat();
  return {
    record: entry,
    title: title?.rendered ?? '',
    content: (content ?? description)?.rendered ?? '',
    excerpt: excerpt?.rendered ?? '',
    date: date ?? '',
    author: typeof author?.name === 'string' ? author.name : '',
    terms: terms.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    featuredImage: featuredImageOf(embedded['cms:featuredmedia']?.[0]),
    isLocked: content?.protected === true && content.rendered === '' && excerpt?.rendered === '',
  };
}

function featuredImageOf(media: ApiRecord | undefined): EntryContent['featuredImage'] {
  if (media?.media_type !== 'image' || typeof media.source_url !== 'string') return undefined;
  const { width, height } = media.media_details ?? {};
  const sizeAttributes = width > 0 && height > 0 ? ` width="${Number(width)}" height="${Number(height)}"` : '';
  return { url: media.source_url, altText: String(media.alt_text ?? ''), sizeAttributes };
}
