// Resolves host names to IP addresses.
import { lookup } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';
import { Mutex } from '../workers/mutex.ts';

/** A function that returns all IP addresses of a host name; an empty list if the lookup fails. Its promise never rejects. */
export type ResolveAddresses = (host: string) => Promise<readonly string[]>;

/** Timeout of a lookup, including the time that it waits for earlier lookups, in milliseconds. */
const lookupTimeoutMs = 5000;

/** Maximum number of pending lookups. Further ones fail immediately. */
const maxPendingLookups = 1000;

/**
 * Resolves a host name with the system resolver. The lookup occupies one of the few threads of Node's pool until the name server
 * responds, even if the caller has stopped waiting.
 */
const systemResolve: ResolveAddresses = (host) =>
  new Promise((resolve) =>
    lookup(host, { all: true, verbatim: true }, (error, found) =>
      resolve(error ? [] : found.map(({ address }) => address)),
    ),
  );

/**
 * Creates a resolver that resolves one name at a time. Password hashing uses at most two of the four threads of the pool, and name
 * resolution one. One thread remains for files, so a name server that does not respond cannot block writes.
 */
export function createSerialResolver(
  resolve: ResolveAddresses = systemResolve,
  timeoutMs = lookupTimeoutMs,
): ResolveAddresses {
  const inFlight = new Map<string, Promise<readonly string[]>>();
  const resolving = new Mutex();
  const startLookup = (host: string) => {
    const pendingLookup = resolving
      .runExclusive(() => resolve(host))
      .catch(() => [])
      .finally(() => inFlight.delete(host));
    inFlight.set(host, pendingLookup);
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
