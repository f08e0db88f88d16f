// Reads exports in tests.
import { readFileSync } from 'node:fs';
import { readWxr } from '../../server/import/wxr/read-wxr.ts';
import type { WxrItem, WxrRecord } from '../../server/import/wxr/records.ts';
import { WxrError } from '../../server/import/wxr/wxr-error.ts';

/** The result of reading an export in a test: the records, and the error that ended reading, if any. */
export interface ReadResult {
  records: WxrRecord[];
  error: WxrError | null;
}

/** Returns the bytes of a fictitious export that contains every kind of record. */
export function smallSite(): Buffer {
  return readFileSync(new URL('../fixtures/small-site.wxr.xml', import.meta.url));
}

/** Yields the bytes in chunks of `size` bytes. */
export async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Reads an export to its end or its first WxrError; rethrows other errors. */
export async function collectRecords(source: Uint8Array | string, chunkSize = 65_536): Promise<ReadResult> {
  const records: WxrRecord[] = [];
  try {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source;
    for await (const record of readWxr(chunksOf(bytes, chunkSize))) records.push(record);
  } catch (error) {
    if (!(error instanceof WxrError)) throw error;
    return { records, error };
  }
  return { records, error: null };
}

/** Returns an export whose channel contains the given XML. */
export function exportOf(content: string, version = '1.2'): string {
  const base = `http://wordpress.org/export/${version}/`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="${base}excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="${base}">
<channel><title>Lamp room</title><wp:wxr_version>${version}</wp:wxr_version>
${content}
</channel></rss>`;
}

/** Returns the items among the records. */
export function itemsOf(records: readonly WxrRecord[]): WxrItem[] {
  return records.filter((record) => record.kind === 'item');
}
