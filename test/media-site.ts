// A site that keeps files, for tests of media.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { statement } from '../server/database/statement.ts';
import type { ExtensionChoice } from '../server/extensions/choose-extensions.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import type { FileStore } from '../server/files/store.ts';
import { type Answered, openTestSite, type Person, type TestSite } from './site.ts';

export interface MediaSite extends TestSite {
  /** Sends a file as the body. */
  upload(
    person: Person,
    name: string,
    bytes: Uint8Array,
    query?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered>;
  /** Sends a form; to media where no other address is named. */
  form(
    person: Person,
    parts: readonly Part[],
    headers?: Readonly<Record<string, string>>,
    address?: string,
  ): Promise<Answered>;
  /** The paths of all stored files. */
  stored(): Promise<string[]>;
  /** The bytes of a stored file. */
  bytesOf(path: string): Promise<Buffer>;
  /** The files being received or made. */
  working(): Promise<string[]>;
  /** The paths that the database knows of. */
  known(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly value: Uint8Array | string;
}

const allFiles = statement((q) => q.selectFrom('media_files').select('path').orderBy('path'));

interface Options {
  readonly backups?: string;
  readonly database?: Database;
  readonly config?: SiteConfig;
  readonly extensions?: readonly ExtensionChoice[];
  readonly onStatement?: (sql: string) => void;
  readonly clock?: () => number;
  readonly largestUpload?: number;
  readonly fetchLimits?: FetchLimits;
  /** Stands between the service and its store. */
  readonly wrap?: (store: FileStore) => FileStore;
}

/** Opens a site with a folder for its files. */
export async function openMediaSite({ wrap = (store) => store, ...options }: Options = {}): Promise<MediaSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
  const files = wrap(await openDiskStore(folder));
  const site = await openTestSite({ ...options, files });
  const list = async (below: string) =>
    (await readdir(below, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map((each) => path.relative(folder, path.join(each.parentPath, each.name)));
  return {
    ...site,
    upload: (person, name, bytes, query = '', headers = {}) =>
      site.send(person, 'POST', `/cms/v2/media${query}`, bytes, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${Buffer.from(name).toString('latin1')}"`,
        ...headers,
      }),
    form: (person, parts, headers = {}, address = '/cms/v2/media') =>
      site.send(person, 'POST', address, formOf(parts), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...headers,
      }),
    stored: async () => (await list(folder)).filter((each) => !each.startsWith('.')).sort(),
    bytesOf: (name) => readFile(path.join(folder, name)),
    working: async () => (await list(folder)).filter((each) => each.startsWith('.')),
    known: async () => (await site.database.read.all(allFiles, {})).map((row) => row.path).sort(),
    close: async () => {
      site.service.mediaWorkers.close();
      if (!options.database) await site.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const boundary = 'a-boundary-of-tests';

/** The body of a form. */
export function formOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, filename, type, value }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === undefined ? '' : `Content-Type: ${type}\r\n`,
    '\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat([...pieces.map((piece) => Buffer.from(piece as string)), Buffer.from(`--${boundary}--\r\n`)]);
}

/** A picture of one colour. */
export const picture = (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();
