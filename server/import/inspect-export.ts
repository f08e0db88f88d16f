// Reads the beginning of an export.
import type { ExportedSite } from '../site-imports/runner.ts';
import { readWxr } from './wxr/read-wxr.ts';
import { WxrError } from './wxr/wxr-error.ts';

/**
 * Returns the site in the first record of an export of which `source` may be only the beginning; empty texts if the beginning does not
 * contain it. Throws WxrError if it is no export.
 */
export async function inspectExport(source: AsyncIterable<Uint8Array>): Promise<ExportedSite> {
  try {
    for await (const record of readWxr(source))
      if (record.kind === 'site') return { title: record.title, url: record.baseUrl || record.link };
  } catch (error) {
    if (!(error instanceof WxrError) || error.code !== 'truncated') throw error;
  }
  return { title: '', url: '' };
}
