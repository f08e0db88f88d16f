// Text at an address that somebody else has named, as much of it as is needed.
import { type FetchedHead, FetchFailed, type FetchLimits, guardedFetch } from './guarded-fetch.ts';

/** How long an answer that people wait for may take. Milliseconds. */
const patience = 5000;

/** The most that is read. Bytes. */
const most = 256 * 1024;

/** How many are fetched at a time for all who ask; others wait. */
const mostAtOnce = 16;

export interface FetchedText extends FetchedHead {
  readonly text: string;
}

let fetching = 0;
const waiting: (() => void)[] = [];

/**
 * The beginning of the text at an address, 256 KiB at most; undefined where it is of none of these media types, and then it
 * is not read. Throws FetchFailed.
 */
export async function fetchText(
  address: string,
  types: readonly string[],
  limits: FetchLimits = {},
): Promise<FetchedText | undefined> {
  if (fetching >= mostAtOnce) await new Promise<void>((go) => waiting.push(go));
  else fetching += 1;
  try {
    return await guardedFetch(address, (body, head) => readText(body, head, types), {
      patience,
      ...limits,
      accept: types.join(', '),
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else fetching -= 1;
  }
}

async function readText(
  body: AsyncIterable<Uint8Array>,
  head: FetchedHead,
  types: readonly string[],
): Promise<FetchedText | undefined> {
  const [type = ''] = head.type.toLowerCase().split(';', 1);
  if (!types.includes(type.trim())) return undefined;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece);
      length += piece.length;
      if (length >= most) break;
    }
  } catch (error) {
    throw new FetchFailed('failed', String(error));
  }
  const bytes = Buffer.concat(pieces).subarray(0, most);
  return { ...head, text: decoded(bytes, head.type) };
}

/** In the encoding that the answer names, or its first thousand bytes; else UTF-8. */
function decoded(bytes: Buffer, type: string): string {
  const named = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const label = named.exec(type)?.[1] ?? named.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
