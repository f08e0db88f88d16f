// Uploaded files, as they are: any part of them, with validators, and never as a page of the site.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { typeOfName } from '../files/kinds.ts';
import { type FileStore, isStorePath, type StoredFile } from '../files/store.ts';

/** How long a file may be taken to be the same. A name that is free again can be given to another file. Seconds. */
const lasting = 7 * 24 * 60 * 60;

/** A part of a file, both ends included. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** What browsers would run or open as a document of ours: it is saved instead. */
const saved = new Set(['text/html', 'application/javascript', 'application/ttaf+xml', 'application/pdf', 'text/css']);

/** Nothing that is in a file runs, loads anything, or belongs to the site. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * Sends a stored file; false where there is none. `path` is below the uploads, as it stands in the address.
 * @throws StoreUnavailable while nothing has been sent
 */
export async function sendUpload(
  files: FileStore,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const name = decoded(path);
  const type = name === undefined ? undefined : typeOfName(name);
  if (name === undefined || type === undefined || !isStorePath(name)) return false;
  const file = await files.open(name);
  if (!file) return false;
  const etag = `"${file.size.toString(36)}-${Math.floor(file.modified).toString(36)}"`;
  const headers: Record<string, string> = {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=UTF-8` : type,
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': policy,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': `public, max-age=${lasting}`,
    ETag: etag,
    'Last-Modified': new Date(file.modified).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...(saved.has(type) && { 'Content-Disposition': 'attachment' }),
  };
  if (isKnown(request, etag, file)) {
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
  // While no status is sent, a store that fails is still a 503.
  const stream = await file.read(start, end);
  response.writeHead(range ? 206 : 200, headers);
  // A reader who goes away ends the reading; there is nobody left to tell.
  await pipeline(stream, response).catch(() => response.destroy());
  return true;
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function isKnown({ headers }: IncomingMessage, etag: string, { modified }: StoredFile): boolean {
  const sent = headers['if-none-match'];
  if (sent !== undefined) return sent.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(modified / 1000) * 1000 <= since;
}

/** The one part that is asked for; `none` where there is no such part, undefined where all is to be sent. */
function rangeOf(
  { headers }: IncomingMessage,
  etag: string,
  { size, modified }: StoredFile,
): Range | 'none' | undefined {
  const condition = headers['if-range']?.toString();
  if (condition !== undefined && condition !== etag && Date.parse(condition) !== Math.floor(modified / 1000) * 1000)
    return undefined;
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [from, to] = [found[1] ?? '', found[2] ?? ''];
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (start >= size) return 'none';
  return start <= end ? { start, end } : undefined;
}
