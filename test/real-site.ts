// Reads the entries of a real export (../shared/data), if it is available, for tests that need real texts.
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { readWxr } from '../server/import/wxr/read-wxr.ts';

const file = path.resolve(import.meta.dirname, '../../shared/data/real-site.wxr.xml');

/** Reason for skipping tests that need the real export; false if it is available. */
export const skipWithoutRealSite = existsSync(file) ? false : 'the real export is not available (../shared/data)';

export interface RealEntry {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
}

/** Returns the posts, pages and other entries in the order of the export file; empty if the export is not available. */
export async function realEntries(): Promise<RealEntry[]> {
  const entries: RealEntry[] = [];
  if (skipWithoutRealSite) return entries;
  for await (const record of readWxr(createReadStream(file))) if (record.kind === 'item') entries.push(record);
  return entries;
}
