// Declares the jobs of the worker processes for images and audio (media-worker-pool.ts), and their results.
import type { ImageModifier } from '../../contract/cms-v2/media-work.ts';
import type { ImageMeta } from './image-meta.ts';
import type { Dimensions } from './sizes.ts';

/** MIME type and image properties of a file, detected by its content. */
export interface FileInspection {
  readonly type: string;
  /** Properties of an image; absent for other files. */
  readonly image?: InspectedImage;
}

/** Properties of an image before it is rotated by its EXIF orientation. */
export interface InspectedImage extends Dimensions {
  /** Whether the service can resize the image, which depends on its type. */
  readonly isResizable: boolean;
  readonly meta: ImageMeta;
}

/** A derived image to be created. */
export interface DerivedImage extends Dimensions {
  /** Path of the output file. */
  readonly to: string;
  readonly crop: boolean;
}

export interface CreatedImage extends Dimensions {
  /** Size in bytes. */
  readonly size: number;
}

export type MediaJob =
  | { readonly kind: 'inspect'; readonly path: string }
  | {
      readonly kind: 'derive';
      readonly path: string;
      readonly type: string;
      readonly shouldAutoOrient: boolean;
      readonly derivedImages: readonly DerivedImage[];
    }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly type: string;
      readonly modifiers: readonly ImageModifier[];
      readonly to: string;
      /** Paths of the intermediate files, one for the input of each modifier. */
      readonly intermediatePaths: readonly string[];
    }
  | { readonly kind: 'probe-audio'; readonly path: string; readonly type: string };

/** MIME types of images that can be read and written. */
export const processableTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** Error thrown when a media file is malformed, truncated or too large, or when processing it crashes or times out. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Error thrown when too many jobs are queued or the machine is overloaded. A retry may succeed. */
export class MediaWorkersBusy extends Error {
  override readonly name = 'MediaWorkersBusy';
}

/** Error thrown when a step of an edit fails. */
export class EditFailed extends Error {
  override readonly name = 'EditFailed';
  readonly step: ImageModifier['type'];

  constructor(step: ImageModifier['type']) {
    super(`the image modifier ${step} failed`);
    this.step = step;
  }
}
