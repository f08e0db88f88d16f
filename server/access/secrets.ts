// Hashes secrets: account passwords with argon2id, random secrets with a fast keyed hash (docs/security.md, Credentials).
import { type Argon2Parameters, argon2, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../api-error.ts';
import { InFlightCounter } from '../workers/in-flight-counter.ts';
import { QueueFull, WorkQueue } from '../workers/work-queue.ts';
import { argon2id } from './hashing.ts';

/** Maximum pause between login attempts from untrusted addresses, in milliseconds. */
const maxPauseMs = 150;

/**
 * Queue of passwords to hash, one at a time. After an attempt from an untrusted address, it pauses for twice the hashing time, but for at
 * most 150 ms: hashing fills CPU caches and the memory bus, which slows down other cores as well (docs/performance.md).
 */
const hashQueue = new WorkQueue({ concurrency: 1, maxQueued: 100, pauseMs: (took) => Math.min(2 * took, maxPauseMs) });

/** Number of new passwords being hashed, by the user who sets them. */
const newPasswords = new InFlightCounter();

/**
 * Hashes a password when it is its turn. Throws ApiError 503 `rest_too_busy` if too many passwords of the same or a lower rank are queued.
 */
async function hash(parameters: Argon2Parameters, rank: number): Promise<Buffer> {
  try {
    return await hashQueue.run(() => argon2id(parameters), rank);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new ApiError('rest_too_busy', 503, 'Too many passwords are being checked; try again in 2 seconds.', {
      retryAfter: 2,
    });
  }
}

/** Parameters of argon2id: 19 MiB, two passes, one lane, the minimum recommended by OWASP. */
const hashParameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Maximum length of a password, in bytes. Longer ones are rejected before they are hashed. */
export const maxPasswordBytes = 4096;

/**
 * Returns the argon2id hash of an account password in the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
 *
 * `by` identifies the user who sets the password: one new password per user at a time takes precedence over login attempts. Throws
 * ApiError 503 `rest_too_busy`.
 */
export async function hashPassword(password: string, by = ''): Promise<string> {
  const nonce = randomBytes(16);
  const rank = newPasswords.begin(by) - 1;
  const hashed = hash({ message: password.normalize('NFC'), nonce, ...hashParameters }, rank);
  return formatHash(nonce, await hashed.finally(() => newPasswords.end(by)));
}

/** Returns the hash of an account password without queueing. Must be used only at startup, when no requests are served yet. */
export async function hashAtStartup(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return formatHash(
    nonce,
    await promisify(argon2)('argon2id', { message: password.normalize('NFC'), nonce, ...hashParameters }),
  );
}

function formatHash(nonce: Buffer, tag: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${hashParameters.memory},t=${hashParameters.passes},p=${hashParameters.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** A hash that no password matches; checking it takes as long as checking a real one. */
const dummyHash = `$argon2id$v=19$m=${hashParameters.memory},t=${hashParameters.passes},p=${hashParameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Returns whether a password matches a stored hash. Without a stored hash, because there is no such account, the result is false
 * after the same time. A malformed hash matches no password. Queued checks run in order of `rank`, the lowest first.
 */
export async function verifyPassword(password: string, stored: string = dummyHash, rank = 0): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!match || Buffer.byteLength(password) > maxPasswordBytes) return false;
  const [, memory, passes, parallelism, salt = '', expected = ''] = match;
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

/** Returns a random secret of letters and digits. */
export const randomSecret = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns the HMAC-SHA-256 of a string in hexadecimal digits. Of random secrets, only this hash is stored. */
export const keyedHash = (key: string, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('hex');
