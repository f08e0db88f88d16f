// Creates the media items of the demo content from stored files.

import { encodePath, fileUrl, folderUrl } from '../cms-v2/media/details.ts';
import { assignPath, mediaType, upsertMedia } from '../cms-v2/media/store.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { type DemoImage, type ImageName, images } from './content/images.ts';
import type { DemoRun } from './run.ts';
import { type EntryOrigin, writeEntry } from './write-entry.ts';

/** Creates the media item of an image, unless it exists. Its parent is set later. Returns its ID. */
export async function createMedia(run: DemoRun, name: ImageName, origin: EntryOrigin): Promise<number> {
  const key = `image/${name}`;
  const existing = run.targets.get(key);
  if (existing) return existing.id;
  const image: DemoImage = images[name];
  const stored = run.storedImages.get(name);
  if (!stored) throw new Error(`the image ${name} is not stored`);
  const { uploads } = run.service.entries.site.urls;
  const { media, type } = stored;
  const texts = { title: image.title, content: '', excerpt: '' };
  const { id, url } = await writeEntry(run, mediaType, {
    ...{ origin, slug: name, texts },
    columns: { status: 'inherit', format: type, guid: `${uploads}/${encodePath(media.original)}` },
  });
  await upsertMedia(run.tx, { ...media, entry_id: id, ...composeColumns('media', { args: { alt_text: image.alt } }) });
  for (const path of stored.files.paths.values())
    if (!(await assignPath(run.tx, path, id))) throw new Error(`the path ${path} is no longer reserved`);
  const folder = folderUrl(uploads, media.file);
  const sizes = Object.entries(media.details.sizes).map(([size, { file }]) => [size, folder + encodePath(file)]);
  const files = { full: fileUrl(uploads, media.file), ...Object.fromEntries(sizes) };
  run.targets.set(key, { id, url, title: image.title, image: { alt: image.alt, files } });
  return id;
}

/** Returns whether an image with this name is declared. */
export const isImageName = (name: string): name is ImageName => Object.hasOwn(images, name);
