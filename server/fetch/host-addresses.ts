// The addresses that names of hosts stand for.
import { lookup } from 'node:dns';
import { setTimeout as pause } from 'node:timers/promises';

/** All addresses of a name; none where it has none, or where they are not found in time. Never rejects. */
export type FindAddresses = (host: string) => Promise<readonly string[]>;

/** How long a name may take. Milliseconds. */
const patience = 5000;

/** How many names may wait to be looked up. */
const longestLine = 1000;

/** Asks the system, which takes one of its few threads for as long as a name server keeps it waiting, whoever still wants to know. */
const ask: FindAddresses = (host) =>
  new Promise((resolve) =>
    lookup(host, { all: true, verbatim: true }, (error, found) =>
      resolve(error ? [] : found.map(({ address }) => address)),
    ),
  );

/**
 * Makes what looks names up, one at a time: hashing of passwords takes two of the four threads of the system at most, names one,
 * so that files always have one, and name servers that hang keep nobody from writing.
 */
export function makeFindAddresses(find: FindAddresses = ask, most = patience): FindAddresses {
  const underWay = new Map<string, Promise<readonly string[]>>();
  let last: Promise<unknown> = Promise.resolve();
  const begin = (host: string) => {
    const looking = last
      .then(() => find(host))
      .catch(() => [])
      .finally(() => underWay.delete(host));
    underWay.set(host, looking);
    last = looking;
    return looking;
  };
  return async (host) => {
    if (underWay.size >= longestLine && !underWay.has(host)) return [];
    const giveUp = new AbortController();
    const late = pause(most, [], { ref: false, signal: giveUp.signal }).catch(() => []);
    const found = await Promise.race([underWay.get(host) ?? begin(host), late]);
    giveUp.abort();
    return found;
  };
}
