// Attachments: entries whose files are still where the export says, until they are fetched.
import { storedAltText } from '../cms-v2/media/compose-media.ts';
import { writeMedia } from '../cms-v2/media/store.ts';
import { typeOfName } from '../files/kinds.ts';
import { writeImported } from './imported-store.ts';
import { toldDetails } from './media-details.ts';
import { metaValue } from './meta.ts';
import type { Batch } from './run.ts';
import type { WxrItem } from './wxr/records.ts';

/** What is remembered of attachments until their files are here. */
export const awaitingKind = 'entry awaiting its file';

/** What is remembered of attachments by the addresses that texts name their files with. */
export const addressKind = 'entry by the address of its file';

/** The longest address. Characters. */
const longest = 2000;

/** Where the file of an attachment can be fetched, without query and fragment; undefined where the export tells no address. */
export function fileAddress({ attachmentUrl, guid }: WxrItem): string | undefined {
  for (const told of [attachmentUrl, guid]) {
    const url = told && URL.canParse(told.trim()) ? new URL(told.trim()) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.pathname.endsWith('/')) continue;
    const address = url.origin + url.pathname;
    if (address.length <= longest) return address;
  }
  return undefined;
}

/** The type of a file that nobody has seen, by its name. */
export const typeOfAddress = (address: string): string => typeOfName(address) ?? 'application/octet-stream';

/** What an address is known by: both schemes lead to the same file. */
export const addressKey = (address: string): string => address.replace(/^https?:\/\//, '');

/** An ending that the old site has put behind the name of the main file itself. */
const mainEnding = /-(?:scaled|rotated)(?=\.[^./]*$)/;

/** Stores what is known of the file of an attachment, and that it is to be fetched. */
export async function importFile(batch: Batch, item: WxrItem, key: string, id: number): Promise<void> {
  const { tx, run } = batch;
  const address = fileAddress(item);
  if (address === undefined) throw new Error('an attachment without an address is left out before');
  const details = toldDetails(item, typeOfAddress(address));
  await writeMedia(tx, {
    entry_id: id,
    file: address,
    original: address,
    alt_text: storedAltText(metaValue(item, '_wp_attachment_image_alt') ?? ''),
    filesize: details.filesize ?? 0,
    width: details.width ?? 0,
    height: details.height ?? 0,
    details,
  });
  await writeImported(tx, { source: run.source, kind: awaitingKind, source_id: key, own_id: id });
  for (const each of new Set([address, address.replace(mainEnding, '')])) {
    await writeImported(tx, { source: run.source, kind: addressKind, source_id: addressKey(each), own_id: id });
  }
}
