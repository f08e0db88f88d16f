// Secrets: account passwords by argon2id, every other random secret by a fast keyed hash (architecture.md §1).
import { type Argon2Parameters, argon2, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../refusal.ts';
import { argon2id } from './hashing.ts';
import { Line, LineFull } from './line.ts';
import { UnderWay } from './under-way.ts';

/** How long there is a rest at most between tries of strangers. Milliseconds. */
const longestRest = 150;

/**
 * One at a time, and between tries of strangers a rest of twice as long: hashing fills the caches and the memory's bus, which
 * readers feel on other processors too (docs/performance.md, Guessing).
 */
const hashing = new Line({ places: 1, longest: 100, rest: (took) => Math.min(2 * took, longestRest) });

/** Passwords that are being hashed, by who chooses them. */
const choosing = new UnderWay();

/** Throws Refusal 503 `rest_too_busy` where too many passwords of this rank or a lower one wait to be hashed. */
async function hash(parameters: Argon2Parameters, rank: number): Promise<Buffer> {
  try {
    return await hashing.during(() => argon2id(parameters), rank);
  } catch (error) {
    if (!(error instanceof LineFull)) throw error;
    throw new Refusal('rest_too_busy', 503, 'Too many passwords are being looked at; try again.', { retryAfter: 2 });
  }
}

/** 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Passwords longer than this are refused before they are hashed. Bytes. */
export const longestPassword = 4096;

/**
 * The argon2id hash of an account password in its usual text form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
 *
 * `by` is who chooses it: who may do so goes before those who only try one, with one password at a time. Throws Refusal 503
 * `rest_too_busy`.
 */
export async function hashPassword(password: string, by = ''): Promise<string> {
  const nonce = randomBytes(16);
  const rank = choosing.begin(by) - 1;
  const hashed = hash({ message: password.normalize('NFC'), nonce, ...cost }, rank);
  return written(nonce, await hashed.finally(() => choosing.end(by)));
}

/** The same at once, beside whatever else a start has to do: nobody is served yet who could be held up by it. */
export async function hashAtStart(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return written(nonce, await promisify(argon2)('argon2id', { message: password.normalize('NFC'), nonce, ...cost }));
}

function written(nonce: Buffer, tag: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`;
}

/** The hash of no password; looking at it takes as long as at that of somebody. */
const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether a password is the one that was hashed. Where nothing is stored, because there is no such account, the answer is
 * no and takes as long. Text that is no such hash fits no password. Where many wait the lowest `rank` goes first.
 */
export async function verifyPassword(password: string, stored: string = nobodys, rank = 0): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!parts || Buffer.byteLength(password) > longestPassword) return false;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const tag = Buffer.from(expected, 'base64');
  const parameters = {
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  };
  const found = await hash(parameters, rank);
  return timingSafeEqual(found, tag);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random secret of letters and digits. */
export const randomSecret = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The keyed hash of a random secret, in hexadecimal digits; only this is stored. */
export const keyedHash = (key: string, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('hex');
