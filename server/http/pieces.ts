// Receives files that are uploaded in pieces, in their order. Each piece is a request body.
import { ApiError } from '../api-error.ts';
import type { ReceivedFile, Upload } from './upload.ts';

/** The size of each piece, in bytes, if the service accepts files of this size. */
const maxPieceBytes = 8 * 1024 * 1024;

/** Returns the size of each piece except the last one, in bytes. `maxUploadBytes` is the maximum size of a request body that is a file. */
export const pieceBytesOf = (maxUploadBytes: number): number => Math.min(maxPieceBytes, maxUploadBytes);

/** The progress of an upload. */
interface UploadProgress {
  /** Number of bytes that were received. */
  readonly received: number;
  /** Whether no further piece is accepted. */
  readonly isComplete: boolean;
}

/** Throws ApiError 409 `rest_upload_wrong_offset` unless the next piece of the file begins at the offset. */
export function requireOffset({ received, isComplete }: UploadProgress, offset: number): void {
  if (!isComplete && offset === received) return;
  const message = isComplete
    ? 'The file has already been received completely.'
    : `The next piece begins at the offset ${received}.`;
  throw new ApiError('rest_upload_wrong_offset', 409, message, { data: { received } });
}

/**
 * Receives a body as a file with this size, in bytes. A `Content-MD5` is compared with it.
 *
 * Throws ApiError 400 `rest_upload_no_data` or `rest_upload_invalid_piece`, 412 `rest_upload_hash_mismatch`, and 413
 * `rest_upload_file_too_big`.
 */
export async function readPiece(upload: Upload | undefined, size: number): Promise<ReceivedFile> {
  const sizeError = () => new ApiError('rest_upload_invalid_piece', 400, `This piece must have ${size} bytes.`);
  if (!upload || upload.fields !== undefined)
    throw new ApiError('rest_upload_no_data', 400, 'Send the piece as the body, as application/octet-stream.');
  const length = upload.headers['content-length'];
  // Larger bodies are not read.
  if (length !== undefined && Number(length) > size) throw sizeError();
  const file = await upload.body();
  if (!file) throw new ApiError('rest_upload_no_data', 400, 'The request contains no piece, or the piece is empty.');
  if (file.size !== size) throw sizeError();
  const hash = upload.headers['content-md5'];
  if (hash !== undefined && hash.trim() !== file.md5)
    throw new ApiError('rest_upload_hash_mismatch', 412, 'The piece does not match its Content-MD5 header.');
  return file;
}
