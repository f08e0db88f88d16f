// Derives images from an uploaded image: its sizes, and a main image that replaces an original that is too large or is a JPEG
// with an EXIF rotation (media-fonts-and-oembed.md, A6).
import { rm } from 'node:fs/promises';
import { ApiError } from '../../api-error.ts';
import { workFilePath } from '../../files/spool.ts';
import { type DerivedImage, type InspectedImage, Unreadable } from '../../media-processing/jobs.ts';
import {
  type Dimensions,
  dimensionsOfSize,
  fitWithin,
  maxImageEdge,
  needsScaling,
  sizesInCreationOrder,
} from '../../media-processing/sizes.ts';
import type { MediaDeps } from './deps.ts';

/** A derived image in the work folder. */
export interface DerivedFile extends Dimensions {
  /** Local path of the file. */
  readonly path: string;
  /** Suffix of the file name: `-300x225`, `-scaled`. */
  readonly ending: string;
  /** Names of the sizes for which the file is used; empty for the main image. */
  readonly sizes: readonly string[];
  /** Size of the file, in bytes. */
  readonly filesize: number;
}

/** Returns the EXIF orientation of an image, from 1 to 8; 1 (upright) if it is missing or invalid. */
export const orientationOf = ({ meta }: InspectedImage): number => {
  const orientation = Number(meta.orientation);
  return Number.isInteger(orientation) && orientation >= 1 && orientation <= 8 ? orientation : 1;
};

/** Returns the dimensions of an image after it is rotated upright. */
export function uprightDimensions(image: InspectedImage): Dimensions {
  const { width, height } = image;
  return orientationOf(image) >= 5 ? { width: height, height: width } : { width, height };
}

type Plan = Omit<DerivedFile, 'path' | 'filesize'> & { readonly crop: boolean };

/**
 * Returns plans for the sizes to derive from an image with these dimensions, except for the sizes in `existing`. Sizes with equal
 * dimensions share a file.
 */
export function planSizes(image: Dimensions, existing: readonly string[] = []): Plan[] {
  const plans = new Map<string, Plan>();
  for (const size of sizesInCreationOrder) {
    const to = existing.includes(size.name) ? undefined : dimensionsOfSize(image, size);
    if (!to) continue;
    const ending = `-${to.width}x${to.height}`;
    const known = plans.get(ending);
    plans.set(
      ending,
      known ? { ...known, sizes: [...known.sizes, size.name] } : { ...to, ending, sizes: [size.name], crop: size.crop },
    );
  }
  return [...plans.values()];
}

/** Returns the plan of the main image for an image that is too large or a JPEG with an EXIF rotation; else an empty list. */
function planMainImage(image: InspectedImage, type: string): Plan[] {
  const upright = uprightDimensions(image);
  if (needsScaling(upright))
    return [
      {
        ...fitWithin(upright, { width: maxImageEdge, height: maxImageEdge }),
        ending: '-scaled',
        sizes: [],
        crop: false,
      },
    ];
  const isRotated = type === 'image/jpeg' && orientationOf(image) > 1;
  return isRotated ? [{ ...upright, ending: '-rotated', sizes: [], crop: false }] : [];
}

/** Derives the sizes and the main image of a new image. Throws ApiError 400 with `code` if the image cannot be read. */
export const deriveAll = (deps: MediaDeps, path: string, type: string, image: InspectedImage, code: string) =>
  createImages(deps, path, type, [...planSizes(uprightDimensions(image)), ...planMainImage(image, type)], code);

/**
 * Creates images in the work folder. If one fails, all of them are deleted. Throws ApiError 400 with `code` if the source cannot
 * be read.
 */
export async function createImages(
  { files, mediaWorkers }: MediaDeps,
  path: string,
  type: string,
  plans: readonly Plan[],
  code: string,
): Promise<DerivedFile[]> {
  const jobs: DerivedImage[] = plans.map(({ width, height, crop }) => ({
    to: workFilePath(files.workFolder),
    width,
    height,
    crop,
  }));
  try {
    const createdImages = await mediaWorkers.derive({ path, type, shouldAutoOrient: true, derivedImages: jobs });
    return plans.map(({ ending, sizes }, at) => {
      const { width = 0, height = 0, size = 0 } = createdImages[at] ?? {};
      return { path: jobs[at]?.to ?? '', ending, sizes, width, height, filesize: size };
    });
  } catch (error) {
    for (const { to } of jobs) await rm(to, { force: true });
    throw error instanceof Unreadable ? new ApiError(code, 400, 'The image cannot be read.') : error;
  }
}
