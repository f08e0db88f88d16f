// Requests below a REST root: to the `dispatch` of the mount that they came through, and back.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compatibleSpelling, nativeSpelling } from '../../contract/names/spelling.ts';
import type { Request } from '../http/request.ts';
import { Refusal } from '../refusal.ts';
import { carriesFiles, passOver, piecesOf } from './bodies.ts';
import { cacheKeyOf } from './cache-key.ts';
import { makeFor } from './callers.ts';
import { type CrossOrigin, makeCrossOrigin } from './cross-origin.ts';
import type { InFlightBytes, Lease } from './in-flight.ts';
import { type KeptAnswers, type Ready, readyAnswer } from './kept-answers.ts';
import type { Mount } from './mounts.ts';
import { refusedAnswer } from './refuse.ts';
import type { SenderOf } from './sender-address.ts';
import type { Sending } from './sending.ts';
import type { Streams } from './streams.ts';
import { refusedCallback, writingOf, written } from './writing.ts';

export interface RestParts {
  /** Whole answers to anonymous reads. */
  readonly answers: KeptAnswers;
  readonly senderOf: SenderOf;
  readonly sending: Sending;
  readonly streams: Streams;
  readonly inFlight: InFlightBytes;
}

/** A mount with what is the same in all its answers. */
export interface Place {
  readonly mount: Mount;
  readonly crossOrigin: CrossOrigin;
}

/** A place for a mount; pages of `origins` may send credentials to it. */
export const placeOf = (mount: Mount, origins: readonly string[]): Place => ({
  mount,
  crossOrigin: makeCrossOrigin(origins, mount.spelling),
});

/** Whether an address is below a REST root, or that root itself. */
export const isBelow = ({ path }: Mount, url: string): boolean =>
  url.startsWith(path) && (url.length === path.length || url[path.length] === '/' || url[path.length] === '?');

/**
 * Answers a request through a mount. `url` is the address below the mount's root, with its query. `take` is called
 * when the answer is there: from then on nobody else may answer. Rejects where none could be made, before that.
 */
export async function serveRest(
  parts: RestParts,
  { mount, crossOrigin }: Place,
  raw: IncomingMessage,
  response: ServerResponse,
  url: string,
  body: Uint8Array = none,
  take = () => {},
): Promise<void> {
  const { sending, streams } = parts;
  const began = performance.now();
  const { answer, isCached } = await respond(parts, { mount, crossOrigin }, { raw, response, url, body });
  take();
  if (isCached) sending.sendKept(raw, response, answer, began);
  else if (answer.stream && raw.method !== 'HEAD') {
    streams.send(raw, response, answer, answer.stream);
    sending.note(raw, answer, began);
  } else sending.sendMade(raw, response, answer, began);
  if (carriesFiles(raw)) passOver(raw);
}

/** A request, and what carries its response. */
interface Exchange {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  readonly body: Uint8Array;
}

interface Responded {
  readonly answer: Ready;
  readonly isCached: boolean;
}

/** The response to a request: a cached one, where it is an anonymous read, or one that is built when there is memory for it. */
async function respond(parts: RestParts, place: Place, exchange: Exchange): Promise<Responded> {
  const { inFlight } = parts;
  const { raw, response, url } = exchange;
  const key = isKeepable(raw) ? cacheKeyOf(place.mount, url) : undefined;
  // Whoever has no parameters to ignore was looked for by the whole address.
  const cached = key?.isReduced ? parts.answers.find(key.address) : undefined;
  if (key && cached) return { answer: key.own(cached), isCached: true };
  const lease = inFlight.open(() => response.destroy());
  if (response.closed) lease.release();
  else response.once('close', () => lease.release());
  const make = (signal: AbortSignal) => build(parts, place, exchange, lease, signal);
  try {
    if (!inFlight.hasRoom) await inFlight.room(0);
    const made = key
      ? key.own(await parts.answers.make(key.address, raw.socket, async (signal) => key.shared(await make(signal))))
      : await makeFor(raw.socket, make);
    lease.send(made.body, made.length);
    return { answer: made, isCached: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { answer: readyAnswer(refusedAnswer(error), place.crossOrigin), isCached: false };
  }
}

async function build(
  { senderOf }: RestParts,
  { mount, crossOrigin }: Place,
  { raw, url, body }: Exchange,
  lease: Lease,
  signal: AbortSignal,
): Promise<Ready> {
  const writing = writingOf(url);
  if (!writing) return readyAnswer(refusedCallback, () => []);
  const isRead = raw.method === 'GET' || raw.method === 'HEAD';
  // What a write has done is told, however much memory that takes.
  const hold = isRead ? lease.hold : async (bytes: number) => lease.count(bytes);
  const answer = await mount.dispatch({ ...requestOf(raw, url, senderOf(raw), body, signal), hold });
  return readyAnswer(written(answer, writing), crossOrigin);
}

const none = new Uint8Array();

/** The header of a session's nonce, as the mounts spell it. */
const nonceHeaders = [nativeSpelling, compatibleSpelling].map(({ header }) => header('X-CMS-Nonce').toLowerCase());

/** A read by nobody in particular, without a body, whose answer is the same for everybody. */
export function isKeepable({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return (
    headers.authorization === undefined &&
    headers.cookie === undefined &&
    nonceHeaders.every((name) => headers[name] === undefined) &&
    headers['x-http-method-override'] === undefined &&
    headers['content-type'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function requestOf(raw: IncomingMessage, url: string, from: string, body: Uint8Array, signal: AbortSignal): Request {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return {
    // The answer to HEAD is made like that to GET, so that it has the same validator and can be kept for both.
    method: raw.method === 'HEAD' ? 'GET' : (raw.method ?? 'GET'),
    path: path === '' ? '/' : path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: raw.headers as Record<string, string | undefined>,
    body,
    ...(carriesFiles(raw) && { stream: piecesOf(raw) }),
    from,
    signal,
  };
}
