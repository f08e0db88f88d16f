// Waits for what a page or the service will show.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** Maximum time for a step in the browser, in milliseconds. A busy machine needs several seconds to open the editor. */
export const stepTimeoutMs = 60_000;

/**
 * Reads a value again and again until it is the expected one, and fails if it does not become so. The Content-Security-Policy prevents that a
 * page itself waits for it.
 */
export async function waitFor<T>(
  read: () => T | Promise<T>,
  expected: T,
  message = 'The value has not become the expected one.',
): Promise<void> {
  for (const endsAt = performance.now() + stepTimeoutMs; ; await pause(50)) {
    const value = await read();
    if (isDeepStrictEqual(value, expected)) return;
    if (performance.now() > endsAt) assert.deepEqual(value, expected, `${message} It is ${JSON.stringify(value)}.`);
  }
}
