// Imports attachments. Their files stay on the old site until they are downloaded (fetch-attachments.ts).

import { fileUrlKind } from '../cms-v2/entry-urls/imported-ids.ts';
import { storedAltText } from '../cms-v2/media/compose-media.ts';
import { upsertMedia } from '../cms-v2/media/store.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { contentTypeOfName } from '../files/file-types.ts';
import { upsertImported } from './imported-store.ts';
import { readExportedDetails } from './media-details.ts';
import { importedColumns } from './meta.ts';
import { describeItem } from './report.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** Kind of the `imported` rows of attachments whose files have not been downloaded yet. */
export const awaitingFileKind = 'entry awaiting its file';

/** Maximum length of a file URL, in characters. */
const maxUrlLength = 2000;

/** Returns the HTTP(S) URL of an attachment's file without query and fragment; undefined if the export has no usable URL. */
export function findFileUrl({ attachmentUrl, guid }: WxrItem): string | undefined {
  for (const candidate of [attachmentUrl, guid]) {
    const url = candidate && URL.canParse(candidate.trim()) ? new URL(candidate.trim()) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname.endsWith('/')) continue;
    const cleanUrl = url.origin + url.pathname;
    if (cleanUrl.length <= maxUrlLength) return cleanUrl;
  }
  return undefined;
}

/** Returns the media type of a file that has not been downloaded, derived from the file name in its URL. */
export const mediaTypeOfUrl = (url: string): string => contentTypeOfName(url) ?? 'application/octet-stream';

/** Returns the lookup key of a URL. It omits the scheme, because HTTP and HTTPS URLs refer to the same file. */
export const urlKey = (url: string): string => url.replace(/^https?:\/\//, '');

/** A pattern that matches the suffix that the old site appends to the name of a scaled or rotated main file. */
const mainFileSuffix = /-(?:scaled|rotated)(?=\.[^./]*$)/;

/** Stores the exported details and the URLs of an attachment's file, and records that the file is not downloaded yet. */
export async function importFile(batch: Batch, item: WxrItem, key: string, id: number): Promise<void> {
  const { tx, run, report } = batch;
  const fileUrl = findFileUrl(item);
  if (fileUrl === undefined) throw new Error('attachments without a URL are skipped earlier');
  const details = readExportedDetails(item, mediaTypeOfUrl(fileUrl));
  const args = importedColumns(report, 'media', item, describeItem(item));
  const columns = composeColumns('media', { args });
  await upsertMedia(tx, {
    entry_id: id,
    file: fileUrl,
    original: fileUrl,
    ...columns,
    alt_text: storedAltText(columns.alt_text),
    filesize: details.filesize ?? 0,
    width: details.width ?? 0,
    height: details.height ?? 0,
    details,
  });
  await upsertImported(tx, { source: run.source, kind: awaitingFileKind, source_id: key, own_id: id });
  for (const each of new Set([fileUrl, fileUrl.replace(mainFileSuffix, '')])) {
    await upsertImported(tx, { source: run.source, kind: fileUrlKind, source_id: urlKey(each), own_id: id });
  }
}
