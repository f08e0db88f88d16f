// The jobs on images and audio. They run in processes of their own (media-worker-pool.ts); each library is loaded with the first
// job that needs it.
import { headOf, typeOfBytes } from './bytes.ts';
import { noMeta } from './image-meta.ts';
import { type Job, type Look, workable } from './jobs.ts';
import type { Dimensions } from './sizes.ts';

/** Does a job. Throws Unreadable, EditFailed. */
export async function work(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'look':
      return look(job.path);
    case 'derive':
      return (await import('./picture-work.ts')).derive(job);
    case 'edit':
      return (await import('./picture-work.ts')).edit(job);
    case 'probe-audio':
      return (await import('./sounds.ts')).soundDetails(job.path, job.type);
  }
}

async function look(path: string): Promise<Look> {
  const type = await typeOfBytes(path);
  if (!type.startsWith('image/')) return { type };
  if (workable.has(type)) return { type, picture: await (await import('./picture-work.ts')).lookAtPicture(path, type) };
  const dimensions = dimensionsInHead(await headOf(path, 64), type);
  return { type, picture: { ...dimensions, readable: false, meta: noMeta } };
}

/** The dimensions of pictures that are kept as they are. */
function dimensionsInHead(head: Buffer, type: string): Dimensions {
  if (type === 'image/bmp' && head.length >= 26)
    return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
  if (type === 'image/x-icon' && head.length >= 8) return { width: head[6] || 256, height: head[7] || 256 };
  return { width: 0, height: 0 };
}
