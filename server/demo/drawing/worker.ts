// Entry point of the processes that draw images. They load the image library, which the service itself does not.
import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { serveJobs } from '../../workers/serve-jobs.ts';
import { type Drawing, drawSvg, type ImageType } from './draw.ts';

/** A drawing to be written to a file. */
export interface DrawingJob {
  readonly name: string;
  readonly drawing: Drawing;
  readonly type: ImageType;
  /** Path of the file. */
  readonly to: string;
}

// All drawings are made by this program.
sharp.cache(false);
sharp.concurrency(1);

/** JPEG qualities in the order in which they are tried. Smooth gradients need a high one, and then have small files nevertheless. */
const QUALITIES = [90, 82, 76];

/** Size of a file above which the next quality is tried, in bytes. */
const MAX_BYTES = 150 * 1024;

/** Draws an image, writes it to its file, and returns the size of the file in bytes. */
async function draw({ name, drawing, type, to }: DrawingJob): Promise<number> {
  const image = sharp(Buffer.from(drawSvg(name, drawing))).flatten();
  if (type === 'image/png') {
    await image.png({ palette: true }).toFile(to);
    return (await stat(to)).size;
  }
  // The drawing is rendered once for all qualities.
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  let size = 0;
  for (const quality of QUALITIES) {
    await sharp(data, { raw: info }).jpeg({ quality }).toFile(to);
    size = (await stat(to)).size;
    if (size <= MAX_BYTES) break;
  }
  return size;
}

serveJobs(draw);
