// Sends a piece of a file.
import { withQuery } from './client.ts';
import { importsPath, type SiteImport } from './resources/imports.ts';
import { sendFile } from './send-file.ts';

/** A piece of a file and its position in the file, in bytes. */
export interface Piece {
  readonly importId: number;
  readonly offset: number;
  readonly bytes: Blob;
}

/**
 * Sends a piece and returns the import. `onProgress` is called with the number of bytes that were sent. If the session has ended, it is
 * continued. Throws ApiError; DOMException `AbortError` if the signal aborts.
 */
export async function uploadPiece(
  { importId, offset, bytes }: Piece,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<SiteImport> {
  const path = withQuery(`${importsPath}/${importId}/pieces`, { offset });
  const body = bytes.slice(0, bytes.size, 'application/octet-stream');
  return (await sendFile<SiteImport>({ path, body, signal, onProgress })).data;
}
