// What is kept of a file in `media_details` (media-fonts-and-oembed.md, A6).
import type { ImageMeta } from '../../pictures/image-meta.ts';

/** A derived picture. */
export interface SizeDetails {
  /** Its name, in the folder of the main file. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly filesize: number;
  readonly mime_type: string;
}

/** Of pictures all of the first four; of other files what their headers tell. */
export interface MediaDetails {
  readonly width?: number;
  readonly height?: number;
  /** The main file, relative to the uploads. */
  readonly file?: string;
  readonly filesize?: number;
  readonly sizes: Readonly<Record<string, SizeDetails>>;
  readonly image_meta?: ImageMeta;
  /** The name of the picture as it was uploaded, where the main file is another. */
  readonly original_image?: string;
  readonly parent_image?: { readonly attachment_id: number; readonly file: string };
  readonly source_image?: string;
  readonly animated_video?: string;
  readonly animated_video_poster?: string;
  readonly [fact: string]: unknown;
}

/** The folder of a stored file with a slash at its end; empty where it is in none. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The name of a stored file without its folder. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Details as they are shown: sizes with their addresses, and the main file among them. */
export function shownDetails(
  { details, file }: { readonly details: MediaDetails; readonly file: string },
  type: string,
  uploads: string,
): Readonly<Record<string, unknown>> {
  const { sizes, image_meta, ...rest } = details;
  const entries = Object.entries(sizes);
  const folder = `${uploads}/${addressOfPath(folderOf(file))}`;
  const shown: [string, unknown][] = entries.map(([name, size]) => [
    name,
    { ...size, source_url: folder + addressOfPath(size.file) },
  ]);
  if (shown.length > 0 && details.width !== undefined) {
    const { width, height } = details;
    const source_url = `${uploads}/${addressOfPath(file)}`;
    shown.push(['full', { file: nameOf(file), width, height, mime_type: type, source_url }]);
  }
  return { ...rest, sizes: Object.fromEntries(shown), ...(image_meta && { image_meta }) };
}

/** A path as it stands in addresses. */
export const addressOfPath = (path: string): string => path.split('/').map(encodePart).join('/');

/** Characters that addresses may hold as they are stay readable. */
const encodePart = (part: string) => encodeURIComponent(part).replace(/%40/g, '@');
