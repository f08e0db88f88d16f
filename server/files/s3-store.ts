// Files in a bucket of any store that speaks the protocol of S3.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/** How long the store may take, in milliseconds. */
export interface StoreLimits {
  /** To respond, and to send the next bytes of a file that is read. Whoever looks at a page waits as long. */
  readonly responseMs: number;
  /** To take a whole file. */
  readonly uploadMs: number;
}

const usualLimits: StoreLimits = { responseMs: 5000, uploadMs: 600_000 };

/** Opens a bucket; `workplace` is a folder of this machine, made where it is not there. Throws StoreUnavailable. */
export async function openS3Store(place: Bucket, workplace: string, limits = usualLimits): Promise<FileStore> {
  await storing(() => createFolder(workplace));
  const { accessKeyId, secretAccessKey, sessionToken, region } = place;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 });
  const ask: Ask = async (method, name, more = {}) => {
    if (!isStorePath(name)) throw new Error(`${JSON.stringify(name)} is no path of a stored file`);
    const key = (place.prefix + name).split('/').map(encodeURIComponent).join('/');
    try {
      const signal = AbortSignal.timeout(method === 'PUT' ? limits.uploadMs : limits.responseMs);
      return await client.fetch(`${place.endpoint}/${place.bucket}/${key}`, { method, signal, ...more });
    } catch (error) {
      throw new StoreUnavailable('the store of files does not answer', { cause: error });
    }
  };
  const read: Read = async (name, range) => {
    const watch = new ProgressWatch(limits.responseMs);
    try {
      const headers = range && { Range: `bytes=${range.start}-${range.end}` };
      const answer = await ask('GET', name, { signal: watch.signal, ...(headers && { headers }) });
      if (await isAbsent(answer)) return undefined;
      return answer.body ? Readable.from(chunksOf(answer.body, watch), { objectMode: false }) : Readable.from([]);
    } finally {
      watch.stop();
    }
  };
  return {
    workplace,
    put: async (name, from, type) => {
      const done = await put(ask, name, from, type);
      if (done) await rm(from, { force: true });
      return done;
    },
    open: async (name) => (isStorePath(name) ? openFile(ask, read, name) : undefined),
    local: (name) => fetchFile(read, name, workplace),
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
  more?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Blob;
    /** Ends the request, and the reading of its response; absent: a limit of time does. */
    readonly signal?: AbortSignal;
  },
) => Promise<Response>;

/** Begins to read a file, or a part of it, both ends included; undefined where there is none. */
type Read = (name: string, range?: { readonly start: number; readonly end: number }) => Promise<Readable | undefined>;

/** Aborts when the store has been waited for too long; the time that a slow reader takes does not count. */
class ProgressWatch {
  readonly #controller = new AbortController();
  readonly #maxMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** Begins to wait. */
  constructor(maxMs: number) {
    this.#maxMs = maxMs;
    this.start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  start(): void {
    this.#timer = setTimeout(() => this.#controller.abort(), this.#maxMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The chunks of a body. Throws StoreUnavailable where the store breaks off, or the next one does not come in time. */
async function* chunksOf(body: ReadableStream<Uint8Array>, watch: ProgressWatch): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      watch.start();
      const { done, value } = await reader.read();
      watch.stop();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new StoreUnavailable('the store of files has broken off', { cause: error });
  } finally {
    watch.stop();
    await reader.cancel().catch(() => {});
  }
}

/** Written only where nothing is (`If-None-Match`), so of two who want one path one gets it. */
async function put(ask: Ask, name: string, from: string, type: string): Promise<boolean> {
  const body = await storing(() => openAsBlob(from));
  const headers = { 'Content-Type': type || 'application/octet-stream', 'If-None-Match': '*' };
  const answer = await ask('PUT', name, { headers, body });
  if (answer.status === 412 || answer.status === 409) {
    await answer.body?.cancel();
    return false;
  }
  if (!answer.ok) throw await faultOf(answer);
  await answer.body?.cancel();
  return true;
}

async function openFile(ask: Ask, read: Read, name: string): Promise<StoredFile | undefined> {
  const head = await ask('HEAD', name);
  // A response to HEAD has no body, which would have the reason: it is asked for again where the status is not enough.
  if (head.status === 403) {
    if (await isAbsent(await ask('GET', name, { headers: { Range: 'bytes=0-0' } }))) return undefined;
    throw new StoreUnavailable('the store of files refuses to describe a file');
  }
  if (await isAbsent(head)) return undefined;
  return {
    size: Number(head.headers.get('content-length')),
    modified: Date.parse(head.headers.get('last-modified') ?? '') || 0,
    read: async (start, end) => {
      const stream = await read(name, { start, end });
      if (!stream) throw new StoreUnavailable('a file is gone that was just there');
      return stream;
    },
    close: async () => undefined,
  };
}

/** Brings a file here, whole or not at all. */
async function fetchFile(read: Read, name: string, workplace: string): Promise<LocalFile | undefined> {
  const stream = await read(name);
  if (!stream) return undefined;
  const path = workName(workplace);
  const release = () => rm(path, { force: true });
  try {
    await storing(() => pipeline(stream, createWriteStream(path, { flags: 'wx' })));
    return { path, release };
  } catch (error) {
    await release();
    throw error instanceof StoreFull ? error : new StoreUnavailable('a file could not be brought', { cause: error });
  }
}

/**
 * Whether the response to a read means that there is no such file. To an account that may not list the files of a bucket, stores
 * say of a missing one that access to it is denied; everything else that is wrong with an account has another code.
 * @throws StoreFull, StoreUnavailable for any other failure
 */
async function isAbsent(answer: Response): Promise<boolean> {
  if (answer.ok) return false;
  if (answer.status === 404) {
    await answer.body?.cancel();
    return true;
  }
  const code = await codeOf(answer);
  if (answer.status === 403 && code === 'AccessDenied') return true;
  throw faultOfCode(answer, code);
}

/** What a refusal of the store means. */
const faultOf = async (answer: Response): Promise<Error> => faultOfCode(answer, await codeOf(answer));

async function codeOf(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(answer.status);
}

function faultOfCode(answer: Response, code: string): Error {
  if (answer.status === 507 || /Quota|StorageFull|NoSpace/.test(code))
    return new StoreFull(`the store has no room (${code})`);
  return new StoreUnavailable(`the store of files refuses (${code})`);
}
