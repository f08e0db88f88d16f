// The real export beside this checkout, where it is at hand: its entries, for tests that need honest texts.
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { readWxr } from '../server/import/wxr/read-wxr.ts';

const file = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

/** Why tests of the real export are skipped; false when they can run. */
export const withoutRealSite = existsSync(file) ? false : 'no real export beside this checkout (../shared/data)';

export interface RealEntry {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** The posts, pages and other entries of the export, in the order of the file; none where it is not at hand. */
export async function realEntries(): Promise<RealEntry[]> {
  const entries: RealEntry[] = [];
  if (withoutRealSite) return entries;
  for await (const record of readWxr(createReadStream(file))) if (record.kind === 'item') entries.push(record);
  return entries;
}
