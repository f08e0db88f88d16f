// Files in a bucket of any store that speaks the protocol of S3.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { createFolder } from '../create-folder.ts';
import { storing } from './disk-store.ts';
import { workName } from './spool.ts';
import { type FileStore, isStorePath, type LocalFile, type StoredFile, StoreFull, StoreUnavailable } from './store.ts';

/** Where a bucket is, and who may use it. */
export interface Bucket {
  /** The address of the store, without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** What stands before all paths: empty, or ending in a slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** How long the store may take. Milliseconds. */
export interface Patience {
  readonly forQuestions: number;
  readonly forFiles: number;
}

const usual: Patience = { forQuestions: 20_000, forFiles: 600_000 };

/** Opens a bucket; `workplace` is a folder of this machine, made where it is not there. Throws StoreUnavailable. */
export async function openS3Store(place: Bucket, workplace: string, patience = usual): Promise<FileStore> {
  await storing(() => createFolder(workplace));
  const { accessKeyId, secretAccessKey, sessionToken, region } = place;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 });
  const ask: Ask = async (method, name, more = {}) => {
    if (!isStorePath(name)) throw new Error(`${JSON.stringify(name)} is no path of a stored file`);
    const key = (place.prefix + name).split('/').map(encodeURIComponent).join('/');
    const { isFile = false, ...init } = more;
    try {
      const signal = AbortSignal.timeout(isFile ? patience.forFiles : patience.forQuestions);
      return await client.fetch(`${place.endpoint}/${place.bucket}/${key}`, { method, signal, ...init });
    } catch (error) {
      throw new StoreUnavailable('the store of files does not answer', { cause: error });
    }
  };
  return {
    workplace,
    put: async (name, from, type) => {
      const done = await put(ask, name, from, type);
      if (done) await rm(from, { force: true });
      return done;
    },
    open: async (name) => (isStorePath(name) ? openFile(ask, name) : undefined),
    local: (name) => fetchFile(ask, name, workplace),
    remove: async (name) => {
      const answer = await ask('DELETE', name);
      if (!answer.ok && answer.status !== 404) throw await faultOf(answer);
      await answer.body?.cancel();
    },
  };
}

type Ask = (
  method: string,
  name: string,
  more?: { readonly headers?: Readonly<Record<string, string>>; readonly body?: Blob; readonly isFile?: boolean },
) => Promise<Response>;

/** Written only where nothing is (`If-None-Match`), so of two who want one path one gets it. */
async function put(ask: Ask, name: string, from: string, type: string): Promise<boolean> {
  const body = await storing(() => openAsBlob(from));
  const headers = { 'Content-Type': type || 'application/octet-stream', 'If-None-Match': '*' };
  const answer = await ask('PUT', name, { headers, body, isFile: true });
  if (answer.status === 412 || answer.status === 409) {
    await answer.body?.cancel();
    return false;
  }
  if (!answer.ok) throw await faultOf(answer);
  await answer.body?.cancel();
  return true;
}

async function openFile(ask: Ask, name: string): Promise<StoredFile | undefined> {
  const head = await ask('HEAD', name);
  if (head.status === 404) return undefined;
  if (!head.ok) throw await faultOf(head);
  return {
    size: Number(head.headers.get('content-length')),
    modified: Date.parse(head.headers.get('last-modified') ?? '') || 0,
    read: async (start, end) =>
      streamOf(await ask('GET', name, { headers: { Range: `bytes=${start}-${end}` }, isFile: true })),
    close: async () => undefined,
  };
}

/** Brings a file here, whole or not at all. */
async function fetchFile(ask: Ask, name: string, workplace: string): Promise<LocalFile | undefined> {
  const answer = await ask('GET', name, { isFile: true });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return undefined;
  }
  const path = workName(workplace);
  const release = () => rm(path, { force: true });
  try {
    const stream = await streamOf(answer);
    await storing(() => pipeline(stream, createWriteStream(path, { flags: 'wx' })));
    return { path, release };
  } catch (error) {
    await release();
    throw error instanceof StoreFull ? error : new StoreUnavailable('a file could not be brought', { cause: error });
  }
}

async function streamOf(answer: Response): Promise<Readable> {
  if (!answer.ok) throw await faultOf(answer);
  return answer.body ? Readable.fromWeb(answer.body as ReadableStream<Uint8Array>) : Readable.from([]);
}

/** What a refusal of the store means. */
async function faultOf(answer: Response): Promise<Error> {
  const text = await answer.text().catch(() => '');
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status);
  if (answer.status === 507 || /Quota|StorageFull|NoSpace/.test(code))
    return new StoreFull(`the store has no room (${code})`);
  return new StoreUnavailable(`the store of files refuses (${code})`);
}
