// Stores the records of backups and uploads as JSON files.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a JSON file, which is either the previous or the new one after a crash. Throws the system error.
 *
 * On a full disk, a file that exists is overwritten in place, for which its own space suffices, so that the outcome of failed work is
 * recorded. A crash at this moment can damage the file.
 */
export async function writeJson(file: string, value: object): Promise<void> {
  const json = `${JSON.stringify(value, null, 2)}\n`;
  const temporaryFile = path.join(path.dirname(file), `.${randomUUID()}`);
  try {
    await writeAndSync(await open(temporaryFile, 'wx', 0o600), json);
    await rename(temporaryFile, file);
  } catch (error) {
    // A partial file would occupy space on a full disk.
    await rm(temporaryFile, { force: true });
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    const existing = await open(file, 'r+').catch(() => undefined);
    if (!existing) throw error;
    await writeAndSync(existing, json);
  }
}

/** Writes the text at the beginning of a file, removes what follows, and closes the file. */
async function writeAndSync(file: FileHandle, text: string): Promise<void> {
  try {
    await file.writeFile(text);
    await file.truncate(Buffer.byteLength(text));
    await file.sync();
  } finally {
    await file.close();
  }
}
