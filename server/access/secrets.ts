// Secrets: account passwords by argon2id, every other random secret by a fast keyed hash (architecture.md §1).
import { type Argon2Parameters, argon2, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const hash = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((done, fail) => argon2('argon2id', parameters, (error, tag) => (error ? fail(error) : done(tag))));

/** 19 MiB, two passes, one lane: the least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** Passwords longer than this are refused before they are hashed. Bytes. */
export const longestPassword = 4096;

/** The argon2id hash of an account password in its usual text form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash({ message: password.normalize('NFC'), nonce, ...cost });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`;
}

/** Whether a password is the one that was hashed. Text that is no such hash fits no password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!parts || Buffer.byteLength(password) > longestPassword) return false;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const tag = Buffer.from(expected, 'base64');
  const found = await hash({
    message: password.normalize('NFC'),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  });
  return timingSafeEqual(found, tag);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A random secret of letters and digits. */
export const randomSecret = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The keyed hash of a random secret, in hexadecimal digits; only this is stored. */
export const keyedHash = (key: string, secret: string): string =>
  createHmac('sha256', key).update(secret).digest('hex');
