// Inspects, resizes and edits images. These jobs run in worker processes (media-worker-pool.ts).

import { rm, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ImageModifier } from '../../contract/cms-v2/media-work.ts';
import { readImageMeta } from './image-meta.ts';
import {
  type CreatedImage,
  type DerivedImage,
  EditFailed,
  type InspectedImage,
  type MediaJob,
  Unreadable,
} from './jobs.ts';
import { cropArea, type Dimensions } from './sizes.ts';

// Only the allowed formats are enabled; none of their decoders runs an external program.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}File`),
});
sharp.cache(false);
sharp.concurrency(1);

/** Maximum number of pixels of an image. */
const MAX_PIXELS = 100_000_000;

/** Timeout for creating one image, in seconds. */
const TIMEOUT_SECONDS = 20;

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
};

const openImage = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', pages: 1, sequentialRead: false });

/** Returns the properties of an image. Throws Unreadable when it is malformed or too large, or is not of this type. */
export async function inspectImage(path: string, type: string): Promise<InspectedImage> {
  try {
    const { width, height, format, exif, iptc, xmp } = await openImage(path).metadata();
    if (format !== formats[type] || width * height > MAX_PIXELS)
      throw new Unreadable('the image format does not match its signature, or the image is too large');
    const meta = readImageMeta({ exif, iptc, xmp });
    return { width, height, isResizable: true, meta };
  } catch (error) {
    throw new Unreadable('the image cannot be read', { cause: error });
  }
}

/**
 * Creates derived images. The source is decoded completely even if no images are requested, so that a truncated file is detected.
 * Throws Unreadable when the source cannot be decoded or an image cannot be created.
 */
export async function deriveImages({
  path,
  type,
  shouldAutoOrient,
  derivedImages,
}: MediaJob & { kind: 'derive' }): Promise<CreatedImage[]> {
  try {
    const start = () => (shouldAutoOrient ? openImage(path).autoOrient() : openImage(path));
    const { autoOrient, width, height } = await openImage(path).metadata();
    const source = shouldAutoOrient ? autoOrient : { width, height };
    if (derivedImages.length === 0)
      await openImage(path).resize(1, 1, { fit: 'fill' }).timeout({ seconds: TIMEOUT_SECONDS }).raw().toBuffer();
    const created: CreatedImage[] = [];
    for (const derivedImage of derivedImages)
      created.push(await createDerivedImage(start(), source, derivedImage, type));
    return created;
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the image cannot be read', { cause: error });
  }
}

async function createDerivedImage(
  image: Sharp,
  source: Dimensions,
  { to, crop, width, height }: DerivedImage,
  type: string,
): Promise<CreatedImage> {
  const area = crop ? image.extract(cropArea(source, { width, height })) : image;
  const resized = area.resize(width, height, { fit: 'fill' });
  return writeImage(encodeImage(resized, type), to);
}

async function writeImage(image: Sharp, to: string): Promise<CreatedImage> {
  const { width, height } = await image.timeout({ seconds: TIMEOUT_SECONDS }).toFile(to);
  return { width, height, size: (await stat(to)).size };
}

/** Sets the output format to an image type, with its default quality (A1, image_quality). The color profile is preserved. */
function encodeImage(image: Sharp, type: string): Sharp {
  const withProfile = image.keepIccProfile();
  switch (type) {
    case 'image/png':
      return withProfile.png();
    case 'image/gif':
      return withProfile.gif();
    case 'image/webp':
      return withProfile.webp({ quality: 86 });
    case 'image/avif':
      return withProfile.avif({ quality: 60, effort: 2 });
    case 'image/tiff':
      return withProfile.tiff({ compression: 'lzw' });
    default:
      return withProfile.jpeg({ quality: 82 });
  }
}

/** Rotates an image by its EXIF orientation, then applies the modifiers in order (A10). Throws Unreadable or EditFailed. */
export async function editImage({
  path,
  type,
  modifiers,
  to,
  intermediatePaths,
}: MediaJob & { kind: 'edit' }): Promise<CreatedImage> {
  let from = path;
  let created: CreatedImage | undefined;
  const steps: (ImageModifier | undefined)[] = [undefined, ...modifiers];
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    const outputPath = last ? to : (intermediatePaths[at] ?? '');
    created = await applyStep(from, step, outputPath, last ? type : undefined);
    if (from !== path) await rm(from, { force: true });
    from = outputPath;
  }
  if (!created) throw new Unreadable('no image was created');
  return created;
}

async function applyStep(
  from: string,
  step: ImageModifier | undefined,
  to: string,
  type: string | undefined,
): Promise<CreatedImage> {
  try {
    const image = openImage(from);
    const changed = step ? applyModifier(image, step, await openImage(from).metadata()) : image.autoOrient();
    // Intermediate images are lossless.
    const output = type ? encodeImage(changed, type) : changed.keepIccProfile().tiff({ compression: 'none' });
    return await writeImage(output, to);
  } catch (error) {
    throw step ? new EditFailed(step.type) : new Unreadable('the image cannot be read', { cause: error });
  }
}

function applyModifier(image: Sharp, step: ImageModifier, { width, height, hasAlpha }: Metadata): Sharp {
  switch (step.type) {
    case 'flip': {
      const { horizontal, vertical } = step.args.flip;
      return image.flop(horizontal).flip(vertical);
    }
    case 'rotate': {
      const angle = ((step.args.angle % 360) + 360) % 360;
      return angle === 0
        ? image
        : image.rotate(angle, { background: { r: 255, g: 255, b: 255, alpha: hasAlpha ? 0 : 1 } });
    }
    case 'crop':
      return crop(image, step.args, { width, height });
  }
}

/**
 * Crops an image. The arguments are percentages of the current dimensions, each converted to whole pixels separately. An area
 * with the dimensions of the image changes nothing. Parts of the area outside the image are ignored; throws EditFailed if nothing
 * remains.
 */
function crop(
  image: Sharp,
  args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  { width, height }: Dimensions,
): Sharp {
  const left = Math.round((width * args.left) / 100);
  const top = Math.round((height * args.top) / 100);
  const cropWidth = Math.round((width * args.width) / 100);
  const cropHeight = Math.round((height * args.height) / 100);
  if (cropWidth === width && cropHeight === height) return image;
  const [horizontal, vertical] = [clampRange(left, cropWidth, width), clampRange(top, cropHeight, height)];
  if (horizontal.length < 1 || vertical.length < 1) throw new EditFailed('crop');
  return image.extract({
    left: horizontal.from,
    top: vertical.from,
    width: horizontal.length,
    height: vertical.length,
  });
}

/** Clamps a range to an edge of the given length, all in pixels. A range of length 0 extends to the end. */
function clampRange(from: number, length: number, edge: number) {
  const [begin, end] = [Math.max(from, 0), Math.min(length === 0 ? edge : from + length, edge)];
  return { from: begin, length: end - begin };
}
