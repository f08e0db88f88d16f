// The jobs on images. They run in processes of their own (media-worker-pool.ts).
import { rm, stat } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { imageMeta } from './image-meta.ts';
import { EditFailed, type Job, type Made, type Making, type Modifier, type Picture, Unreadable } from './jobs.ts';
import { cropped, type Dimensions } from './sizes.ts';

// Of the many formats the library reads, those that are taken; none of them calls another program.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((name) => `VipsForeignLoad${name}File`),
});
sharp.cache(false);
sharp.concurrency(1);

/** The largest picture that is read. Pixels. */
const mostPixels = 100_000_000;

/** How long one derived picture may take. Seconds. */
const longest = 20;

const formats: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/tiff': 'tiff',
};

const read = (path: string): Sharp =>
  sharp(path, { limitInputPixels: mostPixels, failOn: 'truncated', pages: 1, sequentialRead: false });

/** What a picture is. Throws Unreadable. */
export async function lookAtPicture(path: string, type: string): Promise<Picture> {
  try {
    const { width, height, format, exif, iptc, xmp } = await read(path).metadata();
    if (format !== formats[type] || width * height > mostPixels) throw new Unreadable('another picture than it says');
    const meta = imageMeta({ exif, iptc, xmp });
    return { width, height, readable: true, meta };
  } catch (error) {
    throw new Unreadable('the picture cannot be read', { cause: error });
  }
}

/** Makes pictures of a picture. The whole of it is read in any case, so that one cut short is found out. */
export async function derive({ path, type, upright, makings }: Job & { kind: 'derive' }): Promise<Made[]> {
  try {
    const start = () => (upright ? read(path).autoOrient() : read(path));
    const { autoOrient, width, height } = await read(path).metadata();
    const source = upright ? autoOrient : { width, height };
    if (makings.length === 0)
      await read(path).resize(1, 1, { fit: 'fill' }).timeout({ seconds: longest }).raw().toBuffer();
    const made: Made[] = [];
    for (const making of makings) made.push(await make(start(), source, making, type));
    return made;
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('the picture cannot be read', { cause: error });
  }
}

async function make(
  picture: Sharp,
  source: Dimensions,
  { to, crop, width, height }: Making,
  type: string,
): Promise<Made> {
  const part = crop ? picture.extract(cropped(source, { width, height })) : picture;
  const resized = part.resize(width, height, { fit: 'fill' });
  return written(encoded(resized, type), to);
}

async function written(picture: Sharp, to: string): Promise<Made> {
  const { width, height } = await picture.timeout({ seconds: longest }).toFile(to);
  return { width, height, size: (await stat(to)).size };
}

/** In the format of its type, at the quality that is told (A1, image_quality); colours stay as they are meant. */
function encoded(picture: Sharp, type: string): Sharp {
  const kept = picture.keepIccProfile();
  switch (type) {
    case 'image/png':
      return kept.png();
    case 'image/gif':
      return kept.gif();
    case 'image/webp':
      return kept.webp({ quality: 86 });
    case 'image/avif':
      return kept.avif({ quality: 60, effort: 2 });
    case 'image/tiff':
      return kept.tiff({ compression: 'lzw' });
    default:
      return kept.jpeg({ quality: 82 });
  }
}

/** Changes a picture step by step, each on the result of the one before (A10); it is set upright before. */
export async function edit({ path, type, modifiers, to, between }: Job & { kind: 'edit' }): Promise<Made> {
  let from = path;
  let made: Made | undefined;
  const steps: (Modifier | undefined)[] = [undefined, ...modifiers];
  for (const [at, step] of steps.entries()) {
    const last = at === steps.length - 1;
    const place = last ? to : (between[at] ?? '');
    made = await takeStep(from, step, place, last ? type : undefined);
    if (from !== path) await rm(from, { force: true });
    from = place;
  }
  if (!made) throw new Unreadable('nothing was made');
  return made;
}

async function takeStep(from: string, step: Modifier | undefined, to: string, type: string | undefined): Promise<Made> {
  try {
    const picture = read(from);
    const changed = step ? change(picture, step, await read(from).metadata()) : picture.autoOrient();
    // What is between two steps is kept as it is, without loss.
    const output = type ? encoded(changed, type) : changed.keepIccProfile().tiff({ compression: 'none' });
    return await written(output, to);
  } catch (error) {
    throw step ? new EditFailed(step.type) : new Unreadable('the picture cannot be read', { cause: error });
  }
}

function change(picture: Sharp, step: Modifier, { width, height, hasAlpha }: Metadata): Sharp {
  switch (step.type) {
    case 'flip': {
      const { horizontal, vertical } = step.args.flip;
      return picture.flop(horizontal).flip(vertical);
    }
    case 'rotate': {
      const angle = ((step.args.angle % 360) + 360) % 360;
      return angle === 0
        ? picture
        : picture.rotate(angle, { background: { r: 255, g: 255, b: 255, alpha: hasAlpha ? 0 : 1 } });
    }
    case 'crop':
      return crop(picture, step.args, { width, height });
  }
}

/** Percentages of the present dimensions, each rounded by itself; what is over the edge is cut off. */
function crop(
  picture: Sharp,
  args: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  { width, height }: Dimensions,
): Sharp {
  const left = Math.round((width * args.left) / 100);
  const top = Math.round((height * args.top) / 100);
  const wide = Math.round((width * args.width) / 100);
  const high = Math.round((height * args.height) / 100);
  if (wide === width && high === height) return picture;
  const [across, down] = [within(left, wide, width), within(top, high, height)];
  if (across.length < 1 || down.length < 1) throw new EditFailed('crop');
  return picture.extract({ left: across.from, top: down.from, width: across.length, height: down.length });
}

/** What a part has of the edge it lies on; one of no length reaches to the end. */
function within(from: number, length: number, edge: number) {
  const [begin, end] = [Math.max(from, 0), Math.min(length === 0 ? edge : from + length, edge)];
  return { from: begin, length: end - begin };
}
