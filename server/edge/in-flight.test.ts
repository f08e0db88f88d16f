import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../api-error.ts';
import { InFlightBytes } from './in-flight.ts';

const assertNotClosed = () => assert.fail('a connection was closed');
const kilobytes = (count: number) => count * 1024;

describe('the memory limit of responses in flight', () => {
  it('admits waiting responses in order', async () => {
    const memory = new InFlightBytes(kilobytes(100), 60_000);
    const [one, two, three] = [
      memory.open(assertNotClosed),
      memory.open(assertNotClosed),
      memory.open(assertNotClosed),
    ];
    await one.hold(kilobytes(90));
    const done: string[] = [];
    const waiting = [
      two.hold(kilobytes(60)).then(() => done.push('two')),
      three.hold(kilobytes(5)).then(() => done.push('three')),
    ];
    await pause(10);
    assert.deepEqual([done, memory.bytes, memory.hasCapacity], [[], kilobytes(90), false]);
    one.release();
    await Promise.all(waiting);
    assert.deepEqual([done, memory.bytes], [['two', 'three'], kilobytes(65)]);
    two.release();
    three.release();
    three.release();
    assert.equal(memory.bytes, 0);
  });

  it('rejects a request that waits for too long, and no other', async () => {
    const memory = new InFlightBytes(kilobytes(100), 50);
    const [one, two, three] = [
      memory.open(assertNotClosed),
      memory.open(assertNotClosed),
      memory.open(assertNotClosed),
    ];
    await one.hold(kilobytes(90));
    const rejected = assert.rejects(two.hold(kilobytes(20)), (error: ApiError) => {
      assert.deepEqual([error.status, error.code, error.options.retryAfter], [503, 'rest_too_busy', 5]);
      return error instanceof ApiError;
    });
    const later = three.hold(kilobytes(5));
    await rejected;
    await later;
    assert.equal(memory.bytes, kilobytes(95));
  });

  it('admits a single response that exceeds it', async () => {
    const memory = new InFlightBytes(kilobytes(100), 50);
    await memory.open(assertNotClosed).hold(kilobytes(500));
    await assert.rejects(memory.open(assertNotClosed).hold(1));
  });

  it('counts a shared body once, until all of its responses are sent', () => {
    const memory = new InFlightBytes(kilobytes(100));
    const body = [Buffer.alloc(kilobytes(50))];
    const [one, two] = [memory.open(assertNotClosed), memory.open(assertNotClosed)];
    one.count(kilobytes(40));
    one.send(body, kilobytes(50));
    two.send(body, kilobytes(50));
    assert.equal(memory.bytes, kilobytes(50));
    one.release();
    assert.equal(memory.bytes, kilobytes(50));
    two.release();
    assert.equal(memory.bytes, 0);
  });

  it('closes slow connections, the largest first, when other responses need memory', async () => {
    const memory = new InFlightBytes(kilobytes(100), 50, 20);
    const cut: string[] = [];
    const open = (name: string) => memory.open(() => cut.push(name));
    open('small').send([], kilobytes(30));
    open('large').send([], kilobytes(60));
    await pause(30);
    open('new').send([], kilobytes(20));
    await open('next').hold(kilobytes(40));
    assert.deepEqual(cut, ['large']);
    assert.equal(memory.bytes, kilobytes(90));
  });
});
