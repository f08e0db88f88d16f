// Draws the images of the demo content and stores their files.
import type { MediaDeps } from '../cms-v2/media/deps.ts';
import type { StoredMedia } from '../cms-v2/media/prepare-file.ts';
import { withStored } from '../cms-v2/media/save-upload.ts';
import { deleteWorkFiles, folderOfNow, type StoredFiles } from '../cms-v2/media/store-files.ts';
import type { ValidatedFile } from '../cms-v2/media/uploaded-file.ts';
import { workFilePath } from '../files/spool.ts';
import { type DemoImage, images } from './content/images.ts';
import { DrawingPool } from './drawing/drawing-pool.ts';
import type { DrawingJob } from './drawing/worker.ts';

/** An image whose files are in the file store. */
interface StoredImage {
  readonly files: StoredFiles;
  readonly media: StoredMedia;
  /** The media type. */
  readonly type: string;
}

/** Draws images until it is closed. */
export interface ImageDrawer {
  /** Draws an image, writes it to its file, and returns the size of the file in bytes. */
  draw(job: DrawingJob): Promise<number>;
  close(): Promise<void>;
}

/** The stored images by name. */
export type StoredImages = ReadonlyMap<string, StoredImage>;

/**
 * Draws all images, stores them with their sizes, and calls `save` when all are stored. `save` must assign the paths of the files to media
 * items. `onImage` is called after each image with the number of stored images. `drawer` is closed at the end.
 *
 * If an image cannot be stored, or `save` throws, all files are deleted, and the error is thrown.
 */
export async function withStoredImages<T>(
  deps: MediaDeps,
  save: (stored: StoredImages) => Promise<T>,
  onImage: (count: number) => void = () => {},
  drawer: ImageDrawer = new DrawingPool(),
): Promise<T> {
  const entries: readonly (readonly [string, DemoImage])[] = Object.entries(images);
  const outcome = Promise.withResolvers<T>();
  // An error may occur before anything waits for the outcome.
  outcome.promise.catch(() => {});
  const stored = new Map<string, StoredImage>();
  const storeOne = async ([name, image]: readonly [string, DemoImage]) => {
    try {
      await storeImage({ deps, drawer }, name, image, (storedImage) => {
        stored.set(name, storedImage);
        onImage(stored.size);
        if (stored.size === entries.length) outcome.resolve(save(stored));
        return outcome.promise;
      });
    } catch (error) {
      outcome.reject(error);
    }
  };
  try {
    await Promise.all(entries.map(storeOne));
    return await outcome.promise;
  } finally {
    await drawer.close();
  }
}

/** Draws and stores an image, and calls `hold`. The files are deleted if the promise that it returns rejects. */
async function storeImage(
  { deps, drawer }: { readonly deps: MediaDeps; readonly drawer: ImageDrawer },
  name: string,
  { type, drawing }: DemoImage,
  hold: (stored: StoredImage) => Promise<unknown>,
): Promise<void> {
  const path = workFilePath(deps.files.workFolder);
  try {
    const size = await drawer.draw({ name, drawing, type, to: path });
    const kind = { type, extension: type === 'image/png' ? 'png' : 'jpg' };
    const look = await deps.mediaWorkers.inspect(path);
    const file: ValidatedFile = { path, size, kind, look, stem: name, titleFromName: undefined };
    const options = { folder: folderOfNow(deps), derives: true };
    await withStored(deps, file, options, (files, media) => hold({ files, media, type }));
  } finally {
    await deleteWorkFiles([path]);
  }
}
