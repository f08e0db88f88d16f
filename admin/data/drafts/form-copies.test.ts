// Tests that what is typed into forms is kept for its user, and deleted when it is saved, old, or the user signs out.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { deleteFormCopies, hasFormCopies, readFormCopy, writeFormCopy } from './form-copies.ts';

/** A storage whose keys are enumerable, as those of browsers are. */
class MemoryStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    const value = Object.hasOwn(this, key) ? this[key] : null;
    return typeof value === 'string' ? value : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

const ownerOf = (user: number) => ({ user, site: '/blog/' });

describe('copies of forms', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'localStorage', { value: new MemoryStorage(), configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'localStorage');
  });

  it('belong to one user and one form', () => {
    writeFormCopy(ownerOf(1), 'profile', { name: 'Ada' });
    writeFormCopy(ownerOf(1), 'settings', { title: 'Site' });
    assert.deepEqual(readFormCopy(ownerOf(1), 'profile'), { name: 'Ada' });
    assert.deepEqual(readFormCopy(ownerOf(11), 'profile'), {});
    assert.equal(hasFormCopies(ownerOf(1)), true);
    assert.equal(hasFormCopies(ownerOf(11)), false);
  });

  it('disappear when nothing is changed any more', () => {
    writeFormCopy(ownerOf(1), 'profile', { name: 'Ada' });
    writeFormCopy(ownerOf(1), 'profile', {});
    assert.equal(hasFormCopies(ownerOf(1)), false);
  });

  it('of one user are deleted together', () => {
    writeFormCopy(ownerOf(1), 'profile', { name: 'Ada' });
    writeFormCopy(ownerOf(2), 'profile', { name: 'Bo' });
    deleteFormCopies(ownerOf(1));
    assert.deepEqual(readFormCopy(ownerOf(1), 'profile'), {});
    assert.deepEqual(readFormCopy(ownerOf(2), 'profile'), { name: 'Bo' });
  });

  it('are ignored after 30 days', (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: 0 });
    writeFormCopy(ownerOf(1), 'profile', { name: 'Ada' });
    test.mock.timers.setTime(30 * 24 * 60 * 60 * 1000 - 1);
    assert.deepEqual(readFormCopy(ownerOf(1), 'profile'), { name: 'Ada' });
    test.mock.timers.setTime(30 * 24 * 60 * 60 * 1000);
    assert.deepEqual(readFormCopy(ownerOf(1), 'profile'), {});
  });

  it('are neither read nor stored without a storage', (test) => {
    Reflect.deleteProperty(globalThis, 'localStorage');
    const warn = test.mock.method(console, 'warn', () => {});
    writeFormCopy(ownerOf(1), 'profile', { name: 'Ada' });
    assert.deepEqual(readFormCopy(ownerOf(1), 'profile'), {});
    assert.equal(hasFormCopies(ownerOf(1)), false);
    assert.equal(warn.mock.callCount(), 1);
  });
});
