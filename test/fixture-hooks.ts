import { before, beforeEach } from 'node:test';

/**
 * Returns a proxy for an object that a `before` hook opens, so that it can be declared as a constant outside of the
 * tests. Using it before the hook has run throws.
 */
export const sharedFixture = <T extends object>(open: () => Promise<T>): T => createFixture(before, open);

/** Like `openedBefore`, but opens a new object before each test. */
export const freshFixture = <T extends object>(open: () => Promise<T>): T => createFixture(beforeEach, open);

function createFixture<T extends object>(hook: (work: () => Promise<void>) => void, open: () => Promise<T>): T {
  let opened: T | undefined;
  hook(async () => {
    opened = await open();
  });
  const getOpened = (name: string | symbol): T => {
    if (!opened) throw new Error(`${String(name)} is used before the tests have started`);
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(getOpened(name), name),
    set: (_, name, value) => Reflect.set(getOpened(name), name, value),
  });
}
