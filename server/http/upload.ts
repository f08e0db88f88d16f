// Files that come with a request. The pipeline asks for them where an endpoint takes files; the service says where they
// are put meanwhile.

import { Refusal } from '../refusal.ts';

/** The largest body that is read where no files are taken and nothing else is configured. Bytes. */
export const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Refuses a body that is said to be larger than what is read. Throws Refusal 413 `rest_body_too_large`. */
export function requireReadable(headers: Incoming['headers'], maxBytes: number = DEFAULT_MAX_BODY_BYTES): void {
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new Refusal('rest_body_too_large', 413, `A body may have at most ${maxBytes} bytes.`);
}

/** A file that was received, on this machine until the request has been answered. */
export interface ReceivedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal, lower case. */
  readonly md5: string;
}

/** A file of a form. */
export interface FormFile extends ReceivedFile {
  readonly field: string;
  /** The last part of the name it was sent under. */
  readonly name: string;
  /** The type it was sent under. */
  readonly type: string;
  /** More was sent than is taken of one file; what is here is not all of it. */
  readonly tooLarge: boolean;
}

/** What came with a request besides its parameters. */
export interface Upload {
  /** The headers of the request, names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The fields of a form as a query; undefined where the body is no form. */
  readonly fields: string | undefined;
  /** The files of a form; of those that are not kept the path is empty. */
  readonly files: readonly FormFile[];
  /** Receives the body itself as a file; undefined where there is none. Throws Refusal 413 `rest_upload_file_too_big`. */
  body(): Promise<ReceivedFile | undefined>;
  /** Removes what is left of what was received. */
  discard(): Promise<void>;
}

/** The part of a request that files are received from. */
export interface Incoming {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** A body that is not held in memory, in pieces. */
  readonly stream: AsyncIterable<Uint8Array>;
}

/**
 * Receives what comes with a request. The files of a form are kept only where `keep` says so, and read past otherwise.
 *
 * Throws Refusal 400 `rest_too_many_parameters`, `rest_bad_form`.
 */
export type Receive = (incoming: Incoming, keep: boolean) => Promise<Upload>;
