// Stores files in a bucket of an S3-compatible service.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { createFolder } from '../create-folder.ts';
import { mapDiskErrors } from './disk-store.ts';
import { workFilePath } from './spool.ts';
import {
  type FileStore,
  isStorePath,
  type LocalFile,
  type StoredFile,
  StoreFullError,
  StoreUnavailableError,
} from './store.ts';

/** Location and credentials of a bucket. */
export interface BucketConfig {
  /** URL of the service, without a trailing slash. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Prefix of all keys; empty, or with a trailing slash. */
  readonly prefix: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Timeouts of the store, in milliseconds. */
export interface StoreTimeouts {
  /** Timeout for a response, and for each chunk of a downloaded file. Visitors may have to wait this long for a page. */
  readonly responseMs: number;
  /** Timeout for uploading a file. */
  readonly uploadMs: number;
}

const defaultTimeouts: StoreTimeouts = { responseMs: 5000, uploadMs: 600_000 };

/**
 * Opens the store in a bucket, and creates the local `workFolder` if it does not exist. Throws StoreFullError or StoreUnavailableError
 * if the folder cannot be created.
 */
export async function openS3Store(
  bucketConfig: BucketConfig,
  workFolder: string,
  timeouts = defaultTimeouts,
): Promise<FileStore> {
  await mapDiskErrors(() => createFolder(workFolder, 0o700));
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucketConfig;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const client = new AwsClient({ ...keys, region, service: 's3', retries: 0 });
  const keyOf = (name: string) => {
    if (!isStorePath(name)) throw new Error(`${JSON.stringify(name)} is not a valid file path`);
    return (bucketConfig.prefix + name).split('/').map(encodeURIComponent).join('/');
  };
  const sendRequest: SendRequest = async (method, name, options = {}) => {
    const key = keyOf(name);
    try {
      const signal = AbortSignal.timeout(method === 'PUT' ? timeouts.uploadMs : timeouts.responseMs);
      return await client.fetch(`${bucketConfig.endpoint}/${bucketConfig.bucket}/${key}`, {
        method,
        signal,
        ...options,
      });
    } catch (error) {
      throw new StoreUnavailableError('the file store does not respond', { cause: error });
    }
  };
  const read: Read = async (name, part) => {
    const progress = new ProgressWatch(timeouts.responseMs);
    try {
      const headers = part && {
        Range: `bytes=${part.start}-${part.end}`,
        ...(part.version !== undefined && { 'If-Match': part.version }),
      };
      const response = await sendRequest('GET', name, { signal: progress.signal, ...(headers && { headers }) });
      if (await isMissing(response)) return undefined;
      return response.body
        ? Readable.from(chunksOf(response.body, progress), { objectMode: false })
        : Readable.from([]);
    } finally {
      progress.stop();
    }
  };
  return {
    workFolder,
    put: async (name, from, type) => {
      const done = await put(sendRequest, name, from, type);
      if (done) await rm(from, { force: true });
      return done;
    },
    open: async (name) => (isStorePath(name) ? openFile(sendRequest, read, name) : undefined),
    openLocal: (name) => fetchFile(read, name, workFolder),
    move: async (from, to) => {
      if (!(await copyObject(sendRequest, `/${bucketConfig.bucket}/${keyOf(from)}`, to))) return false;
      await deleteObject(sendRequest, from);
      return true;
    },
    delete: (name) => deleteObject(sendRequest, name),
  };
}

type SendRequest = (
  method: string,
  name: string,
  more?: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Blob;
    /** Aborts the request and the reading of its response. By default, both are aborted after a timeout. */
    readonly signal?: AbortSignal;
  },
) => Promise<Response>;

/** An inclusive range of the bytes of a file, in the version with this ETag. */
interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly version: string | undefined;
}

/**
 * A function that opens a stream of a file, or of a part of it; it returns undefined if the file does not exist. Throws
 * StoreUnavailableError if the file is not in the requested version any more.
 */
type Read = (name: string, part?: FilePart) => Promise<Readable | undefined>;

/** A timeout that runs only while the store is awaited, so that a slow consumer of a stream does not trigger it. */
class ProgressWatch {
  readonly #controller = new AbortController();
  readonly #maxMs: number;
  #timer: NodeJS.Timeout | undefined;

  /** Starts the timer, which aborts the signal after `maxMs` milliseconds. */
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

/** Yields the chunks of a body. Throws StoreUnavailableError when the connection is lost or a chunk times out. */
async function* chunksOf(body: ReadableStream<Uint8Array>, progress: ProgressWatch): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      progress.start();
      const { done, value } = await reader.read();
      progress.stop();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new StoreUnavailableError('the connection to the file store was lost', { cause: error });
  } finally {
    progress.stop();
    await reader.cancel().catch(() => {});
  }
}

/**
 * Uploads a file; returns false if the key is taken. The S3 service checks this (`If-None-Match`), so only one of two concurrent
 * writers succeeds.
 */
async function put(sendRequest: SendRequest, name: string, from: string, type: string): Promise<boolean> {
  const body = await mapDiskErrors(() => openAsBlob(from));
  const headers = { 'Content-Type': type || 'application/octet-stream', 'If-None-Match': '*' };
  const response = await sendRequest('PUT', name, { headers, body });
  if (response.status === 412 || response.status === 409) {
    await response.body?.cancel();
    return false;
  }
  if (!response.ok) throw await toStoreError(response);
  await response.body?.cancel();
  return true;
}

/**
 * Copies an object within the bucket, and replaces the one at `to`. `source` is the encoded path of the object, with the bucket. Returns false
 * if there is no object at the source.
 */
async function copyObject(sendRequest: SendRequest, source: string, to: string): Promise<boolean> {
  const response = await sendRequest('PUT', to, { headers: { 'x-amz-copy-source': source } });
  if (await isMissing(response)) return false;
  // S3 may report an error in the body of a response with the status 200.
  const code = await readErrorCode(response);
  if (code !== '200') throw toStoreErrorByCode(response, code);
  return true;
}

async function deleteObject(sendRequest: SendRequest, name: string): Promise<void> {
  const response = await sendRequest('DELETE', name);
  if (!response.ok && response.status !== 404) throw await toStoreError(response);
  await response.body?.cancel();
}

async function openFile(sendRequest: SendRequest, read: Read, name: string): Promise<StoredFile | undefined> {
  const head = await sendRequest('HEAD', name);
  // A response to HEAD has no body with the error code, so a GET request follows when the status is ambiguous.
  if (head.status === 403) {
    if (await isMissing(await sendRequest('GET', name, { headers: { Range: 'bytes=0-0' } }))) return undefined;
    throw new StoreUnavailableError('the file store denies access to the metadata of a file');
  }
  if (await isMissing(head)) return undefined;
  const version = head.headers.get('etag') ?? undefined;
  return {
    size: Number(head.headers.get('content-length')),
    modified: Date.parse(head.headers.get('last-modified') ?? '') || 0,
    // The modification time of an object has a resolution of one second.
    ...(version !== undefined && { version }),
    read: async (start, end) => {
      const stream = await read(name, { start, end, version });
      if (!stream) throw new StoreUnavailableError('a file was deleted while it was being read');
      return stream;
    },
    close: async () => undefined,
  };
}

/** Downloads a file to the work folder; returns undefined if it does not exist. A partial download is deleted. */
async function fetchFile(read: Read, name: string, workFolder: string): Promise<LocalFile | undefined> {
  const stream = await read(name);
  if (!stream) return undefined;
  const path = workFilePath(workFolder);
  const release = () => rm(path, { force: true });
  try {
    await mapDiskErrors(() => pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
    return { path, release };
  } catch (error) {
    await release();
    throw error instanceof StoreFullError
      ? error
      : new StoreUnavailableError('a file could not be downloaded', { cause: error });
  }
}

/**
 * Returns whether the response to a read means that the file does not exist. S3 responds with `AccessDenied` for a missing file if
 * the account may not list the bucket; other problems with the account have other codes. Throws StoreFullError or
 * StoreUnavailableError for any other failure.
 */
async function isMissing(response: Response): Promise<boolean> {
  if (response.ok) return false;
  if (response.status === 404) {
    await response.body?.cancel();
    return true;
  }
  const code = await readErrorCode(response);
  if (response.status === 403 && code === 'AccessDenied') return true;
  throw toStoreErrorByCode(response, code);
}

/** Returns the StoreFullError or StoreUnavailableError error for an error response of the store. */
const toStoreError = async (response: Response): Promise<Error> =>
  toStoreErrorByCode(response, await readErrorCode(response));

async function readErrorCode(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? String(response.status);
}

function toStoreErrorByCode(response: Response, code: string): Error {
  if (response.status === 507 || /Quota|StorageFull|NoSpace/.test(code))
    return new StoreFullError(`the file store is full (${code})`);
  return new StoreUnavailableError(`the file store failed (${code})`);
}
