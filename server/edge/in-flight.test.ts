import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../refusal.ts';
import { InFlightBytes } from './in-flight.ts';

const nobodyCut = () => assert.fail('a connection was cut');
const kilobytes = (count: number) => count * 1024;

describe('the memory of responses in flight', () => {
  it('is given in order as it becomes free', async () => {
    const all = new InFlightBytes(kilobytes(100), 60_000);
    const [one, two, three] = [all.open(nobodyCut), all.open(nobodyCut), all.open(nobodyCut)];
    await one.hold(kilobytes(90));
    const done: string[] = [];
    const waiting = [
      two.hold(kilobytes(60)).then(() => done.push('two')),
      three.hold(kilobytes(5)).then(() => done.push('three')),
    ];
    await pause(10);
    assert.deepEqual([done, all.bytes, all.hasRoom], [[], kilobytes(90), false]);
    one.release();
    await Promise.all(waiting);
    assert.deepEqual([done, all.bytes], [['two', 'three'], kilobytes(65)]);
    two.release();
    three.release();
    three.release();
    assert.equal(all.bytes, 0);
  });

  it('is refused where it does not become free in time, to that request alone', async () => {
    const all = new InFlightBytes(kilobytes(100), 50);
    const [one, two, three] = [all.open(nobodyCut), all.open(nobodyCut), all.open(nobodyCut)];
    await one.hold(kilobytes(90));
    const refused = assert.rejects(two.hold(kilobytes(20)), (error: Refusal) => {
      assert.deepEqual([error.status, error.code, error.parts.retryAfter], [503, 'rest_too_busy', 5]);
      return error instanceof Refusal;
    });
    const later = three.hold(kilobytes(5));
    await refused;
    await later;
    assert.equal(all.bytes, kilobytes(95));
  });

  it('is given to a response that is larger than all of it, alone', async () => {
    const all = new InFlightBytes(kilobytes(100), 50);
    await all.open(nobodyCut).hold(kilobytes(500));
    await assert.rejects(all.open(nobodyCut).hold(1));
  });

  it('counts a body that several responses share once, as long as one of them is on its way', () => {
    const all = new InFlightBytes(kilobytes(100));
    const body = [Buffer.alloc(kilobytes(50))];
    const [one, two] = [all.open(nobodyCut), all.open(nobodyCut)];
    one.count(kilobytes(40));
    one.send(body, kilobytes(50));
    two.send(body, kilobytes(50));
    assert.equal(all.bytes, kilobytes(50));
    one.release();
    assert.equal(all.bytes, kilobytes(50));
    two.release();
    assert.equal(all.bytes, 0);
  });

  it('is taken from those who have read slowly for long, the largest first, where others need it', async () => {
    const all = new InFlightBytes(kilobytes(100), 50, 20);
    const cut: string[] = [];
    const open = (name: string) => all.open(() => cut.push(name));
    open('small').send([], kilobytes(30));
    open('large').send([], kilobytes(60));
    await pause(30);
    open('new').send([], kilobytes(20));
    await open('next').hold(kilobytes(40));
    assert.deepEqual(cut, ['large']);
    assert.equal(all.bytes, kilobytes(90));
  });
});
