// Replaces URLs of files on the old site with local URLs in the content and excerpts of entries, once the files are downloaded.

import { findRawText } from '../cms-v2/entries/store.ts';
import { entryKind, fileUrlKind } from '../cms-v2/entry-urls/imported-ids.ts';
import { encodePath, fileUrl, folderUrl, isRemote } from '../cms-v2/media/details.ts';
import { filesOf } from '../cms-v2/media/image-element.ts';
import type { MediaRow } from '../cms-v2/media/rows.ts';
import { findMedia } from '../cms-v2/media/store.ts';
import { urlKey } from './attachments.ts';
import { findImported, findImportedAfter } from './imported-store.ts';
import type { Report } from './report.ts';
import { rewriteEntry } from './resolve-references.ts';
import { type Batch, type ImportRun, inBatch } from './run.ts';

/** Number of entries per transaction. */
const batchSize = 50;

/** A pattern that matches URLs up to their last letter, digit, `_` or `-`, because other trailing punctuation belongs to the sentence. */
const urlPattern = /\bhttps?:\/\/[^\s"'<>?#()[\]{}|\\,&]*[\p{L}\p{N}_-]/gu;

/** A pattern that matches the suffix of the file name of an image size, such as `-300x200`. */
const sizeSuffix = /-(\d{1,5})x(\d{1,5})(?=\.[^./]*$)/;

/** Replaces the URLs of downloaded files in the content and excerpts of all imported entries. Can be repeated at any time. */
export async function rewriteFileUrls(run: ImportRun, report: Report): Promise<void> {
  let rows = await findImportedAfter(run.database.read, run.source, entryKind, '', batchSize);
  while (rows.length > 0) {
    const ids = rows.map(({ own_id }) => own_id);
    await inBatch(run, report, (batch) => rewriteFileUrlsOf(batch, ids));
    rows = await findImportedAfter(run.database.read, run.source, entryKind, rows.at(-1)?.source_id ?? '', batchSize);
  }
}

async function rewriteFileUrlsOf(batch: Batch, ids: readonly number[]): Promise<void> {
  const { tx, run } = batch;
  const entries = await findRawText(tx, ids);
  const matches = entries.flatMap(({ content, excerpt }) => [
    ...content.matchAll(urlPattern),
    ...excerpt.matchAll(urlPattern),
  ]);
  const keys = new Set(matches.flatMap(([url]) => [urlKey(url), urlKey(url.replace(sizeSuffix, ''))]));
  if (keys.size === 0) return;
  const mediaIdsByUrl = await findImported(tx, run.source, fileUrlKind, [...keys]);
  const rows = await findMedia(tx, [...new Set(mediaIdsByUrl.values())]);
  const downloaded = new Map(rows.filter(({ media }) => !isRemote(media.file)).map((row) => [row.id, row]));
  if (downloaded.size === 0) return;
  const { uploads } = run.service.media.entries.site.urls;
  const localUrlOf = (url: string): string => {
    const fullImage = downloaded.get(mediaIdsByUrl.get(urlKey(url)) ?? 0);
    if (fullImage) return fileUrl(uploads, fullImage.media.file);
    const row = downloaded.get(mediaIdsByUrl.get(urlKey(url.replace(sizeSuffix, ''))) ?? 0);
    return row ? sizedImageUrl(row, url, uploads) : url;
  };
  for (const entry of entries) {
    const content = entry.content.replace(urlPattern, localUrlOf);
    const excerpt = entry.excerpt.replace(urlPattern, localUrlOf);
    await rewriteEntry(batch, entry, { ...entry, content, excerpt });
  }
}

/** Returns the local URL of the image size with the dimensions in a URL; if there is none, the local URL of the full image. */
function sizedImageUrl({ media }: MediaRow, url: string, uploads: string): string {
  const [, width, height] = (sizeSuffix.exec(url) ?? []).map(Number);
  const size = filesOf(media).find((each) => each.width === width && each.height === height);
  return size ? folderUrl(uploads, media.file) + encodePath(size.file) : fileUrl(uploads, media.file);
}
