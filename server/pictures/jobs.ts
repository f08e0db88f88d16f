// The jobs of the processes for images and audio (media-worker-pool.ts), and their results.
import type { ImageMeta } from './image-meta.ts';
import type { Dimensions } from './sizes.ts';

/** What a file is, by its bytes. */
export interface Look {
  readonly type: string;
  /** Of pictures. */
  readonly picture?: Picture;
}

/** A picture as it is stored, before it is set upright. */
export interface Picture extends Dimensions {
  /** Whether it can be shown in other sizes here. */
  readonly readable: boolean;
  readonly meta: ImageMeta;
}

/** A derived picture to be made. */
export interface Making extends Dimensions {
  /** Where it is put. */
  readonly to: string;
  readonly crop: boolean;
}

export interface Made extends Dimensions {
  /** Bytes. */
  readonly size: number;
}

/** A change of a picture; numbers of `crop` are percentages, those of `rotate` degrees clockwise. */
export type Modifier =
  | {
      readonly type: 'flip';
      readonly args: { readonly flip: { readonly horizontal: boolean; readonly vertical: boolean } };
    }
  | { readonly type: 'rotate'; readonly args: { readonly angle: number } }
  | {
      readonly type: 'crop';
      readonly args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
    };

export type Job =
  | { readonly kind: 'look'; readonly path: string }
  | {
      readonly kind: 'derive';
      readonly path: string;
      readonly type: string;
      readonly upright: boolean;
      readonly makings: readonly Making[];
    }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly type: string;
      readonly modifiers: readonly Modifier[];
      readonly to: string;
      /** Names for what is between two modifiers. */
      readonly between: readonly string[];
    }
  | { readonly kind: 'probe-audio'; readonly path: string; readonly type: string };

/** Types of images that can be read and written here. */
export const workable: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** The picture or sound cannot be read: it is broken, cut short, too large, or took too long. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Too many jobs are waiting, or the machine is too busy for this one. Trying again later may work. */
export class MediaWorkersBusy extends Error {
  override readonly name = 'MediaWorkersBusy';
}

/** A change that cannot be made; `step` says which. */
export class EditFailed extends Error {
  override readonly name = 'EditFailed';
  readonly step: Modifier['type'];

  constructor(step: Modifier['type']) {
    super(`a picture cannot be changed by ${step}`);
    this.step = step;
  }
}
