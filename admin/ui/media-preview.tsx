// Previews of files.
import { __ } from '@wordpress/i18n';
import { nameOfMediaType } from './media-type.ts';

interface ImageFile {
  readonly source_url: string;
  readonly width: number;
  readonly height: number;
}

/** A file, as far as its preview depends on it. */
export interface PreviewedFile {
  readonly media_type: string;
  readonly mime_type: string;
  readonly source_url: string;
  readonly modified: string;
  readonly alt_text: string;
  readonly media_details: { readonly filesize?: number; readonly sizes?: Readonly<Record<string, ImageFile>> };
}

/** Whether a file is served by this service. Others are still on the site from which they were imported. */
export const isStored = ({ source_url }: { readonly source_url: string }): boolean =>
  new URL(source_url, location.href).origin === location.origin;

/** Types of images that not all browsers can display. */
const undisplayable: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/tiff']);

/** Whether the admin can display an image. */
const isDisplayable = (file: PreviewedFile): boolean =>
  file.media_type === 'image' && isStored(file) && !undisplayable.has(file.mime_type);

/**
 * Returns the URL of the smallest size of an image that is at least as wide as `minWidth`, else that of the file. It contains the version, because
 * the file at a URL can be replaced: the time, which has whole seconds, and the size.
 */
export function imageUrl({ media_details, source_url, modified }: PreviewedFile, minWidth: number): string {
  const { filesize = 0, sizes: allSizes = {} } = media_details;
  const { full: _full, thumbnail: _cropped, ...sizes } = allSizes;
  const fitting = Object.values(sizes).filter(({ width }) => width >= minWidth);
  const smallest = fitting.toSorted((one, other) => one.width - other.width)[0];
  return `${smallest?.source_url ?? source_url}?${new URLSearchParams({ modified, size: String(filesize) })}`;
}

/** A small preview: the image, or the type of the file. It has no text alternative, because it is displayed with the title. */
export function Thumbnail({ file }: { readonly file: PreviewedFile }) {
  if (isDisplayable(file)) return <img className="thumbnail" src={imageUrl(file, 300)} alt="" loading="lazy" />;
  // The type is no text, because the link around it is named after the file.
  return <span className="thumbnail file-type" data-type={nameOfMediaType(file.mime_type)} />;
}

/** A large preview: the image, a player, or a link to the file. */
export function Preview({ file }: { readonly file: PreviewedFile }) {
  const { mime_type, source_url, alt_text } = file;
  if (isDisplayable(file)) return <img src={imageUrl(file, 1024)} alt={alt_text} />;
  if (isStored(file) && mime_type.startsWith('video/'))
    // biome-ignore lint/a11y/useMediaCaption: captions are files of their own, which the media library does not connect with videos.
    return <video src={source_url} controls preload="metadata" />;
  if (isStored(file) && mime_type.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: captions are files of their own, which the media library does not connect with audio.
    return <audio src={source_url} controls preload="none" />;
  return (
    <div className="no-preview">
      <span className="file-type">{nameOfMediaType(mime_type)}</span>
      {!isStored(file) && (
        <p>{__('This file is still on the site from which it was imported, so it is not displayed.')}</p>
      )}
      <a href={source_url} target="_blank" rel="noopener noreferrer">
        {__('Open the file')}
      </a>
    </div>
  );
}
