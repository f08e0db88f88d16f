// Opens a test site that stores files.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { ExtensionChoice } from '../server/config/choose-extensions.ts';
import type { SiteConfig } from '../server/config/site-config.ts';
import type { Database } from '../server/database/handle.ts';
import { statement } from '../server/database/statement.ts';
import type { FetchLimits } from '../server/fetch/guarded-fetch.ts';
import { openDiskStore } from '../server/files/disk-store.ts';
import type { FileStore } from '../server/files/store.ts';
import type { ConfiguredMail } from '../server/mail/transport.ts';
import { type Caller, openTestSite, type TestResponse, type TestSite } from './site.ts';

export interface MediaSite extends TestSite {
  /** Sends a file as the request body. */
  upload(
    caller: Caller,
    name: string,
    bytes: Uint8Array,
    query?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TestResponse>;
  /** Sends a multipart form, to the media collection by default. */
  sendForm(
    caller: Caller,
    parts: readonly FormPart[],
    headers?: Readonly<Record<string, string>>,
    path?: string,
  ): Promise<TestResponse>;
  /** Returns the paths of all stored files. */
  storedPaths(): Promise<string[]>;
  /** Returns the bytes of a stored file. */
  bytesOf(path: string): Promise<Buffer>;
  /** Returns the paths of temporary files, which exist while files are received or generated. */
  temporaryPaths(): Promise<string[]>;
  /** Returns the paths of files that the database refers to. */
  referencedPaths(): Promise<string[]>;
  close(): Promise<void>;
}

export interface FormPart {
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
  readonly pause?: (milliseconds: number) => Promise<unknown>;
  readonly maxUploadBytes?: number;
  readonly fetchLimits?: FetchLimits;
  readonly mail?: ConfiguredMail;
  /** Returns the file store that the service uses instead of the given one. */
  readonly wrapStore?: (store: FileStore) => FileStore;
}

/** Opens a test site that stores its files in a temporary folder. */
export async function openMediaSite({ wrapStore = (store) => store, ...options }: Options = {}): Promise<MediaSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
  const files = wrapStore(await openDiskStore(folder));
  const site = await openTestSite({ ...options, files });
  const list = async (below: string) =>
    (await readdir(below, { recursive: true, withFileTypes: true }))
      .filter((each) => each.isFile())
      .map((each) => path.relative(folder, path.join(each.parentPath, each.name)));
  return {
    ...site,
    upload: (caller, name, bytes, query = '', headers = {}) =>
      site.sendBody(caller, 'POST', `/cms/v2/media${query}`, bytes, {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${Buffer.from(name).toString('latin1')}"`,
        ...headers,
      }),
    sendForm: (caller, parts, headers = {}, path = '/cms/v2/media') =>
      site.sendBody(caller, 'POST', path, formOf(parts), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...headers,
      }),
    storedPaths: async () => (await list(folder)).filter((each) => !each.startsWith('.')).sort(),
    bytesOf: (name) => readFile(path.join(folder, name)),
    temporaryPaths: async () => (await list(folder)).filter((each) => each.startsWith('.')),
    referencedPaths: async () => (await site.database.read.all(allFiles, {})).map((row) => row.path).sort(),
    close: async () => {
      site.service.mediaWorkers.close();
      if (!options.database) await site.database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const boundary = 'a-boundary-of-tests';

/** Returns the body of a multipart form. */
export function formOf(parts: readonly FormPart[]): Buffer {
  const chunks = parts.flatMap(({ name, filename, type, value }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === undefined ? '' : `Content-Type: ${type}\r\n`,
    '\r\n',
    value,
    '\r\n',
  ]);
  return Buffer.concat([...chunks.map((chunk) => Buffer.from(chunk as string)), Buffer.from(`--${boundary}--\r\n`)]);
}

/** Returns an image with a uniform color. */
export const createImage = (
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png',
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer();

/** Returns a WAV file with one second of silence. */
export function createSound(): Buffer {
  const samples = Buffer.alloc(8000);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
