/** Resolves after a delay, or when `signal` aborts. */
export function wait(delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  const end = () => resolve();
  signal?.addEventListener('abort', end);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  });
}
