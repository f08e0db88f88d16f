// Acquires and releases the lock that shows others who is editing an entry.
import { ApiError, currentNonce, send } from '../client.ts';
import { apiPath } from '../page.ts';

/** The user who is editing an entry. */
export interface EditLock {
  readonly user: number;
  readonly name: string;
}

const pathOf = (entry: number): string => `/octavo/v1/locks/${entry}`;

/**
 * Acquires or renews the lock of the user. Returns the lock of another user who is editing the entry, unless it is taken over; otherwise
 * undefined. Throws ApiError.
 */
export async function acquireLock(entry: number, takeOver = false): Promise<EditLock | undefined> {
  try {
    await send(pathOf(entry), { method: 'POST', body: { take_over: takeOver } });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rest_entry_locked') return lockIn(error.data);
    throw error;
  }
}

/** Releases the lock of the user while the page is closed. */
export function releaseLock(entry: number): void {
  void fetch(apiPath + pathOf(entry), {
    ...{ method: 'DELETE', keepalive: true, headers: { 'X-WP-Nonce': currentNonce() } },
  }).catch(() => undefined);
}

function lockIn({ lock }: Readonly<Record<string, unknown>>): EditLock {
  const { user = 0, name = '' }: Partial<Record<string, unknown>> =
    typeof lock === 'object' && lock !== null ? { ...lock } : {};
  return { user: Number(user), name: String(name) };
}
