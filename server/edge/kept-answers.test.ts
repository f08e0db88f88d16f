import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { Changes } from '../database/changes.ts';
import { pieceOf } from '../http/json-text.ts';
import { KeptAnswers, type Ready, readyAnswer } from './kept-answers.ts';

describe('an answer that many ask for at once', () => {
  /** Answers whose making ends when it is told to. */
  function setUp(most: number) {
    const changes = new Changes();
    const answers = new KeptAnswers(changes, () => {}, most);
    const waiting: (() => void)[] = [];
    let made = 0;
    let signal: AbortSignal | undefined;
    const make = async (given: AbortSignal): Promise<Ready> => {
      signal = given;
      made += 1;
      const number = made;
      changes.noteRead(['entries']);
      await new Promise<void>((go) => waiting.push(go));
      return readyAnswer({ status: 200, route: undefined, headers: {}, body: `${number}` }, () => []);
    };
    const ask = (connection = new EventEmitter()) =>
      answers.make('/a', connection, make).then(({ body }) => Buffer.concat(body).toString());
    const finish = () => {
      for (const go of waiting.splice(0)) go();
    };
    return { changes, answers, ask, finish, isAborted: () => signal?.aborted };
  }

  it('is made once, while nothing changes', async () => {
    const { answers, ask, finish } = setUp(100_000);
    const asked = [ask(), ask(), ask()];
    finish();
    assert.deepEqual(await Promise.all(asked), ['1', '1', '1']);
    assert.ok(answers.find('/a'), 'and kept');
  });

  it('is made anew for who asks after a change, and what was made before is not kept', async () => {
    const { changes, answers, ask, finish } = setUp(100_000);
    const before = [ask(), ask()];
    changes.noteChange(['entries']);
    const after = [ask(), ask()];
    finish();
    assert.deepEqual(await Promise.all([...before, ...after]), ['1', '1', '2', '2']);
    assert.equal(Buffer.concat(answers.find('/a')?.body ?? []).toString(), '2');
  });

  for (const most of [0, 100_000]) {
    it(`is given up once the connections of all are closed (${most} bytes kept)`, async () => {
      const { ask, finish, isAborted } = setUp(most);
      const [one, other] = [new EventEmitter(), new EventEmitter()];
      const asked = [ask(one), ask(most === 0 ? one : other), ask(one)];
      one.emit('close');
      assert.equal(isAborted(), most === 0);
      other.emit('close');
      assert.equal(isAborted(), true);
      const after = ask();
      assert.equal(isAborted(), false, 'who asks then is not answered with what was given up');
      finish();
      await Promise.all([...asked, after]);
    });
  }

  it('is not made anew for those who are gone', async () => {
    const answers = new KeptAnswers(new Changes(), () => {}, 100_000);
    let made = 0;
    const make = async (signal: AbortSignal): Promise<Ready> => {
      made += 1;
      await new Promise((ended) => signal.addEventListener('abort', ended));
      return readyAnswer(
        { status: 499, route: undefined, headers: { 'Cache-Control': 'no-store' }, body: '' },
        () => [],
      );
    };
    const connections = [1, 2].map(() => Object.assign(new EventEmitter(), { destroyed: false }));
    const asked = connections.map((connection) => answers.make('/a', connection, make));
    for (const connection of connections) {
      connection.destroyed = true;
      connection.emit('close');
    }
    await Promise.all(asked);
    await answers.make('/a', connections[0] as EventEmitter, make);
    assert.equal(made, 2, 'once for both, and once for one who was gone before');
  });

  it('is not given up where a connection closes after it was made', async () => {
    const { ask, finish, isAborted } = setUp(100_000);
    const connection = new EventEmitter();
    const asked = ask(connection);
    finish();
    await asked;
    connection.emit('close');
    assert.equal(isAborted(), false);
    assert.equal(connection.listenerCount('close'), 0);
  });

  it('is made for each where nothing is kept', async () => {
    const { ask, finish } = setUp(0);
    const asked = [ask(), ask()];
    finish();
    assert.deepEqual(await Promise.all(asked), ['1', '2']);
  });
});

describe('the memory of short answers', () => {
  it('is not more than what they are said to take', async () => {
    const answers = new KeptAnswers(new Changes(), () => {}, 8 * 1024 * 1024);
    const connection = new EventEmitter();
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 40_000; n += 1) {
      const body = n % 2 ? '[]' : [pieceOf('1')];
      await answers.make(`/${n}`, connection, async () => {
        // What else goes on takes memory of the same slabs.
        Buffer.from('x'.repeat(3000));
        return readyAnswer({ status: 200, route: undefined, headers: {}, body }, () => []);
      });
    }
    assert.ok(answers.statistics().bytes <= 8 * 1024 * 1024);
    const taken = process.memoryUsage().arrayBuffers - before;
    assert.ok(taken < 32 * 1024 * 1024, `${taken} bytes are held`);
  });
});
