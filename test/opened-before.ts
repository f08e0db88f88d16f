import { before, beforeEach } from 'node:test';

/**
 * What is opened before the tests of a suite and used within them. It has a name at once, so that what stands around the
 * tests can speak of it.
 */
export const openedBefore = <T extends object>(open: () => Promise<T>): T => openedBy(before, open);

/** The same, anew before each test. */
export const openedBeforeEach = <T extends object>(open: () => Promise<T>): T => openedBy(beforeEach, open);

function openedBy<T extends object>(hook: (work: () => Promise<void>) => void, open: () => Promise<T>): T {
  let opened: T | undefined;
  hook(async () => {
    opened = await open();
  });
  const require = (name: string | symbol): T => {
    if (!opened) throw new Error(`${String(name)} is asked for before the tests begin`);
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(require(name), name),
    set: (_, name, value) => Reflect.set(require(name), name, value),
  });
}
