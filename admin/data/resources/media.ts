// Reads and writes media items.
import { type Page, type QueryValue, type RequestOptions, readPage, send } from '../client.ts';
import { sendFile } from '../send-file.ts';

/** The first part of the keys under which responses to requests for media items are cached. */
export const mediaKey = 'media';

/** A text with its source, and as HTML. */
interface Text {
  readonly raw: string;
  readonly rendered: string;
}

/** An image size. */
interface ImageSize {
  readonly source_url: string;
  readonly width: number;
  readonly height: number;
}

/** A media item as lists show it. */
export interface ListedMedia {
  readonly id: number;
  readonly date: string;
  readonly modified: string;
  readonly author: number;
  readonly title: Text;
  readonly alt_text: string;
  readonly media_type: 'image' | 'file';
  readonly mime_type: string;
  readonly source_url: string;
  readonly filename: string;
  readonly filesize: number | null;
  readonly media_details: {
    readonly width?: number;
    readonly height?: number;
    readonly sizes?: Readonly<Record<string, ImageSize>>;
  };
  readonly _links: {
    readonly self?: readonly {
      readonly targetHints?: { readonly allow?: readonly string[]; readonly etag?: string };
    }[];
  };
  readonly _embedded?: { readonly author?: readonly { readonly name?: string }[] };
}

/** A media item with everything that its own screen shows. */
export interface MediaItem extends ListedMedia {
  readonly slug: string;
  readonly link: string;
  readonly caption: Text;
  readonly description: Text;
}

/** A media item with the version that the user has seen. */
export interface VersionedMedia {
  readonly item: MediaItem;
  readonly etag: string | undefined;
}

const listedFields = [
  ...['id', 'date', 'modified', 'author', 'title', 'alt_text', 'media_type', 'mime_type', 'source_url', 'filename'],
  ...['filesize', 'media_details', '_links', '_embedded'],
];

/** Whether the user may send requests with a method to the URL of an item. */
export const mayChange = ({ _links }: ListedMedia, method: 'POST' | 'DELETE'): boolean =>
  _links.self?.[0]?.targetHints?.allow?.includes(method) === true;

const collection = '/wp/v2/media';
const pathOf = (id: number): string => `${collection}/${id}`;

/** Reads one page of the media items that the user may edit or read. Throws ApiError. */
export const listMedia = (
  query: Readonly<Record<string, QueryValue>>,
  signal?: AbortSignal,
): Promise<Page<ListedMedia>> =>
  readPage(
    collection,
    {
      context: 'edit',
      status: ['inherit', 'private'],
      _fields: listedFields,
      _etags: true,
      _embed: ['author'],
      ...query,
    },
    signal,
  );

/** Reads a media item. Throws ApiError; 404 if it does not exist. */
export async function readMedia(id: number, signal?: AbortSignal): Promise<VersionedMedia> {
  const query = { context: 'edit', _embed: ['author'] };
  const { data, headers } = await send<MediaItem>(pathOf(id), { query, ...(signal && { signal }) });
  return { item: data, etag: headers.get('ETag') ?? undefined };
}

/** The texts of a media item that the user can change. */
export interface MediaTexts {
  readonly title: string;
  readonly alt_text: string;
  readonly caption: string;
  readonly description: string;
  readonly slug: string;
}

/** Changes the texts of an item. Resolves with its new version. Throws ApiError; 412 if it was changed since it was read. */
export const updateMedia = (
  id: number,
  etag: string | undefined,
  texts: Partial<MediaTexts>,
): Promise<VersionedMedia> => change(pathOf(id), etag, { method: 'PUT', body: texts });

/** Deletes an item with its files, permanently. Throws ApiError; 412 if it was changed since it was read. */
export async function deleteMedia({
  id,
  etag,
}: {
  readonly id: number;
  readonly etag: string | undefined;
}): Promise<void> {
  await send(pathOf(id), { method: 'DELETE', query: { force: true }, ...(etag !== undefined && { ifMatch: etag }) });
}

/** A step of an edit of an image. The values of a crop are percentages of the image before it. */
export type ImageModifier =
  | { readonly type: 'rotate'; readonly args: { readonly angle: number } }
  | {
      readonly type: 'flip';
      readonly args: { readonly flip: { readonly horizontal: boolean; readonly vertical: boolean } };
    }
  | {
      readonly type: 'crop';
      readonly args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
    };

/** Stores an edited image as a new item, and resolves with it. Throws ApiError; 412 if the item was changed since it was read. */
export const editImage = (
  { item, etag }: VersionedMedia,
  modifiers: readonly ImageModifier[],
): Promise<VersionedMedia> =>
  change(`${pathOf(item.id)}/edit`, etag, { method: 'POST', body: { src: item.source_url, modifiers } });

async function change(path: string, etag: string | undefined, options: RequestOptions): Promise<VersionedMedia> {
  const { data, headers } = await send<MediaItem>(path, {
    ...options,
    query: { context: 'edit' },
    ...(etag !== undefined && { ifMatch: etag }),
  });
  return { item: data, etag: headers.get('ETag') ?? undefined };
}

/** Options of an upload. */
interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

/** Returns a form with a file, and the options of the request, whose progress is a part from 0 to 1. */
function bodyOf(file: File, { signal, onProgress }: UploadOptions) {
  const body = new FormData();
  body.set('file', file);
  return {
    ...{ body, signal },
    onProgress: (sent: number, total: number) => onProgress(total > 0 ? sent / total : 0),
  };
}

/** Uploads a file, and resolves with the ID of the new item. Throws ApiError. */
export async function uploadMedia(file: File, options: UploadOptions): Promise<number> {
  return (await sendFile<MediaItem>({ path: collection, ...bodyOf(file, options) })).data.id;
}

/** Replaces the file of an item. Throws ApiError; 412 if the item was changed since it was read. */
export async function replaceFile({ item, etag }: VersionedMedia, file: File, options: UploadOptions): Promise<void> {
  await sendFile({ path: `/octavo/v1/media/${item.id}/file`, ifMatch: etag, ...bodyOf(file, options) });
}

/** An entry that uses a media item. */
export interface MediaUse {
  readonly id: number;
  readonly type: string;
  readonly status: string;
  /** The title, as HTML. */
  readonly title: string;
  readonly link: string;
  readonly uses: readonly string[];
  readonly may_edit: boolean;
}

/** Reads the first entries that use an item, and how many there are. Throws ApiError. */
export const listUses = (id: number, perPage: number, signal?: AbortSignal): Promise<Page<MediaUse>> =>
  readPage(`/octavo/v1/media/${id}/uses`, { per_page: perPage }, signal);
