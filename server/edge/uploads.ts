// Serves uploaded files, with ranges and validators, and never as pages of the site.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { contentTypeOfName } from '../files/file-types.ts';
import { type FileStore, isStorePath, type StoredFile } from '../files/store.ts';
import { type ByteRange, parseByteRange } from '../http/byte-range.ts';

/** Cache lifetime of a font, in seconds. Fonts are never replaced, but the name of a deleted file may be reused. */
const fontCacheSeconds = 7 * 24 * 60 * 60;

/** Caches may store other files, but must ask for each use whether the file has been replaced, which its ETag answers. */
const cacheControlOf = (type: string): string =>
  type.startsWith('font/') ? `public, max-age=${fontCacheSeconds}` : 'public, no-cache';

/** MIME types of active content, which browsers must download instead of displaying. */
const activeContentTypes = new Set([
  'text/html',
  'application/javascript',
  'application/ttaf+xml',
  'application/pdf',
  'text/css',
]);

/** Content security policy: a file must not run scripts, load anything, or share the origin of the site. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Sends a stored file; returns false if it does not exist. `path` is percent-encoded and relative to the root of the uploads. Throws
 * StoreUnavailableError before any headers have been sent.
 */
export async function sendUpload(
  files: FileStore,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const name = decodePath(path);
  const type = name === undefined ? undefined : contentTypeOfName(name);
  if (name === undefined || type === undefined || !isStorePath(name)) return false;
  const file = await files.open(name);
  if (!file) return false;
  const etag = etagOf(file);
  const headers: Record<string, string> = {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': cacheControlOf(type),
    ETag: etag,
    'Last-Modified': new Date(file.modified).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...(activeContentTypes.has(type) && { 'Content-Disposition': 'attachment' }),
  };
  if (isNotModified(request, etag, file)) {
    await file.close();
    response.writeHead(304, headers).end();
    return true;
  }
  const range = rangeOf(request, etag, file);
  if (range === 'none') {
    await file.close();
    response.writeHead(416, { ...headers, 'Content-Range': `bytes */${file.size}` }).end();
    return true;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${file.size}`;
  headers['Content-Length'] = String(end - start + 1);
  if (request.method === 'HEAD' || file.size === 0) {
    await file.close();
    response.writeHead(range ? 206 : 200, headers).end();
    return true;
  }
  await sendFile(file, { start, end }, response, () => response.writeHead(range ? 206 : 200, headers));
  return true;
}

/**
 * Sends a range of a file, and closes the file. The stream is opened before the headers are sent, so that a failing store still results in a
 * 503.
 */
async function sendFile(
  file: StoredFile,
  range: ByteRange,
  response: ServerResponse,
  sendHeaders: () => void,
): Promise<void> {
  const stream = await file.read(range.start, range.end);
  try {
    sendHeaders();
    // A client that disconnects ends the pipeline; there is nothing to report.
    await pipeline(stream, response).catch(() => response.destroy());
  } finally {
    // If the client has disconnected before, the pipeline does not close the file.
    stream.destroy();
    await file.close();
  }
}

/** Returns the ETag of a file, which changes when the file is replaced. */
function etagOf({ size, modified, version = '' }: StoredFile): string {
  const suffix = version.replace(/[^\w-]/g, '');
  return `"${size.toString(36)}-${Math.floor(modified).toString(36)}${suffix && `-${suffix}`}"`;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function isNotModified({ headers }: IncomingMessage, etag: string, { modified }: StoredFile): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined)
    return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(modified / 1000) * 1000 <= since;
}

/** Returns the requested range; `none` if it is not satisfiable, undefined if the whole file is to be sent. */
function rangeOf(
  { headers }: IncomingMessage,
  etag: string,
  { size, modified }: StoredFile,
): ByteRange | 'none' | undefined {
  const condition = headers['if-range']?.toString();
  if (condition !== undefined && condition !== etag && Date.parse(condition) !== Math.floor(modified / 1000) * 1000)
    return undefined;
  return parseByteRange(headers.range, size);
}
