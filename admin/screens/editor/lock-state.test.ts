import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialLockState, reactionTo, withLock } from './lock-state.ts';

const eva = { user: 2, name: 'Eva' };
const version = { status: 'draft', etag: '"1"' };

describe('the lock of an entry in a tab', () => {
  it('is held, is taken over by another user until it is acquired again', () => {
    const held = withLock(initialLockState, undefined);
    assert.deepEqual(held, { isHeld: true });
    const lost = withLock(held, eva);
    assert.deepEqual(lost, { isHeld: false, other: { ...eva, hasTakenOver: true } });
    assert.deepEqual(withLock(lost, eva), lost, 'a renewal does not change who had the lock before');
    assert.deepEqual(withLock(lost, undefined), { isHeld: true });
  });

  it('was not taken over if another user had it before', () => {
    const other = withLock(initialLockState, eva);
    assert.deepEqual(other, { isHeld: false, other: { ...eva, hasTakenOver: false } });
    assert.deepEqual(withLock(other, eva), other);
  });

  it('follows the service', () => {
    assert.equal(reactionTo({ id: 7, version }, 1, initialLockState), 'acquire');
    assert.deepEqual(reactionTo({ id: 7, version, lock: eva }, 1, initialLockState), { lock: eva });
    assert.deepEqual(reactionTo({ id: 7, version, lock: eva }, 2, initialLockState), { lock: undefined });
    assert.equal(reactionTo({ id: 7 }, 1, initialLockState), 'ignore');
  });

  it('is checked before it is given up, because the state may be older than an own take-over', () => {
    const held = withLock(initialLockState, undefined);
    assert.equal(reactionTo({ id: 7, version, lock: eva }, 1, held), 'acquire');
    assert.deepEqual(reactionTo({ id: 7, version, lock: eva }, 2, held), { lock: undefined });
  });
});
