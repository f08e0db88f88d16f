// Fetching an address that somebody else has named (architecture.md §7): every address its host has is checked, one of them
// is pinned for the connection, redirects are checked again, and bytes and time end.
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { fetchableUrl, isPublicAddress, literalOf } from './addresses.ts';
import { type FindAddresses, makeFindAddresses } from './host-addresses.ts';
import type { IsOwn } from './own-listener.ts';

/** Why nothing was fetched. */
export type FetchFault = 'refused' | 'answered' | 'failed';

export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';
  readonly fault: FetchFault;

  constructor(fault: FetchFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface FetchLimits {
  /** How long everything may take. Milliseconds. */
  readonly patience?: number;
  /** Resolves a host name to all its addresses. */
  readonly resolve?: FindAddresses;
  /** The ports that may be asked, as addresses write them. */
  readonly ports?: ReadonlySet<string>;
  /** Whether an address may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** Hosts that the operator lets be asked whatever network they are in, at any port. Lower case. */
  readonly hosts?: ReadonlySet<string>;
  /** Whether an address and port are those of the service itself, which is never asked, whatever `hosts` names. */
  readonly isOwn?: IsOwn;
  /** What kinds of content are asked for; absent: pictures. */
  readonly accept?: string;
  /** Ends everything early. */
  readonly signal?: AbortSignal;
}

/** What is known of an answer beside its body. */
export interface FetchedHead {
  /** Where it came from, after all redirects. */
  readonly address: string;
  /** The media type that it is said to be of, with its parameters. */
  readonly type: string;
}

const mostRedirects = 3;

const addressesOf = makeFindAddresses();

/** Whether an address may be asked for, as far as can be told before: its text, and every address of its host. */
export async function mayFetch(text: string, limits: FetchLimits = {}): Promise<boolean> {
  const { resolve = addressesOf } = limits;
  const { url, isAllowed } = allowedUrl(text, limits);
  if (!url) return false;
  const found = literalOf(url) === undefined ? await resolve(url.hostname) : [url.hostname.replace(/^\[|\]$/g, '')];
  return found.length > 0 && found.every(isAllowed);
}

/** Whether an address may be asked for as far as its text tells; what its host leads to is looked at when it is asked. */
export const mayName = (text: string, limits: FetchLimits = {}): boolean => allowedUrl(text, limits).url !== undefined;

/** An address as far as its text may be asked for, and which addresses its host may have. */
function allowedUrl(text: string, { isAllowed = isPublicAddress, isOwn, ports, hosts }: FetchLimits) {
  const named = URL.canParse(text) ? new URL(text) : undefined;
  const isNamed = named !== undefined && hosts?.has(named.hostname) === true;
  const may = (address: string): boolean =>
    (isNamed || isAllowed(address)) && !(named && isOwn?.(address, portOf(named)));
  return { url: fetchableUrl(text, may, isNamed ? new Set([named.port]) : ports), isAllowed: may };
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port));

/** Whether an address leads to the service itself at present, whatever its host is called. */
export async function leadsToOwn(text: string, { isOwn, resolve = addressesOf }: FetchLimits): Promise<boolean> {
  if (!isOwn || !URL.canParse(text)) return false;
  const url = new URL(text);
  const literal = literalOf(url);
  const found = literal === undefined ? await resolve(url.hostname) : [literal];
  return found.some((address) => isOwn(address, portOf(url)));
}

/**
 * Fetches what is at an address and gives it to `take`, in pieces.
 *
 * Throws FetchFailed where the address may not be asked for, the answer is not 200, the connection fails or takes too long.
 */
export async function guardedFetch<T>(
  text: string,
  take: (body: AsyncIterable<Uint8Array>, head: FetchedHead) => Promise<T>,
  limits: FetchLimits = {},
): Promise<T> {
  const signal = endOf(limits);
  let address = text;
  for (let n = 0; n <= mostRedirects; n += 1) {
    const answer = await ask(address, limits, signal);
    const { statusCode: status = 0, headers } = answer;
    if (status >= 300 && status < 400 && headers.location !== undefined) {
      answer.destroy();
      address = redirected(address, headers.location);
      continue;
    }
    if (status !== 200) {
      answer.destroy();
      throw new FetchFailed('answered', `the answer is ${status}`);
    }
    try {
      return await take(answer, { address, type: headers['content-type'] ?? '' });
    } finally {
      answer.destroy();
    }
  }
  throw new FetchFailed('answered', 'there are too many redirects');
}

/** What is sent to an address that somebody else has named. */
export interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What was answered to a message, whatever its status is. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** The largest reply that is read. Bytes. */
const largestReply = 1024 * 1024;

/**
 * Sends a message by POST and gives what is answered to it. Redirects are not followed: what was sent to one address is not for
 * another.
 *
 * Throws FetchFailed where the address may not be asked for, the connection fails or takes too long, or the reply is too large.
 */
export async function guardedSend(text: string, message: Message, limits: FetchLimits = {}): Promise<Reply> {
  const parts: Buffer[] = [];
  const { status, headers } = await send(text, message, limits, (part) => parts.push(part));
  return { status, headers, body: Buffer.concat(parts).toString() };
}

/** Sends a message as `guardedSend` does and gives the status of the reply, of which nothing is kept. Throws as that does. */
export async function guardedTell(text: string, message: Message, limits: FetchLimits = {}): Promise<number> {
  return (await send(text, message, limits, () => {})).status;
}

async function send(text: string, message: Message, limits: FetchLimits, take: (part: Buffer) => unknown) {
  const signal = endOf(limits);
  const answer = await ask(text, { accept: '*/*', ...limits }, signal, message);
  try {
    let length = 0;
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > largestReply) throw new FetchFailed('answered', 'the reply is too large');
      take(part);
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers };
  } catch (error) {
    throw failureOf(error, signal);
  } finally {
    answer.destroy();
  }
}

/** A redirect never leads from a secure address to a plain one. */
function redirected(from: string, location: string): string {
  if (!URL.canParse(location, from)) throw new FetchFailed('answered', 'it redirects to no address');
  const to = new URL(location, from);
  if (new URL(from).protocol === 'https:' && to.protocol !== 'https:')
    throw new FetchFailed('refused', 'it redirects to a plain address');
  return to.href;
}

/** When everything must have ended. */
function endOf({ patience = 30_000, signal }: FetchLimits): AbortSignal {
  const timeout = AbortSignal.timeout(patience);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** What is said of a fetch that has not ended in time, and of one whose host is not found. */
export const tookTooLong = 'it took too long';
export const noSuchHost = 'its host is not found';

function failureOf(error: unknown, { reason }: AbortSignal): FetchFailed {
  if (error instanceof FetchFailed) return error;
  const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
  return new FetchFailed('failed', isLate ? tookTooLong : String(error));
}

function ask(text: string, limits: FetchLimits, signal: AbortSignal, message?: Message) {
  const { resolve = addressesOf, accept = 'image/*' } = limits;
  const { url, isAllowed } = allowedUrl(text, limits);
  if (!url) throw new FetchFailed('refused', 'this address may not be asked for');
  // The connection goes to an address that was checked here, whatever the name means a moment later.
  const pinned: LookupFunction = (host, { all }, done) => {
    const choose = (found: readonly string[]): void => {
      const [first = ''] = found;
      const family = first.includes(':') ? 6 : 4;
      if (found.length === 0) done(new FetchFailed('refused', noSuchHost), []);
      else if (!found.every(isAllowed)) done(new FetchFailed('refused', 'this host may not be asked'), []);
      else if (all) done(null, [{ address: first, family }] satisfies LookupAddress[]);
      else done(null, first, family);
    };
    resolve(host).then(choose, (error: Error) => done(error, []));
  };
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const common = { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Octavo' };
  const length = message && { 'Content-Length': String(Buffer.byteLength(message.body)) };
  const headers = { ...common, ...message?.headers, ...length };
  const method = message ? 'POST' : 'GET';
  return new Promise<IncomingMessage>((answer, fail) => {
    const going = request(
      url,
      { method, lookup: pinned, signal, headers, agent: false, maxHeaderSize: 16_384 },
      answer,
    );
    going.on('error', (error) => fail(failureOf(error, signal)));
    // A connection that is to become another protocol's is closed without an error and without an answer.
    going.on('close', () => fail(new FetchFailed('failed', 'it was closed without an answer')));
    going.end(message?.body);
  });
}
