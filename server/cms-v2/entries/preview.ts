// Addresses at which an entry can be looked at before it is published: each has a row, without which it leads nowhere, and a
// sign that nobody can make up.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../access/secrets.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Denial } from '../../http/room.ts';
import { findPreview, findPreviewsOf, insertPreview, type PreviewRow } from '../previews/store.ts';
import type { EntryParts } from './parts.ts';
import type { EntryHead, WholeEntry } from './rows.ts';

export type { PreviewRow };

/** How long an address holds where nothing else is said. Seconds. */
export const previewLifetime = 2 * 24 * 3600;

type PreviewParts = Pick<EntryParts, 'key' | 'clock' | 'database'>;

/** An entry as it was loaded for a request, with the preview that the request bears. */
export type Previewed<T = WholeEntry> = T & { readonly preview?: PreviewRow };

/** The moment that previews are judged at. Seconds since 1970. */
export const previewMoment = ({ clock }: Pick<EntryParts, 'clock'>): number => Math.floor(clock() / 1000);

/** The address of an entry with what lets it be looked at; without a preview it is for those who are signed in. */
export function previewAddress(address: string, preview: PreviewRow | undefined, { key }: Pick<EntryParts, 'key'>) {
  const url = new URL(address);
  if (preview) {
    url.searchParams.set('preview_id', String(preview.entry_id));
    url.searchParams.set('preview_nonce', previewSign(key, preview));
  }
  url.searchParams.set('preview', 'true');
  return url.href;
}

/** What shows that somebody was given an address. */
export const previewSign = (key: string, { id, entry_id, revision }: PreviewRow): string =>
  `${id.toString(36)}_${keyedHash(key, `preview ${id} ${entry_id} ${revision}`).slice(0, 32)}`;

/** The preview that a sign is of; undefined where it is made up, has expired, was taken back or is of another entry. */
export async function readPreview(parts: PreviewParts, sign: string, entry: number): Promise<PreviewRow | undefined> {
  const id = Number.parseInt(/^([0-9a-z]{1,10})_/.exec(sign)?.[1] ?? '', 36);
  const preview = Number.isSafeInteger(id) ? await findPreview(parts.database.read, id) : undefined;
  if (!preview || preview.entry_id !== entry || preview.expires <= previewMoment(parts)) return undefined;
  const [given, own] = [Buffer.from(sign), Buffer.from(previewSign(parts.key, preview))];
  return given.length === own.length && timingSafeEqual(given, own) ? preview : undefined;
}

/** The entry with the preview that a request bears: what it shows is shown as readers will see it. */
export async function withPreview<T extends EntryHead>(
  parts: PreviewParts,
  { query, args }: Call,
  entry: T,
): Promise<Previewed<T>> {
  const sign = query.preview_nonce;
  if (typeof sign !== 'string' || args.context === 'edit' || entry.status === 'trash') return entry;
  const preview = await readPreview(parts, sign, entry.id);
  return preview ? { ...entry, preview } : entry;
}

/** What is said to those who bear a sign that leads nowhere. */
export const leadsNowhere = ({ query }: Call): Denial | undefined =>
  query.preview_nonce === undefined
    ? undefined
    : {
        code: 'rest_forbidden',
        message: 'This preview shows nothing: its address is incomplete, has expired or was taken back.',
      };

/** The preview of an autosave that comes with its answers: one for all who may change it, made anew before it expires. */
export async function keepPreview(
  parts: PreviewParts,
  tx: WriteHandle,
  { entry_id, revision, author }: Pick<PreviewRow, 'entry_id' | 'revision' | 'author'>,
): Promise<void> {
  const created = previewMoment(parts);
  const known = await findPreviewsOf(tx, [entry_id], created + previewLifetime / 2);
  if (known.some((each) => each.revision === revision)) return;
  await insertPreview(tx, { entry_id, revision, author, created, expires: created + previewLifetime });
}
