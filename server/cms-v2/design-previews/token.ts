// Creates and verifies the tokens of previews of unsaved changes of the design.
import { findRolesOf } from '../../access/credentials.ts';
import type { Roles } from '../../access/roles.ts';
import { keyedHash, randomSecret } from '../../access/secrets.ts';
import type { DesignOverrides } from '../../site-context.ts';
import { formatTimestamp, toSiteTime } from '../../time/zone.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { previewNow } from '../entries/preview.ts';
import { readChanges } from './changes.ts';
import { findDesignPreview } from './store.ts';

/** The query parameter of public pages with the token. */
export const designPreviewParameter = 'design_preview';

/** The capability that is required to create a preview, and to display it. */
export const designCapability = 'edit_theme_options';

/** Number of letters and digits of a token: 238 bits. */
const tokenLength = 40;

/** Returns a new token. Only its hash is stored. */
export const createToken = (): string => randomSecret(tokenLength);

/** Returns the hash under which the preview with this token is stored. */
export const hashToken = (key: string, token: string): string => keyedHash(key, `design preview ${token}`);

/** A preview that can be displayed. */
export interface OpenedDesignPreview {
  readonly changes: DesignOverrides;
  /** The time of expiry in the time zone of the site: `HH:MM`. */
  readonly until: string;
}

/**
 * Returns the preview with this token; undefined if there is none, if it has expired, or if the user who created it may no longer change
 * the design.
 */
export async function openDesignPreview(
  deps: Pick<EntryDeps, 'database' | 'site'>,
  roles: Pick<Roles, 'capabilitiesOf'>,
  token: string,
): Promise<OpenedDesignPreview | undefined> {
  if (!/^[A-Za-z0-9]+$/.test(token) || token.length !== tokenLength) return undefined;
  const { primary: read } = deps.database;
  const row = await findDesignPreview(read, hashToken(deps.site.key, token), previewNow(deps));
  if (!row) return undefined;
  const capabilities = roles.capabilitiesOf(await findRolesOf(read, row.user_id));
  if (!capabilities.has(designCapability)) return undefined;
  const expires = toSiteTime(formatTimestamp(row.expires * 1000), deps.site.settings.values.timezone);
  return { changes: readChanges(row.changes), until: expires.slice('2026-03-01T'.length, '2026-03-01T12:00'.length) };
}
