// The uploads of large files in this tab, in pieces, which continue after a lost connection and in later visits. They belong to the document
// and not to a screen, so that they continue on other screens.
import { askBeforeClosing } from '../ui/ask-before-closing.ts';
import { ApiError, send, withQuery } from './client.ts';
import { sendFile } from './send-file.ts';

/** A file that the service receives in pieces. Sizes are in bytes. */
export interface UploadedFile {
  readonly id: number | string;
  readonly file_name: string;
  readonly size: number;
  readonly fingerprint: string;
  /** The offset of the next piece. */
  readonly received: number;
  readonly piece_size: number;
}

/** The collection of the API whose records are uploaded files. */
export interface UploadTarget<T extends UploadedFile> {
  /** The path of the collection in the API. */
  readonly path: string;
  list(signal?: AbortSignal): Promise<readonly T[]>;
  create(file: Pick<UploadedFile, 'file_name' | 'size' | 'fingerprint'>): Promise<T>;
  read(id: T['id']): Promise<T>;
  /** Whether further pieces are expected. */
  isOpen(file: T): boolean;
}

/** Returns the target of a collection of the API. `isOpen` returns whether further pieces of a file are expected. */
export const uploadTarget = <T extends UploadedFile>(path: string, isOpen: (file: T) => boolean): UploadTarget<T> => ({
  path,
  isOpen,
  list: async (signal) => (await send<readonly T[]>(path, { ...(signal && { signal }) })).data,
  create: async (body) => (await send<T>(path, { method: 'POST', body })).data,
  read: async (id) => (await send<T>(`${path}/${id}`)).data,
});

/** An upload in this tab. */
export interface Upload {
  /** The number of bytes that were sent. */
  readonly sent: number;
  /** Whether it waits until the service can be reached again. */
  readonly isWaiting: boolean;
}

interface RunningUpload extends Upload {
  readonly stop: AbortController;
  /** Ends the pause before the next attempt. */
  readonly retry: () => void;
}

/** Pauses before the next attempt after a failed one, in milliseconds; the last one is repeated. */
const retryPausesMs = [1000, 2000, 5000, 10_000, 30_000];

let uploads: ReadonlyMap<string, RunningUpload> = new Map();
const listeners = new Set<() => void>();

/** Identifies an upload: the path of its record in the API. */
const keyOf = ({ path }: Pick<UploadTarget<never>, 'path'>, id: UploadedFile['id']): string => `${path}/${id}`;

/** Returns the upload of a file in this tab; another object after each change, and undefined if there is none. */
export const currentUpload = (target: Pick<UploadTarget<never>, 'path'>, id: UploadedFile['id']): Upload | undefined =>
  uploads.get(keyOf(target, id));

/** Calls a listener after each change of an upload. Returns a function that removes it. */
export function onUploadChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setUpload(key: string, upload: RunningUpload | undefined): void {
  const changed = new Map(uploads);
  if (upload) changed.set(key, upload);
  else changed.delete(key);
  uploads = changed;
  // Closing the page would end an upload.
  askBeforeClosing(askReason, uploads.size > 0);
  for (const listener of listeners) listener();
}

/** Identifies the uploads among the reasons to ask. */
const askReason = {};

const changeUpload = (key: string, changes: Partial<RunningUpload>): void => {
  const upload = uploads.get(key);
  if (upload) setUpload(key, { ...upload, ...changes });
};

/** Identifies a file in this and later visits. A changed file has another modification time. */
const fingerprintOf = ({ name, size, lastModified }: File): string => `${lastModified} ${size} ${name}`.slice(0, 200);

/**
 * Uploads a file, or the rest of it if its upload was begun before. `onStart` is called with the record before the first piece is sent.
 * Resolves with the record when the file is complete. Connections that are lost are tried again until they succeed.
 *
 * Throws ApiError if the service rejects the file, or a DOMException with the name `AbortError` if the upload is stopped.
 */
export async function uploadFile<T extends UploadedFile>(
  target: UploadTarget<T>,
  file: File,
  onStart: (started: T) => void,
): Promise<T> {
  const fingerprint = fingerprintOf(file);
  const found = (await target.list()).find(
    (each) => target.isOpen(each) && each.fingerprint === fingerprint && each.size === file.size,
  );
  const started = found ?? (await target.create({ file_name: file.name.slice(0, 255), size: file.size, fingerprint }));
  stopUpload(target, started.id);
  const stop = new AbortController();
  const key = keyOf(target, started.id);
  setUpload(key, { sent: started.received, isWaiting: false, stop, retry: () => {} });
  onStart(started);
  try {
    return await sendPieces(target, file, started, stop.signal);
  } finally {
    if (uploads.get(key)?.stop === stop) setUpload(key, undefined);
  }
}

/** Stops the upload of a file in this tab, if there is one. */
export function stopUpload(target: Pick<UploadTarget<never>, 'path'>, id: UploadedFile['id']): void {
  uploads.get(keyOf(target, id))?.stop.abort();
}

/** Tries at once to continue an upload that waits. */
export function retryUpload(target: Pick<UploadTarget<never>, 'path'>, id: UploadedFile['id']): void {
  uploads.get(keyOf(target, id))?.retry();
}

async function sendPieces<T extends UploadedFile>(
  target: UploadTarget<T>,
  file: File,
  started: T,
  signal: AbortSignal,
): Promise<T> {
  const key = keyOf(target, started.id);
  let current = started;
  let failures = 0;
  let isOutdated = false;
  while (target.isOpen(current)) {
    try {
      if (isOutdated) current = await target.read(started.id);
      isOutdated = false;
      if (!target.isOpen(current)) return current;
      const { received, piece_size: pieceSize } = current;
      const bytes = file.slice(received, received + pieceSize, 'application/octet-stream');
      const path = withQuery(`${key}/pieces`, { offset: received });
      const onProgress = (sent: number) => changeUpload(key, { sent: received + sent, isWaiting: false });
      current = (await sendFile<T>({ path, body: bytes, signal, onProgress })).data;
      failures = 0;
      changeUpload(key, { sent: current.received, isWaiting: false });
    } catch (error) {
      // The service may have received more than this tab knows.
      isOutdated = true;
      const isBehind = error instanceof ApiError && error.code === 'rest_upload_wrong_offset';
      if (!isBehind && !isTemporary(error)) throw error;
      failures += 1;
      if (!isBehind || failures > 1) await waitForRetry(key, failures - 1, signal);
    }
  }
  return current;
}

/** Whether a request can succeed later: without a connection, with an interrupted one, or if the service is busy or restarting. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'rest_upload_no_data');

/** Waits before the next attempt, but not longer than until the browser is online again. */
async function waitForRetry(key: string, failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, retryPausesMs[Math.min(failures, retryPausesMs.length - 1)]);
  changeUpload(key, { isWaiting: true, retry: resolve });
  const listening = new AbortController();
  addEventListener('online', () => resolve(), { signal: listening.signal });
  signal.addEventListener('abort', () => resolve(), { signal: listening.signal });
  await promise;
  listening.abort();
  clearTimeout(timer);
  signal.throwIfAborted();
}
