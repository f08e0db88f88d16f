// Defines the file data in the column `details`, which the API presents as `media_details` (media-fonts-and-oembed.md, A6).

import { ApiError } from '../../api-error.ts';
import type { ImageMeta } from '../../media-processing/image-meta.ts';

/** File data of a derived image. */
export interface SizeDetails {
  /** Name of the file, in the folder of the main file. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
  readonly mime_type: string;
}

/** File data. Images have the first four properties; other files have `filesize` and the metadata in their headers. */
export interface MediaDetails {
  readonly width?: number;
  readonly height?: number;
  /** Path of the main file, relative to the uploads folder. */
  readonly file?: string;
  readonly filesize?: number;
  readonly sizes: Readonly<Record<string, SizeDetails>>;
  readonly image_meta?: ImageMeta;
  /** Name of the uploaded image, if it is not the main file. */
  readonly original_image?: string;
  readonly parent_image?: { readonly attachment_id: number; readonly file: string };
  readonly source_image?: string;
  readonly animated_video?: string;
  readonly animated_video_poster?: string;
  readonly [fact: string]: unknown;
}

/** Returns the folder of a stored file with a trailing slash; empty if it has none. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Returns the name of a stored file without its folder. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Whether a file is still on the site from which it was imported (decisions/0007-imported-attachments.md). The path of such a file
 * is a full URL, and its derived files are in the same folder of that site.
 */
export const isRemote = (path: string): boolean => /^https?:\/\//.test(path);

/** Returns the public URL of a file. */
export const fileUrl = (uploads: string, path: string): string =>
  isRemote(path) ? path : `${uploads}/${encodePath(path)}`;

/** Returns the public URL of the folder of a file, with a trailing slash. */
export const folderUrl = (uploads: string, path: string): string =>
  isRemote(path) ? folderOf(path) : `${uploads}/${encodePath(folderOf(path))}`;

/**
 * Returns the name of a main file. Names in remote URLs are decoded, because the stored names of derived files are not encoded
 * either.
 */
export const mainName = (path: string): string => (isRemote(path) ? decodedName(nameOf(path)) : nameOf(path));

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Throws ApiError with this code and status if the file is still on the site from which it was imported. */
export function requireLocal({ original }: { readonly original: string }, code: string, status: number): void {
  if (!isRemote(original)) return;
  throw new ApiError(
    code,
    status,
    'The file is still on the site from which it was imported; it must be imported first.',
  );
}

/** Returns the details for the response, with the URLs of all sizes. If there are sizes, the main file is added as `full`. */
export function presentDetails(
  { details, file }: { readonly details: MediaDetails; readonly file: string },
  type: string,
  uploads: string,
): Readonly<Record<string, unknown>> {
  const { sizes, image_meta, ...rest } = details;
  const entries = Object.entries(sizes);
  const folder = folderUrl(uploads, file);
  const presentedSizes: [string, unknown][] = entries.map(([name, size]) => [
    name,
    { ...size, source_url: folder + encodePath(size.file) },
  ]);
  if (presentedSizes.length > 0 && details.width !== undefined) {
    const { width, height } = details;
    const source_url = fileUrl(uploads, file);
    presentedSizes.push(['full', { file: mainName(file), width, height, mime_type: type, source_url }]);
  }
  return { ...rest, sizes: Object.fromEntries(presentedSizes), ...(image_meta && { image_meta }) };
}

/** Encodes a store path for use in a URL. */
export const encodePath = (path: string): string => path.split('/').map(encodeSegment).join('/');

/** Encodes a path segment. `@` is not encoded, because URL paths may contain it. */
const encodeSegment = (segment: string) => encodeURIComponent(segment).replace(/%40/g, '@');
