import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { LiveClient } from './live-client.ts';
import type { HubMessage, LiveState, TabMessage } from './messages.ts';

const stateOf = (id: number, etag = '"1"'): LiveState => ({ id, version: { status: 'draft', etag } });

describe('the connection of a tab to the hub', () => {
  let sent: TabMessage[];
  let sessions: boolean[];
  let receivers: ((message: HubMessage) => void)[];
  let client: LiveClient;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    sent = [];
    sessions = [];
    receivers = [];
    client = new LiveClient({
      connect: (receive) => {
        receivers.push(receive);
        return (message) => sent.push(message);
      },
      onSession: (isOpen) => sessions.push(isOpen),
    });
  });
  afterEach(() => mock.timers.reset());

  const receive = (message: HubMessage) => receivers.at(-1)?.(message);

  it('connects with the first entry, and sends the followed entries to the hub', () => {
    client.resume();
    assert.deepEqual([receivers.length, sent], [0, []]);
    const stopOne = client.follow(1, () => {});
    const stopOther = client.follow(1, () => {});
    const stopTwo = client.follow(2, () => {});
    assert.equal(receivers.length, 1);
    stopOne();
    stopOther();
    stopTwo();
    assert.deepEqual(sent, [
      { kind: 'watch', entries: [1], groups: [], after: 0 },
      { kind: 'watch', entries: [1, 2], groups: [], after: 0 },
      { kind: 'watch', entries: [2], groups: [], after: 0 },
      { kind: 'close' },
    ]);
  });

  it('reports states to the listeners of the entry, and the known one to new listeners', () => {
    const reported: LiveState[] = [];
    client.follow(1, (state) => reported.push(state));
    receive({ kind: 'state', state: stateOf(1) });
    receive({ kind: 'state', state: stateOf(2) });
    const late: LiveState[] = [];
    const stop = client.follow(1, (state) => late.push(state));
    stop();
    receive({ kind: 'state', state: stateOf(1, '"2"') });
    assert.deepEqual([reported, late], [[stateOf(1), stateOf(1, '"2"')], [stateOf(1)]]);
  });

  it('says that the tab exists until the page is closed, and again when it is displayed again', () => {
    client.follow(1, () => {});
    mock.timers.tick(60_000);
    client.pause();
    mock.timers.tick(600_000);
    client.resume();
    mock.timers.tick(30_000);
    assert.deepEqual(
      sent.map(({ kind }) => kind),
      ['watch', 'alive', 'alive', 'close', 'watch', 'alive'],
    );
  });

  it('watches the same entries with another hub if the first one fails', () => {
    const reported: LiveState[] = [];
    client.follow(1, (state) => reported.push(state));
    client.reconnect();
    assert.equal(receivers.length, 2);
    assert.deepEqual(sent.at(-1), { kind: 'watch', entries: [1], groups: [], after: 0 });
    receive({ kind: 'state', state: stateOf(1) });
    assert.equal(reported.length, 1);
  });

  it('knows which entries are open in other tabs, and reports the end of the session', () => {
    client.follow(1, () => {});
    receive({ kind: 'shared', entries: [1] });
    assert.ok(client.isShared(1));
    receive({ kind: 'shared', entries: [] });
    assert.ok(!client.isShared(1));
    receive({ kind: 'session', isOpen: false });
    receive({ kind: 'session', isOpen: true });
    assert.deepEqual(sessions, [false, true]);
  });
});
