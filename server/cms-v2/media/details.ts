// What is kept of a file in `media_details` (media-fonts-and-oembed.md, A6).
import type { ImageMeta } from '../../pictures/image-meta.ts';
import { Refusal } from '../../refusal.ts';

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

/**
 * Whether a file is still where an import found it (decisions/0007-imported-attachments.md): its path is then the whole
 * address, and its derived files stand beside it there.
 */
export const isElsewhere = (path: string): boolean => /^https?:\/\//.test(path);

/** The public address of a file. */
export const addressOfFile = (uploads: string, path: string): string =>
  isElsewhere(path) ? path : `${uploads}/${addressOfPath(path)}`;

/** The public address of the folder of a file, with a slash at its end. */
export const addressOfFolder = (uploads: string, path: string): string =>
  isElsewhere(path) ? folderOf(path) : `${uploads}/${addressOfPath(folderOf(path))}`;

/** The name of a main file, as its derived files have theirs. */
export const mainName = (path: string): string => (isElsewhere(path) ? decodedName(nameOf(path)) : nameOf(path));

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Throws Refusal with the code given for a file that is not here to be worked on. */
export function requireHere({ original }: { readonly original: string }, code: string, status: number): void {
  if (!isElsewhere(original)) return;
  throw new Refusal(code, status, 'The file is still where it was imported from; the import has to fetch it first.');
}

/** Details as they are shown: sizes with their addresses, and the main file among them. */
export function shownDetails(
  { details, file }: { readonly details: MediaDetails; readonly file: string },
  type: string,
  uploads: string,
): Readonly<Record<string, unknown>> {
  const { sizes, image_meta, ...rest } = details;
  const entries = Object.entries(sizes);
  const folder = addressOfFolder(uploads, file);
  const shown: [string, unknown][] = entries.map(([name, size]) => [
    name,
    { ...size, source_url: folder + addressOfPath(size.file) },
  ]);
  if (shown.length > 0 && details.width !== undefined) {
    const { width, height } = details;
    const source_url = addressOfFile(uploads, file);
    shown.push(['full', { file: mainName(file), width, height, mime_type: type, source_url }]);
  }
  return { ...rest, sizes: Object.fromEntries(shown), ...(image_meta && { image_meta }) };
}

/** A path as it stands in addresses. */
export const addressOfPath = (path: string): string => path.split('/').map(encodePart).join('/');

/** Characters that addresses may hold as they are stay readable. */
const encodePart = (part: string) => encodeURIComponent(part).replace(/%40/g, '@');
