// Sends a piece of a file. `fetch` does not report how much of a body was sent, so this uses the older interface of browsers.
import { currentNonce, isSessionRejected, readResponse, throwUnreachable, withQuery } from './client.ts';
import { apiPath } from './page.ts';
import { importsPath, type SiteImport } from './resources/imports.ts';
import { continueSession } from './session.ts';

/** A piece of a file and its position in the file, in bytes. */
export interface Piece {
  readonly importId: number;
  readonly offset: number;
  readonly bytes: Blob;
}

/**
 * Sends a piece and returns the import. `onProgress` is called with the number of bytes that were sent. If the session has ended, it is
 * continued. Throws ApiError, or `signal.reason` if the signal aborts.
 */
export async function uploadPiece(
  piece: Piece,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<SiteImport> {
  const response = await post(piece, signal, onProgress);
  if (!(await isSessionRejected(response))) return (await readResponse<SiteImport>(response)).data;
  await continueSession();
  return (await readResponse<SiteImport>(await post(piece, signal, onProgress))).data;
}

function post(
  { importId, offset, bytes }: Piece,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<Response> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('POST', apiPath + withQuery(`${importsPath}/${importId}/pieces`, { offset }));
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Content-Type', 'application/octet-stream');
  request.setRequestHeader('X-WP-Nonce', currentNonce());
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
  request.onerror = () => reject(new TypeError('the request has failed'));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  request.send(bytes);
  return promise
    .catch((error: unknown) => (signal.aborted ? Promise.reject(signal.reason) : throwUnreachable(error)))
    .finally(() => signal.removeEventListener('abort', abort));
}
