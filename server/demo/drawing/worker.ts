// Entry point of the processes that draw images. They load the image library, which the service itself does not.
import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { serveJobs } from '../../workers/serve-jobs.ts';
import type { DemoImage } from '../content/images.ts';
import { type Drawing, drawSvg } from './draw.ts';

/** A drawing to be written to a file. */
export interface DrawingJob {
  readonly name: string;
  readonly drawing: Drawing;
  readonly type: DemoImage['type'];
  /** Path of the file. */
  readonly to: string;
}

// All drawings are made by this program.
sharp.cache(false);
sharp.concurrency(1);

/** JPEG quality: gradients show no bands, and a drawing of 1440 × 960 pixels has less than 150 KB. */
const QUALITY = 76;

/** Draws an image, writes it to its file, and returns the size of the file in bytes. */
async function draw({ name, drawing, type, to }: DrawingJob): Promise<number> {
  const image = sharp(Buffer.from(drawSvg(name, drawing))).flatten();
  await (type === 'image/png' ? image.png({ palette: true }) : image.jpeg({ quality: QUALITY })).toFile(to);
  return (await stat(to)).size;
}

serveJobs(draw);
