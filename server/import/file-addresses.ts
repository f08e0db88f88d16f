// Addresses in texts that lead to files at their old place lead to ours once the files are here.
import { findRawText } from '../cms-v2/entries/store.ts';
import { addressOfFile, addressOfFolder, addressOfPath, isElsewhere } from '../cms-v2/media/details.ts';
import type { MediaRow } from '../cms-v2/media/rows.ts';
import { filesOf } from '../cms-v2/media/shown-picture.ts';
import { findMedia } from '../cms-v2/media/store.ts';
import { addressKey, addressKind } from './attachments.ts';
import { entryKind } from './entry-keys.ts';
import { findImported, findImportedAfter } from './imported-store.ts';
import type { Report } from './report.ts';
import { type Batch, type ImportRun, inBatch } from './run.ts';
import { rewrite } from './settle-references.ts';

/** How many entries are looked at in one transaction. */
const many = 50;

/** Addresses end in a letter or digit: the mark that ends a sentence is none of theirs. */
const addresses = /\bhttps?:\/\/[^\s"'<>?#()[\]{}|\\,&]*[\p{L}\p{N}_-]/gu;

/** The ending of a derived picture's name. */
const sized = /-(\d{1,5})x(\d{1,5})(?=\.[^./]*$)/;

/** Lets the texts of all imported entries name the files that are here by their addresses here. May be done again at any time. */
export async function settleFileAddresses(run: ImportRun, report: Report): Promise<void> {
  let rows = await findImportedAfter(run.database.read, run.source, entryKind, '', many);
  while (rows.length > 0) {
    const ids = rows.map(({ own_id }) => own_id);
    await inBatch(run, report, (batch) => settleSome(batch, ids));
    rows = await findImportedAfter(run.database.read, run.source, entryKind, rows.at(-1)?.source_id ?? '', many);
  }
}

async function settleSome(batch: Batch, ids: readonly number[]): Promise<void> {
  const { tx, run } = batch;
  const entries = await findRawText(tx, ids);
  const named = entries.flatMap(({ content, excerpt }) => [
    ...content.matchAll(addresses),
    ...excerpt.matchAll(addresses),
  ]);
  const keys = new Set(named.flatMap(([address]) => [addressKey(address), addressKey(address.replace(sized, ''))]));
  if (keys.size === 0) return;
  const owners = await findImported(tx, run.source, addressKind, [...keys]);
  const rows = await findMedia(tx, [...new Set(owners.values())]);
  const here = new Map(rows.filter(({ media }) => !isElsewhere(media.file)).map((row) => [row.id, row]));
  if (here.size === 0) return;
  const { uploads } = run.service.media.site;
  const changed = (address: string): string => {
    const whole = here.get(owners.get(addressKey(address)) ?? 0);
    if (whole) return addressOfFile(uploads, whole.media.file);
    const row = here.get(owners.get(addressKey(address.replace(sized, ''))) ?? 0);
    return row ? sizedAddress(row, address, uploads) : address;
  };
  for (const entry of entries) {
    const content = entry.content.replace(addresses, changed);
    const excerpt = entry.excerpt.replace(addresses, changed);
    await rewrite(batch, entry, { ...entry, content, excerpt });
  }
}

/** The address of a picture's size; of the whole where it has none of these dimensions here. */
function sizedAddress({ media }: MediaRow, address: string, uploads: string): string {
  const [, width, height] = (sized.exec(address) ?? []).map(Number);
  const size = filesOf(media).find((each) => each.width === width && each.height === height);
  return size ? addressOfFolder(uploads, media.file) + addressOfPath(size.file) : addressOfFile(uploads, media.file);
}
