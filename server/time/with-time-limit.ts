/**
 * Runs `work` with a time limit in milliseconds. If `work` throws synchronously, the promise rejects, too. After the limit, the promise
 * rejects with an Error with the message `timeoutMessage`; `work` itself continues, because it cannot be aborted.
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
