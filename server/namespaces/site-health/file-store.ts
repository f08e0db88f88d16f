// Whether files can be stored, read and removed.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FileStore, StoreUnavailable } from '../../files/store.ts';
import { type Finding, healthTest } from './finding.ts';
import type { HealthParts } from './parts.ts';

/** Stores a file, reads it and removes it. */
export const fileStore = ({ files }: HealthParts) =>
  healthTest('file-store', 'Storage', async (): Promise<Finding> => {
    if (!files)
      return {
        status: 'critical',
        label: 'Files cannot be stored',
        description: 'No place for files is configured.',
        action: 'Name a folder or a bucket with --files.',
      };
    const fault = await tryFile(files, `site-health-${crypto.randomUUID()}.txt`);
    if (fault === undefined)
      return { status: 'good', label: 'Files can be stored', description: 'A file was stored, read and removed.' };
    return {
      status: 'critical',
      label: 'Files are not kept as they are',
      description: fault,
      action: 'Look at the place for files, and at who may write to it.',
    };
  });

/** What is wrong with the store, in a sentence; undefined: nothing. Throws StoreFull, StoreUnavailable. */
async function tryFile(files: FileStore, name: string): Promise<string | undefined> {
  const text = Buffer.from(name);
  const draft = path.join(files.workplace, name);
  await writeFile(draft, text).catch((cause: unknown) => {
    throw new StoreUnavailable('the workplace cannot be written to', { cause });
  });
  try {
    if (!(await files.put(name, draft, 'text/plain'))) return 'The name of a new file was taken already.';
    const stored = await files.open(name);
    if (!stored) return 'A file that was stored was not there.';
    const read = await buffer(await stored.read(0, stored.size - 1)).finally(() => stored.close());
    if (!read.equals(text)) return 'A file that was stored was not the same when it was read.';
  } finally {
    await files.remove(name);
    await rm(draft, { force: true });
  }
  const left = await files.open(name);
  await left?.close();
  return left && 'A file that was removed was still there.';
}
