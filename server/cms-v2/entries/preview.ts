// Addresses at which an entry can be looked at before it is published.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../access/secrets.ts';
import type { Call } from '../../http/room.ts';
import type { EntryParts } from './parts.ts';

/** How long an address holds at least. Milliseconds. */
const lifetime = 2 * 24 * 3600 * 1000;

/** Addresses made within the same part of a day are the same, so that an answer can be told from another one. Milliseconds. */
const step = 6 * 3600 * 1000;

/**
 * The address of an entry with what lets it be looked at: with the number of the entry, a sign that holds for two days;
 * without, it is for those who are signed in.
 */
export function previewAddress(address: string, id: number | undefined, { key, clock }: EntryParts): string {
  const url = new URL(address);
  const expires = (Math.floor(clock() / step) + 1) * step + lifetime;
  if (id !== undefined) {
    url.searchParams.set('preview_id', String(id));
    url.searchParams.set('preview_nonce', signOf(key, id, expires));
  }
  url.searchParams.set('preview', 'true');
  return url.href;
}

/** Whether a request bears a sign that lets it look at an entry, as readers will see it. */
export function isPreview(
  { query, args }: Call,
  id: number,
  { key, clock }: Pick<EntryParts, 'key' | 'clock'>,
): boolean {
  const sign = query.preview_nonce;
  if (typeof sign !== 'string' || args.context === 'edit') return false;
  const expires = Number.parseInt(sign.split('_')[0] ?? '', 36);
  if (!Number.isSafeInteger(expires) || expires < clock()) return false;
  const [given, own] = [Buffer.from(sign), Buffer.from(signOf(key, id, expires))];
  return given.length === own.length && timingSafeEqual(given, own);
}

const signOf = (key: string, id: number, expires: number): string =>
  `${expires.toString(36)}_${keyedHash(key, `preview ${id} ${expires}`).slice(0, 32)}`;
