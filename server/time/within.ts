/**
 * Does work that others wait for. What it throws at once is as what it throws later. Work that takes longer than so many
 * milliseconds goes on, for nothing can stop it, and nobody waits for it any more: throws Error with that sentence.
 */
export async function within<T>(milliseconds: number, late: string, work: () => Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(late)), milliseconds);
  try {
    return await Promise.race([Promise.resolve().then(work), promise]);
  } finally {
    clearTimeout(timer);
  }
}
