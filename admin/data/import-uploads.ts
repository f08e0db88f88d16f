// The uploads of export files in this tab. They belong to the document and not to a screen, so that they continue on other screens.
import { ApiError } from './client.ts';
import { createImport, listImports, readImport, type SiteImport } from './resources/imports.ts';
import { uploadPiece } from './upload-piece.ts';

/** An upload in this tab. */
export interface Upload {
  readonly importId: number;
  /** The number of bytes that were sent. */
  readonly sent: number;
  readonly size: number;
  /** Whether it waits until the service can be reached again. */
  readonly isWaiting: boolean;
}

interface RunningUpload extends Upload {
  readonly stop: AbortController;
  /** Ends the pause before the next attempt. */
  retry: () => void;
}

/** Pauses before the next attempt after a failed one, in milliseconds; the last one is repeated. */
const retryPausesMs = [1000, 2000, 5000, 10_000, 30_000];

let uploads: ReadonlyMap<number, RunningUpload> = new Map();
const listeners = new Set<() => void>();

/** Returns the uploads of this tab by the IDs of their imports; another object after each change. */
export const currentUploads = (): ReadonlyMap<number, Upload> => uploads;

/** Calls a listener after each change of an upload. Returns a function that removes it. */
export function onUploadChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function setUpload(importId: number, upload: RunningUpload | undefined): void {
  const changed = new Map(uploads);
  if (upload) changed.set(importId, upload);
  else changed.delete(importId);
  uploads = changed;
  // Closing the page would end an upload.
  if (uploads.size > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  for (const listener of listeners) listener();
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

const changeUpload = (importId: number, changes: Partial<Upload>): void => {
  const upload = uploads.get(importId);
  if (upload) setUpload(importId, { ...upload, ...changes });
};

/** Identifies a file in this and later visits. A changed file has another modification time. */
const fingerprintOf = ({ name, size, lastModified }: File): string => `${lastModified} ${size} ${name}`.slice(0, 200);

/**
 * Uploads a file, or the rest of it if its upload was begun before. `onStart` is called with the import before the first piece is sent.
 * Resolves with the import when the file is complete. Connections that are lost are tried again until they succeed.
 *
 * Throws ApiError if the service rejects the file, or a DOMException with the name `AbortError` if the upload is stopped.
 */
export async function uploadExport(file: File, onStart: (started: SiteImport) => void): Promise<SiteImport> {
  const fingerprint = fingerprintOf(file);
  const found = (await listImports()).find(
    (each) => each.state === 'uploading' && each.fingerprint === fingerprint && each.size === file.size,
  );
  const started = found ?? (await createImport({ file_name: file.name.slice(0, 255), size: file.size, fingerprint }));
  stopUpload(started.id);
  const stop = new AbortController();
  setUpload(started.id, {
    ...{ importId: started.id, sent: started.received, size: file.size, isWaiting: false },
    ...{ stop, retry: () => {} },
  });
  onStart(started);
  try {
    return await sendPieces(file, started, stop.signal);
  } finally {
    if (uploads.get(started.id)?.stop === stop) setUpload(started.id, undefined);
  }
}

/** Stops the upload of an import in this tab, if there is one. */
export function stopUpload(importId: number): void {
  uploads.get(importId)?.stop.abort();
}

/** Tries at once to continue an upload that waits. */
export function retryUpload(importId: number): void {
  uploads.get(importId)?.retry();
}

async function sendPieces(file: File, started: SiteImport, signal: AbortSignal): Promise<SiteImport> {
  const { id, piece_size: pieceSize } = started;
  let current = started;
  let failures = 0;
  let isOutdated = false;
  while (current.state === 'uploading') {
    try {
      if (isOutdated) current = await readImport(id);
      isOutdated = false;
      const { received, state } = current;
      if (state !== 'uploading') return current;
      const piece = { importId: id, offset: received, bytes: file.slice(received, received + pieceSize) };
      current = await uploadPiece(piece, signal, (sent) =>
        changeUpload(id, { sent: received + sent, isWaiting: false }),
      );
      failures = 0;
      changeUpload(id, { sent: current.received, isWaiting: false });
    } catch (error) {
      // The service may have received more than this tab knows.
      isOutdated = true;
      const isBehind = error instanceof ApiError && error.code === 'rest_upload_wrong_offset';
      if (!isBehind && !isTemporary(error)) throw error;
      failures += 1;
      if (!isBehind || failures > 1) await waitForRetry(id, failures - 1, signal);
    }
  }
  return current;
}

/** Whether a request can succeed later: without a connection, with an interrupted one, or if the service is busy or restarting. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500 || error.status === 429 || error.code === 'rest_upload_no_data');

/** Waits before the next attempt, but not longer than until the browser is online again. */
async function waitForRetry(id: number, failures: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, retryPausesMs[Math.min(failures, retryPausesMs.length - 1)]);
  const upload = uploads.get(id);
  if (upload) setUpload(id, { ...upload, isWaiting: true, retry: resolve });
  const listening = new AbortController();
  addEventListener('online', () => resolve(), { signal: listening.signal });
  signal.addEventListener('abort', () => resolve(), { signal: listening.signal });
  await promise;
  listening.abort();
  clearTimeout(timer);
  signal.throwIfAborted();
}
