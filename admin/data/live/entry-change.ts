// Compares the state of an entry on the server with the version that a tab displays.
import type { OwnVersion } from '../drafts/own-versions.ts';
import type { LiveState } from './messages.ts';

/** A change of an entry by someone else, or in another tab of the user. */
export interface EntryChange {
  readonly kind: 'changed' | 'trashed' | 'deleted';
  /** Identifies the state on the server. */
  readonly version: string;
}

/**
 * Returns the change that a tab does not display. Returns undefined if the tab has the current version, or if this is unknown: while the
 * tab is saving, the state may be the result of its own change.
 */
export function entryChangeOf({ version }: LiveState, own: OwnVersion): EntryChange | undefined {
  if (!own.known || own.pendingChanges > 0) return undefined;
  if (!version) return { kind: 'deleted', version: '' };
  if (version.etag === stateTagOf(own.known.etag)) return undefined;
  return { kind: version.status === 'trash' ? 'trashed' : 'changed', version: version.etag };
}

/** Returns the ETag with which the live channel reports the version of a response: `"<state>"` for `"<bytes>.<state>"`. */
const stateTagOf = (etag: string): string => etag.replace(/^(?:W\/)?"[^.]*\./, '"');
