// Sends files and parts of files to the API. `fetch` does not report the progress of an upload, so it is sent with `XMLHttpRequest`.
import { __ } from '@wordpress/i18n';
import { type ApiResponse, currentNonce, readResponse, sendInSession, throwUnreachable } from './client.ts';
import { apiPath } from './page.ts';

/** A request with a file. */
export interface FileRequest {
  /** The path below the REST root. */
  readonly path: string;
  /** A form with the file, or bytes, whose type is that of the request. */
  readonly body: FormData | Blob;
  /** The version of the record that the request changes: it fails with status 412 if the record has another version. */
  readonly ifMatch?: string | undefined;
  readonly signal?: AbortSignal;
  /** Receives the number of bytes that have been sent, and that of all. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** Sends a file with the method POST. Throws ApiError; DOMException `AbortError` if the signal aborts. */
export async function sendFile<T>(request: FileRequest): Promise<ApiResponse<T>> {
  return readResponse<T>(await sendInSession(() => post(request).catch(throwUnreachable)));
}

function post({ path, body, ifMatch, signal, onProgress }: FileRequest): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  if (signal?.aborted) throw canceled();
  signal?.addEventListener('abort', abort);
  request.open('POST', apiPath + path);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('X-WP-Nonce', currentNonce());
  if (ifMatch !== undefined) request.setRequestHeader('If-Match', ifMatch);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
  request.onload = () => resolve(responseOf(request));
  request.onerror = () => reject(new TypeError(__('The file could not be sent.')));
  request.onabort = () => reject(canceled());
  request.onloadend = () => signal?.removeEventListener('abort', abort);
  request.send(body);
  return promise;
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return new Response(request.responseText, { status: request.status, headers });
}

const canceled = (): DOMException => new DOMException(__('The upload was canceled.'), 'AbortError');
