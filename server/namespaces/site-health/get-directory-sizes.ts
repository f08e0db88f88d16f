// GET on how much room the parts of the site take.
import path from 'node:path';
import type { directorySizeFields } from '../../../contract/cms-site-health-v1/site-health.ts';
import type { Operation } from '../../http/room.ts';
import { folderSize } from './folder-size.ts';
import { inWords } from './in-words.ts';
import type { HealthParts } from './parts.ts';
import { databaseSize } from './store.ts';

/** How long folders are walked through before that is given up. Milliseconds. */
const patience = 8000;

interface Size {
  readonly size: string;
  readonly debug: string;
  readonly raw: number;
}

/** Answers with the sizes, as far as they can be told in time. */
export const getDirectorySizes = (parts: HealthParts): Operation => ({
  async run() {
    const signal = AbortSignal.timeout(patience);
    const row: Record<keyof typeof directorySizeFields, Size> = {
      data_size: await sizeOf(parts.dataFolder, signal, restOfData(parts)),
      database_size: told(await databaseSize(parts.database.read)),
      uploads_size: await sizeOf(parts.files?.folder, signal),
      theme_size: await sizeOf(parts.themeFolder, signal),
      total_size: told(0),
    };
    const all = [row.data_size, row.database_size, row.uploads_size, row.theme_size];
    row.total_size = told(all.reduce((sum, { raw }) => sum + raw, 0));
    return { kind: 'record', row };
  },
});

/** What is told of by itself: uploads, theme, and the files of the embedded database. */
function restOfData({ dataFolder = '', files, themeFolder }: HealthParts): Set<string> {
  const database = ['', '-wal', '-shm'].map((end) => path.join(dataFolder, `octavo.sqlite${end}`));
  return new Set(
    [...database, ...[files?.folder, themeFolder].flatMap((each) => each ?? [])].map((each) => path.resolve(each)),
  );
}

async function sizeOf(folder: string | undefined, signal: AbortSignal, without?: ReadonlySet<string>): Promise<Size> {
  if (folder === undefined) return { size: '', debug: 'not available', raw: 0 };
  const bytes = await folderSize(path.resolve(folder), signal, without);
  return bytes === undefined ? { size: '', debug: 'timeout while calculating', raw: 0 } : told(bytes);
}

const told = (bytes: number): Size => ({
  size: inWords(bytes),
  debug: `${inWords(bytes)} (${bytes} bytes)`,
  raw: bytes,
});
