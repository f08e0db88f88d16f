// Determines which file is stored at which path when the file of a media item is replaced. Writes nothing.
import { contentTypeOfName, topLevelType } from '../../files/file-types.ts';
import { splitName } from '../../files/names.ts';
import type { DerivedFile } from './derive.ts';
import { folderOf, nameOf } from './details.ts';
import { mainImageOf, type PreparedFile, type StoredPaths } from './prepare-file.ts';
import type { MediaFile } from './rows.ts';
import { isStagedPath } from './staged-files.ts';
import type { ValidatedFile } from './uploaded-file.ts';

/**
 * Maximum number of paths at which images with other dimensions were stored and that continue to resolve after a replacement. Each of them
 * costs a file. An image has at most six of them more after each replacement.
 */
const maxPreviousPaths = 100;

/** A local file, and the path in the store at which it replaces another file. */
export interface ReplacedFile {
  readonly source: string;
  readonly path: string;
}

/** A local file without a path in the store, and the stem of the name under which it is stored. */
export interface AddedFile {
  readonly source: string;
  readonly stem: string;
}

/** The files that are stored when the file of a media item is replaced. A local file may be stored several times. */
export interface ReplacementPlan {
  readonly replaced: readonly ReplacedFile[];
  readonly added: readonly AddedFile[];
  /** Paths whose files are deleted, because the new file contains nothing that they could be replaced with. */
  readonly deleted: readonly string[];
  /** Returns the paths of the new files. `pathOf` returns the path at which an added file was stored. */
  paths(pathOf: (added: AddedFile) => string): StoredPaths;
}

/**
 * Plans a replacement. The main file and the uploaded file keep their paths. An image size keeps its path if it has the same dimensions as before.
 * All other paths of images get the image of the same size, or else the smallest one that is at least as wide, so that every URL that was once
 * in use still displays the image. `existing` are the paths of all stored files of the item.
 */
export function planReplacement(
  { media, format }: { readonly media: MediaFile; readonly format: string },
  file: ValidatedFile,
  prepared: PreparedFile,
  existing: readonly string[],
): ReplacementPlan {
  const main = mainImageOf(prepared);
  const folder = folderOf(media.file);
  const base = splitName(nameOf(media.file)).stem.replace(/-(?:scaled|rotated)$/, '');
  const replaced = new Map([[media.file, main?.path ?? file.path]]);
  const keepsOriginal = media.original !== media.file;
  if (keepsOriginal) replaced.set(media.original, file.path);
  const original = !keepsOriginal && main ? { source: file.path, stem: `${base}-original` } : undefined;
  const added = new Map<DerivedFile, AddedFile>();
  const sizePaths = new Map<DerivedFile, string>();
  for (const size of prepared.derived.filter(({ sizes }) => sizes.length > 0)) {
    const path = pathOfSameSize(media, size);
    if (path !== undefined && existing.includes(path) && !replaced.has(path)) {
      replaced.set(path, size.path);
      sizePaths.set(size, path);
    } else added.set(size, { source: size.path, stem: base + size.ending });
  }
  const others = existing.filter((path) => !replaced.has(path) && !isStagedPath(path));
  const isReplaceable = (path: string) =>
    format.startsWith('image/') && topLevelType(contentTypeOfName(path) ?? '') === 'image';
  const previous = others.filter(isReplaceable).slice(0, maxPreviousPaths);
  for (const path of previous) replaced.set(path, imageFor(path, media, prepared)?.path ?? main?.path ?? file.path);
  return {
    replaced: [...replaced].map(([path, source]) => ({ path, source })),
    added: [...added.values(), ...(original ? [original] : [])],
    deleted: others.filter((path) => !replaced.has(path)),
    paths: (pathOf) => ({
      main: media.file,
      original: original ? pathOf(original) : media.original,
      of: (derived) => {
        const addedFile = added.get(derived);
        return addedFile ? pathOf(addedFile) : (sizePaths.get(derived) ?? folder);
      },
    }),
  };
}

/** Returns the path of an image size with the same name and dimensions; undefined if there is none. */
function pathOfSameSize({ file, details }: MediaFile, { sizes, width, height }: DerivedFile): string | undefined {
  const same = sizes.map((name) => details.sizes[name]).find((size) => size?.width === width && size.height === height);
  return same && folderOf(file) + same.file;
}

/**
 * Returns the new image for the path of an image that was derived from a previous file; undefined if the main image is the best one. Cropped
 * images only replace images of the same size.
 */
function imageFor(path: string, { details }: MediaFile, { derived }: PreparedFile): DerivedFile | undefined {
  const names = Object.keys(details.sizes).filter((name) => details.sizes[name]?.file === nameOf(path));
  const sameSize = derived.find(({ sizes }) => sizes.some((name) => names.includes(name)));
  if (sameSize) return sameSize;
  const width = Number(/-(\d+)x\d+\.\w+$/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
  const wideEnough = derived.filter((each) => each.sizes.some((name) => name !== 'thumbnail') && each.width >= width);
  return wideEnough.toSorted((one, other) => one.width - other.width)[0];
}
