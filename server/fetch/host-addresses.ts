// Resolves host names to addresses.
import { lookup } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';

/** Returns all addresses of a name; none when it has none or they are not found in time. Never rejects. */
export type ResolveAddresses = (host: string) => Promise<readonly string[]>;

/** Timeout of a lookup, in milliseconds. */
const lookupTimeoutMs = 5000;

/** Maximum number of pending lookups. */
const maxPendingLookups = 1000;

/**
 * Resolves a name with the system resolver, which occupies one of the few threads of the pool until the name server responds,
 * even if nobody waits any more.
 */
const systemResolve: ResolveAddresses = (host) =>
  new Promise((resolve) =>
    lookup(host, { all: true, verbatim: true }, (error, found) =>
      resolve(error ? [] : found.map(({ address }) => address)),
    ),
  );

/**
 * Creates a resolver that resolves one name at a time. Password hashing uses at most two of the four threads of the pool and
 * name resolution one, so that one remains for files and hanging name servers cannot block writes.
 */
export function createSerialResolver(
  resolve: ResolveAddresses = systemResolve,
  timeoutMs = lookupTimeoutMs,
): ResolveAddresses {
  const inFlight = new Map<string, Promise<readonly string[]>>();
  let last: Promise<unknown> = Promise.resolve();
  const startLookup = (host: string) => {
    const pendingLookup = last
      .then(() => resolve(host))
      .catch(() => [])
      .finally(() => inFlight.delete(host));
    inFlight.set(host, pendingLookup);
    last = pendingLookup;
    return pendingLookup;
  };
  return async (host) => {
    if (inFlight.size >= maxPendingLookups && !inFlight.has(host)) return [];
    const cancelTimeout = new AbortController();
    const timedOut = pause(timeoutMs, [], { ref: false, signal: cancelTimeout.signal }).catch(() => []);
    const found = await Promise.race([inFlight.get(host) ?? startLookup(host), timedOut]);
    cancelTimeout.abort();
    return found;
  };
}
