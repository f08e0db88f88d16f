// Creates and verifies preview URLs, at which an entry can be viewed before it is published. Each URL has a signature that cannot
// be forged, and a row in the database; deleting the row invalidates the URL.
import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../access/secrets.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import type { EntryDeps } from './deps.ts';
import { findPreview, findPreviewsOf, insertPreview, type PreviewRow } from './previews-store.ts';
import type { EntryHead, WholeEntry } from './rows.ts';

export type { PreviewRow };

/** Default lifetime of a preview, in seconds. */
const previewLifetimeSeconds = 2 * 24 * 3600;

type PreviewDeps = Pick<EntryDeps, 'site' | 'database'>;

/** An entry that is loaded for a request, with the preview if the request has a valid preview signature. */
export type Previewed<T = WholeEntry> = T & { readonly preview?: PreviewRow };

/** Returns the current time in the unit of the expiry of previews: seconds since 1970. */
export const previewNow = ({ site: { clock } }: Pick<EntryDeps, 'site'>): number => Math.floor(clock() / 1000);

/** Returns a URL with the preview parameters. Without `preview`, the URL works only for signed-in users. */
export function previewUrl(href: string, preview: PreviewRow | undefined, { site: { key } }: Pick<EntryDeps, 'site'>) {
  const url = new URL(href);
  if (preview) {
    url.searchParams.set('preview_id', String(preview.entry_id));
    url.searchParams.set('preview_nonce', previewSignature(key, preview));
  }
  url.searchParams.set('preview', 'true');
  return url.href;
}

/** Returns the signature of a preview URL. */
const previewSignature = (key: string, { id, entry_id, revision }: PreviewRow): string =>
  `${id.toString(36)}_${keyedHash(key, `preview ${id} ${entry_id} ${revision}`).slice(0, 32)}`;

/** Returns the preview with this signature; undefined if the signature is not valid for the entry, or the preview has expired. */
export async function verifyPreview(
  deps: PreviewDeps,
  signature: string,
  entry: number,
): Promise<PreviewRow | undefined> {
  const id = Number.parseInt(/^([0-9a-z]{1,10})_/.exec(signature)?.[1] ?? '', 36);
  const preview = Number.isSafeInteger(id) ? await findPreview(deps.database.primary, id) : undefined;
  if (!preview || preview.entry_id !== entry || preview.expires <= previewNow(deps)) return undefined;
  const [actual, expected] = [Buffer.from(signature), Buffer.from(previewSignature(deps.site.key, preview))];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? preview : undefined;
}

/**
 * Returns the entry, with the preview if the request has a valid signature. Previews are ignored in the edit context and for entries in
 * the trash.
 */
export async function withPreview<T extends EntryHead>(
  deps: PreviewDeps,
  { query, args }: Call,
  entry: T,
): Promise<Previewed<T>> {
  const signature = query.preview_nonce;
  if (typeof signature !== 'string' || args.context === 'edit' || entry.status === 'trash') return entry;
  const preview = await verifyPreview(deps, signature, entry.id);
  return preview ? { ...entry, preview } : entry;
}

/**
 * Returns the error for a request that is forbidden and has a preview signature; undefined if it has none. In such a request, the
 * signature was found to be invalid.
 */
export const invalidPreviewError = ({ query }: Call): PermissionError | undefined =>
  query.preview_nonce === undefined
    ? undefined
    : {
        code: 'rest_forbidden',
        message: 'Invalid preview link: it is incomplete, has expired or was deleted.',
      };

/** Creates a preview of an autosave unless it has one that is valid for another day. All users who may edit the entry share it. */
export async function ensurePreview(
  deps: PreviewDeps,
  tx: WriteHandle,
  { entry_id, revision, author }: Pick<PreviewRow, 'entry_id' | 'revision' | 'author'>,
): Promise<void> {
  const created = previewNow(deps);
  const known = await findPreviewsOf(tx, [entry_id], created + previewLifetimeSeconds / 2);
  if (known.some((each) => each.revision === revision)) return;
  await insertPreview(tx, { entry_id, revision, author, created, expires: created + previewLifetimeSeconds });
}
