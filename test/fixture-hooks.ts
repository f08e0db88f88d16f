import { before, beforeEach } from 'node:test';

/**
 * Returns a proxy of an object that a `before` hook opens, so that the object can be declared as a constant outside the
 * tests. Accessing a property before the hook has run throws an error.
 */
export const sharedFixture = <T extends object>(open: () => Promise<T>): T => createFixture(before, open);

/** Returns a proxy as `sharedFixture` does, but opens a new object before each test. */
export const freshFixture = <T extends object>(open: () => Promise<T>): T => createFixture(beforeEach, open);

function createFixture<T extends object>(hook: (work: () => Promise<void>) => void, open: () => Promise<T>): T {
  let opened: T | undefined;
  hook(async () => {
    opened = await open();
  });
  const getOpened = (name: string | symbol): T => {
    if (!opened) throw new Error(`The property ${String(name)} of a fixture was accessed before the hook has run.`);
    return opened;
  };
  return new Proxy({} as T, {
    get: (_, name) => Reflect.get(getOpened(name), name),
    set: (_, name, value) => Reflect.set(getOpened(name), name, value),
  });
}
