// Runs jobs on images and audio in worker processes (media-worker-pool.ts). Libraries are loaded by the first job that needs them.
import { detectType, readHead } from './detect-type.ts';
import { emptyImageMeta } from './image-meta.ts';
import { type FileInspection, type MediaJob, processableTypes } from './jobs.ts';
import type { Dimensions } from './sizes.ts';

/** Runs a job and returns its result. Throws Unreadable or EditFailed. */
export async function runMediaJob(job: MediaJob): Promise<unknown> {
  switch (job.kind) {
    case 'inspect':
      return inspectFile(job.path);
    case 'derive':
      return (await import('./image-jobs.ts')).deriveImages(job);
    case 'edit':
      return (await import('./image-jobs.ts')).editImage(job);
    case 'probe-audio':
      return (await import('./audio-details.ts')).readAudioDetails(job.path, job.type);
  }
}

async function inspectFile(path: string): Promise<FileInspection> {
  const type = await detectType(path);
  if (!type.startsWith('image/')) return { type };
  if (processableTypes.has(type))
    return { type, image: await (await import('./image-jobs.ts')).inspectImage(path, type) };
  const dimensions = readDimensions(await readHead(path, 64), type);
  return { type, image: { ...dimensions, isResizable: false, meta: emptyImageMeta } };
}

/** Returns the dimensions of an image that cannot be processed; 0 if they are unknown. */
function readDimensions(head: Buffer, type: string): Dimensions {
  if (type === 'image/bmp' && head.length >= 26)
    return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
  if (type === 'image/x-icon' && head.length >= 8) return { width: head[6] || 256, height: head[7] || 256 };
  return { width: 0, height: 0 };
}
