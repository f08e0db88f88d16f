// Declares the files that are uploaded with a request. The pipeline receives them if the endpoint accepts files; the service decides
// where they are stored temporarily.

import { ApiError } from '../api-error.ts';

/** Default maximum size, in bytes, of a body on routes that do not accept files. */
export const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Throws ApiError 413 `rest_body_too_large` if the `Content-Length` of a body exceeds the limit. */
export function requireBodyWithinLimit(headers: Incoming['headers'], maxBytes: number = DEFAULT_MAX_BODY_BYTES): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new ApiError(
      'rest_body_too_large',
      413,
      `The request body is too large: at most ${maxBytes} bytes are allowed.`,
    );
}

/** A received file, which stays on this machine until the request is finished. */
export interface ReceivedFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** MD5 hash in lowercase hexadecimal. */
  readonly md5: string;
}

/** A file in a multipart form. */
export interface FormFile extends ReceivedFile {
  readonly field: string;
  /** The submitted file name, without directories. */
  readonly name: string;
  /** The submitted media type. */
  readonly type: string;
  /** Whether the file exceeds the size limit and was truncated. */
  readonly isTooLarge: boolean;
}

/** The files and form fields of a request. */
export interface Upload {
  /** Request headers; names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The fields of a form, encoded as a query string; undefined if the body is not a form. */
  readonly fields: string | undefined;
  /** The files of a form; files that were not stored have an empty path. */
  readonly files: readonly FormFile[];
  /** Receives the body itself as a file, or returns undefined if it is empty. Throws ApiError 413 `rest_upload_file_too_big`. */
  body(): Promise<ReceivedFile | undefined>;
  /** Deletes the received files that still exist. */
  discard(): Promise<void>;
}

/** The properties of a request that are needed to receive its files. */
export interface Incoming {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The unbuffered body, in chunks. */
  readonly stream: AsyncIterable<Uint8Array>;
}

/**
 * Receives the body of a request. The files of a form are stored if `shouldStore` is true and skipped otherwise.
 *
 * Throws ApiError 400 `rest_too_many_parameters` or `rest_bad_form`.
 */
export type Receive = (incoming: Incoming, shouldStore: boolean) => Promise<Upload>;
