/**
 * Runs work with a time limit in milliseconds. Errors that it throws synchronously reject too. After the limit it throws an
 * Error with the given message; the work itself continues, because it cannot be aborted.
 */
export async function withTimeLimit<T>(
  timeoutMs: number,
  timeoutMessage: string,
  work: () => Promise<T> | T,
): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(timeoutMessage)), timeoutMs);
  try {
    return await Promise.race([Promise.resolve().then(work), promise]);
  } finally {
    clearTimeout(timer);
  }
}
