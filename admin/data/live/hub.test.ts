import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamEvent } from './event-stream.ts';
import { LiveHub } from './hub.ts';
import type { HubMessage, TabMessage, Topic } from './messages.ts';
import type { OpenResult, StreamRequest } from './open-stream.ts';

/** A stream that was opened. */
class FakeStream {
  readonly entries: string;
  readonly signal: AbortSignal;
  readonly #events: StreamEvent[] = [];
  #hasEnded = false;
  #wake = Promise.withResolvers<void>();

  constructor(topics: readonly Topic[], signal: AbortSignal) {
    this.entries = topics.join();
    this.signal = signal;
    signal.addEventListener('abort', () => this.#wake.resolve());
  }

  /** Whether the stream was neither ended nor closed by its reader. */
  get isOpen(): boolean {
    return !this.#hasEnded && !this.signal.aborted;
  }

  /** Sends an event. Without a name, it is a comment that keeps the connection open. */
  send(name = '', data?: object): Promise<void> {
    this.#events.push({ name, data: data === undefined ? '' : JSON.stringify(data) });
    return this.#continue();
  }

  /** Sends the current states of entries, each with the state `"<ID>"` and without a lock, as the service does at first. */
  async sendStates(...ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      await this.send('entry', { id, type: 'post', status: 'draft', etag: `"${id}"` });
      await this.send('unlock', { entry: id });
    }
    await this.send('ready', { entries: ids });
  }

  /** Ends the stream. */
  end(): Promise<void> {
    this.#hasEnded = true;
    return this.#continue();
  }

  async *events(): AsyncGenerator<StreamEvent> {
    for (;;) {
      yield* this.#events.splice(0);
      this.signal.throwIfAborted();
      if (this.#hasEnded) return;
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
    }
  }

  #continue(): Promise<void> {
    this.#wake.resolve();
    return nextTurn();
  }
}

/** A service that opens streams, unless tests determine another result. */
class FakeStreams {
  readonly opened: FakeStream[] = [];
  /** The number of attempts to open a stream. */
  attempts = 0;
  /** The result of the next attempts, instead of a stream. */
  result: OpenResult | undefined;

  readonly open = async ({ topics }: StreamRequest, signal: AbortSignal): Promise<OpenResult> => {
    this.attempts += 1;
    if (this.result) return this.result;
    const stream = new FakeStream(topics, signal);
    this.opened.push(stream);
    return { kind: 'open', events: stream.events() };
  };

  /** The stream that was opened last. Throws if there is none. */
  get last(): FakeStream {
    const last = this.opened.at(-1);
    if (!last) throw new Error('No stream was opened.');
    return last;
  }

  /** The entries of the streams that are open now. */
  get openEntries(): string[] {
    return this.opened.filter(({ isOpen }) => isOpen).map(({ entries }) => entries);
  }
}

/** A tab with the messages that it has received. */
interface FakeTab {
  readonly received: HubMessage[];
  readonly send: (message: TabMessage) => Promise<void>;
}

describe('the hub of the live channel', () => {
  let service: FakeStreams;
  let hub: LiveHub;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    service = new FakeStreams();
    hub = new LiveHub({ open: service.open, random: () => 1 });
  });
  afterEach(() => mock.timers.reset());

  const pass = async (milliseconds: number) => {
    mock.timers.tick(milliseconds);
    await nextTurn();
  };
  const connect = (): FakeTab => {
    const received: HubMessage[] = [];
    const receive = hub.connect((message) => received.push(message));
    const send = async (message: TabMessage) => {
      receive(message);
      await pass(50);
    };
    return { received, send };
  };
  const watching = async (...entries: number[]): Promise<FakeTab> => {
    const tab = connect();
    await tab.send({ kind: 'watch', entries, groups: [], after: 0 });
    return tab;
  };
  const statesOf = ({ received }: FakeTab) =>
    received.flatMap((message) => (message.kind === 'state' ? [message.state] : []));
  const state = (id: number, rest: object = {}) => ({ id, version: { status: 'draft', etag: `"${id}"` }, ...rest });

  it('opens one stream for the entries of all tabs, and closes it with the last of them', async () => {
    const first = await watching(7);
    await service.last.sendStates(7);
    const second = await watching(3, 7);
    assert.deepEqual(service.openEntries, ['7', '3,7'], 'the first stream is open until the other one has delivered');
    await service.last.sendStates(3, 7);
    assert.deepEqual(service.openEntries, ['3,7']);
    await first.send({ kind: 'close' });
    assert.deepEqual(service.openEntries, ['3,7']);
    await second.send({ kind: 'close' });
    assert.deepEqual(service.openEntries, []);
    await pass(3_600_000);
    assert.equal(service.attempts, 2);
  });

  it('opens one stream for tabs that are opened at the same time', async () => {
    for (const entry of [1, 2, 3]) hub.connect(() => {})({ kind: 'watch', entries: [entry], groups: [], after: 0 });
    await pass(50);
    assert.deepEqual(service.openEntries, ['1,2,3']);
    assert.equal(service.attempts, 1);
  });

  it('reports states to the tabs that watch the entry, once per change', async () => {
    const first = await watching(1);
    const second = await watching(1, 2);
    await service.last.sendStates(1, 2);
    await service.last.send('lock', { entry: 1, user: 5, name: 'Eva' });
    await service.last.send('lock', { entry: 1, user: 5, name: 'Eva' });
    const locked = state(1, { lock: { user: 5, name: 'Eva' } });
    assert.deepEqual(statesOf(first), [state(1), locked]);
    assert.deepEqual(statesOf(second), [state(1), state(2), locked]);
    await service.last.send('unlock', { entry: 1 });
    assert.deepEqual(statesOf(first).at(-1), state(1));
    await service.last.send('deleted', { id: 2 });
    assert.deepEqual(statesOf(second).at(-1), { id: 2 });
    assert.equal(statesOf(first).length, 3);
  });

  it('reports entries that the service does not know as deleted', async () => {
    const tab = await watching(1, 2);
    await service.last.sendStates(2);
    assert.deepEqual(statesOf(tab), [state(2), { id: 1 }]);
  });

  it('sends the current states again when a tab becomes visible', async () => {
    const tab = await watching(1);
    await service.last.sendStates(1);
    await service.last.send('entry', { id: 1, type: 'post', status: 'publish', etag: '"new"' });
    tab.received.length = 0;
    await tab.send({ kind: 'watch', entries: [1], groups: [], after: 0 });
    assert.deepEqual(statesOf(tab), [{ id: 1, version: { status: 'publish', etag: '"new"' } }]);
    assert.equal(service.attempts, 1);
  });

  it('opens another stream if nothing was received for a while when a tab becomes visible', async () => {
    const tab = await watching(1);
    await service.last.sendStates(1);
    await pass(21_000);
    await tab.send({ kind: 'watch', entries: [1], groups: [], after: 0 });
    assert.equal(service.attempts, 2);
    await service.last.sendStates(1);
    assert.deepEqual(service.openEntries, ['1']);
  });

  it('opens the stream again after increasing delays, and forgets what may be outdated', async () => {
    const tab = await watching(1);
    await service.last.sendStates(1);
    service.result = { kind: 'failed', retryAfterMs: 0 };
    await service.last.end();
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const [before, start] = [service.attempts, Date.now()];
      for (let second = 1; second <= 100 && service.attempts === before; second += 1) {
        await tab.send({ kind: 'alive' });
        await pass(950);
      }
      delays.push(Date.now() - start);
    }
    assert.deepEqual(delays, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    tab.received.length = 0;
    service.result = undefined;
    await tab.send({ kind: 'watch', entries: [1], groups: [], after: 0 });
    assert.deepEqual(statesOf(tab), [], 'the previous state may be outdated');
    assert.deepEqual(service.openEntries, ['1'], 'a tab that becomes visible does not wait');
    await service.last.sendStates(1);
    assert.deepEqual(statesOf(tab), [state(1)]);
  });

  it('is not hurried by tabs that only say that they exist', async () => {
    const tab = await watching(1);
    service.result = { kind: 'failed', retryAfterMs: 600_000 };
    await service.last.end();
    await pass(2000);
    assert.equal(service.attempts, 2);
    for (let passed = 0; passed < 570_000; passed += 30_000) {
      await tab.send({ kind: 'alive' });
      await pass(30_000 - 50);
    }
    assert.equal(service.attempts, 2, 'the delay is that which the service has requested');
    await pass(30_000);
    assert.equal(service.attempts, 3);
  });

  it('adds jitter to delays', async () => {
    const eager = new LiveHub({ open: service.open, random: () => 0 });
    eager.connect(() => {})({ kind: 'watch', entries: [1], groups: [], after: 0 });
    await pass(50);
    await service.last.end();
    await pass(999);
    assert.equal(service.attempts, 1);
    await pass(1);
    assert.equal(service.attempts, 2);
  });

  it('begins with the first delay again after a stream that has lasted', async () => {
    await watching(1);
    for (let round = 1; round <= 4; round += 1) {
      await service.last.sendStates(1);
      await pass(30_000);
      await service.last.send();
      await service.last.end();
      await pass(2000);
      assert.equal(service.attempts, round + 1);
    }
  });

  it('opens another stream if nothing is received, also if the service does not respond', async () => {
    const tab = await watching(1);
    await service.last.sendStates(1);
    for (let count = 0; count < 10; count += 1) {
      await pass(15_000);
      await service.last.send();
      await tab.send({ kind: 'alive' });
    }
    assert.equal(service.attempts, 1, 'comments keep the stream open');
    await pass(40_000);
    assert.deepEqual(service.openEntries, []);
    await pass(2000);
    assert.equal(service.attempts, 2);
    await pass(40_000);
    await pass(4000);
    assert.equal(service.attempts, 3);
  });

  it('reports once that the session has ended, requests nothing until a tab is used, and reports that it continues', async () => {
    const tabs = [await watching(1), await watching(2)];
    await service.last.sendStates(1, 2);
    service.result = { kind: 'signed-out' };
    await service.last.end();
    await pass(2000);
    const sessions = () => tabs.map(({ received }) => received.filter(({ kind }) => kind === 'session'));
    const ended = { kind: 'session', isOpen: false };
    assert.deepEqual(sessions(), [[ended], [ended]]);
    const { attempts } = service;
    for (let count = 0; count < 100; count += 1) {
      for (const tab of tabs) await tab.send({ kind: 'alive' });
      await pass(30_000);
    }
    assert.equal(service.attempts, attempts);
    service.result = undefined;
    await tabs[1]?.send({ kind: 'watch', entries: [2], groups: [], after: 0 });
    assert.deepEqual(service.openEntries, ['1,2']);
    await service.last.sendStates(1, 2);
    const continues = { kind: 'session', isOpen: true };
    assert.deepEqual(sessions(), [
      [ended, continues],
      [ended, continues],
    ]);
  });

  it('forgets tabs that are gone without a message, and adds them again if they were only frozen', async () => {
    const crashed = await watching(1);
    await service.last.sendStates(1);
    const second = await watching(2);
    await service.last.sendStates(1, 2);
    for (let count = 0; count < 20; count += 1) {
      await second.send({ kind: 'alive' });
      await pass(15_000);
      await service.last.send();
    }
    await service.last.send('lock', { entry: 1, user: 5, name: 'Eva' });
    assert.deepEqual(statesOf(crashed), [state(1)]);
    await service.last.end();
    await pass(2000);
    assert.deepEqual(service.openEntries, ['2']);
    await crashed.send({ kind: 'alive' });
    assert.deepEqual(service.opened.at(-1)?.entries, '1,2');
    await second.send({ kind: 'close' });
    await pass(200_000);
    assert.deepEqual(service.openEntries, [], 'the stream is closed if all tabs are gone');
    await pass(200_000);
    assert.equal(service.opened.at(-1)?.entries, '1,2');
  });

  it('reports to tabs which of their entries are open in others', async () => {
    const first = await watching(1, 2);
    const second = await watching(2);
    const sharedOf = ({ received }: FakeTab) =>
      received.flatMap((message) => (message.kind === 'shared' ? [message.entries] : []));
    assert.deepEqual([sharedOf(first), sharedOf(second)], [[[2]], [[2]]]);
    await second.send({ kind: 'close' });
    assert.deepEqual(sharedOf(first), [[2], []]);
  });

  it('follows the entries of the tabs that were used last if there are too many', async () => {
    const first = await watching(...Array.from({ length: 30 }, (_, index) => index + 1));
    await watching(...Array.from({ length: 30 }, (_, index) => index + 101));
    assert.deepEqual(service.last.entries.split(',').map(Number), [
      ...Array.from({ length: 20 }, (_, index) => index + 1),
      ...Array.from({ length: 30 }, (_, index) => index + 101),
    ]);
    await first.send({ kind: 'watch', entries: [1], groups: [], after: 0 });
    assert.ok(service.last.entries.split(',').includes('130'));
  });
});
