// Tests whether the file store works.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FileStore, StoreUnavailableError } from '../../files/store.ts';
import type { HealthDeps } from './deps.ts';
import { type Finding, healthTest } from './finding.ts';

/** Returns the test that writes, reads and deletes a file. */
export const fileStore = ({ files }: HealthDeps) =>
  healthTest('file-store', 'Storage', async (): Promise<Finding> => {
    if (!files)
      return {
        status: 'critical',
        label: 'File uploads are not configured',
        description: 'No file store is configured.',
        action: 'Set a folder or a bucket with --files.',
      };
    const problem = await testStore(files, `site-health-${crypto.randomUUID()}.txt`);
    if (problem === undefined)
      return { status: 'good', label: 'The file store works', description: 'A file was stored, read and deleted.' };
    return {
      status: 'critical',
      label: 'The file store does not work correctly',
      description: problem,
      action: 'Check the folder or bucket for files and its permissions.',
    };
  });

/** Returns the problem of the store as a sentence; undefined if it works. Throws StoreFullError or StoreUnavailableError if it fails. */
async function testStore(files: FileStore, name: string): Promise<string | undefined> {
  const text = Buffer.from(name);
  const temporaryPath = path.join(files.workFolder, name);
  await writeFile(temporaryPath, text).catch((cause: unknown) => {
    throw new StoreUnavailableError('the work folder is not writable', { cause });
  });
  try {
    if (!(await files.put(name, temporaryPath, 'text/plain'))) return 'The name of a new file was already taken.';
    const stored = await files.open(name);
    if (!stored) return 'A stored file was not found.';
    const read = await buffer(await stored.read(0, stored.size - 1)).finally(() => stored.close());
    if (!read.equals(text)) return 'A stored file had different content when it was read.';
  } finally {
    await files.delete(name);
    await rm(temporaryPath, { force: true });
  }
  const leftover = await files.open(name);
  await leftover?.close();
  return leftover && 'A deleted file still existed.';
}
