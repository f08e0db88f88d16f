import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamEvent } from './event-stream.ts';
import { LiveHub } from './hub.ts';
import { LiveClient } from './live-client.ts';
import type { HubMessage, TabMessage, Topic } from './messages.ts';
import { createOpenStream } from './open-stream.ts';

describe('groups of the live channel in the browser', () => {
  let opened: {
    topics: readonly Topic[];
    send: (name: string, data: object) => Promise<void>;
    end: () => Promise<void>;
  }[];
  let hub: LiveHub;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
    opened = [];
    hub = new LiveHub({
      random: () => 1,
      open: async (topics) => {
        let wake = Promise.withResolvers<StreamEvent | undefined>();
        const deliver = async (event?: StreamEvent) => {
          wake.resolve(event);
          for (let turn = 0; turn < 5; turn += 1) await nextTurn();
        };
        opened.push({
          topics,
          send: (name, data) => deliver({ name, data: JSON.stringify(data) }),
          end: () => deliver(),
        });
        async function* events() {
          for (let event = await wake.promise; event; event = await wake.promise) {
            wake = Promise.withResolvers();
            yield event;
          }
        }
        return { kind: 'open', events: events() };
      },
    });
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  };
  const openTab = () => {
    const received: HubMessage[] = [];
    const send = hub.connect((message) => received.push(message));
    const changes = () => received.flatMap((message) => (message.kind === 'changed' ? [message.group] : []));
    return { send: (message: TabMessage) => send(message), changes };
  };

  it('share the stream of the entries of all tabs, and are reported to the tabs that display them', async () => {
    const [list, home, editor] = [openTab(), openTab(), openTab()];
    list.send({ kind: 'watch', entries: [], groups: ['entries'] });
    home.send({ kind: 'watch', entries: [], groups: ['entries', 'comments'] });
    editor.send({ kind: 'watch', entries: [7], groups: [] });
    await pass(100);
    assert.deepEqual(
      opened.map(({ topics }) => topics),
      [[7, 'comments', 'entries']],
    );
    await opened[0]?.send('ready', { entries: [7] });
    assert.deepEqual([list.changes(), home.changes()], [[], []], 'nothing was missed');
    await opened[0]?.send('changed', { group: 'comments' });
    await opened[0]?.send('changed', { group: 'entries' });
    assert.deepEqual([list.changes(), home.changes(), editor.changes()], [['entries'], ['comments', 'entries'], []]);
  });

  it('count as changed after an interruption', async () => {
    const list = openTab();
    list.send({ kind: 'watch', entries: [], groups: ['entries'] });
    await pass(100);
    await opened[0]?.send('ready', { entries: [] });
    await opened[0]?.end();
    await pass(5000);
    assert.equal(opened.length, 2);
    assert.deepEqual(list.changes(), []);
    await opened[1]?.send('ready', { entries: [] });
    assert.deepEqual(list.changes(), ['entries']);
  });

  it('do not count as changed for a tab that is loaded again', async () => {
    const list = openTab();
    list.send({ kind: 'watch', entries: [], groups: ['entries'] });
    await pass(100);
    await opened[0]?.send('ready', { entries: [] });
    list.send({ kind: 'close' });
    const reloaded = openTab();
    reloaded.send({ kind: 'watch', entries: [], groups: ['entries'] });
    await pass(100);
    assert.equal(opened.length, 2);
    await opened[1]?.send('ready', { entries: [] });
    assert.deepEqual(reloaded.changes(), []);
  });

  it('are followed while a component displays them', () => {
    const sent: TabMessage[] = [];
    let receive: (message: HubMessage) => void = () => {};
    const client = new LiveClient({
      connect: (receiver) => {
        receive = receiver;
        return (message) => sent.push(message);
      },
      onSession: () => {},
    });
    let calls = 0;
    const stop = client.followGroup('entries', () => (calls += 1));
    receive({ kind: 'changed', group: 'entries' });
    receive({ kind: 'changed', group: 'comments' });
    assert.equal(calls, 1);
    stop();
    receive({ kind: 'changed', group: 'entries' });
    assert.equal(calls, 1);
    assert.deepEqual(sent, [{ kind: 'watch', entries: [], groups: ['entries'] }, { kind: 'close' }]);
  });

  it('are requested with the entries', async () => {
    const requests: string[] = [];
    mock.method(globalThis, 'fetch', async (url: string) => {
      requests.push(url);
      return url.includes('/users/me') ? Response.json({ id: 1 }) : new Response('');
    });
    const open = createOpenStream({ apiPath: '/api', noncePath: '/nonce', user: 1 });
    await open([7, 'comments', 'entries'], new AbortController().signal);
    await open(['entries'], new AbortController().signal);
    assert.deepEqual(requests.slice(2), [
      '/api/octavo/v1/live?entries=7&groups=comments,entries',
      '/api/octavo/v1/live?groups=entries',
    ]);
  });
});
