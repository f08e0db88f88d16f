// The live channel of this tab: what the service pushes about the entries that the tab displays.
import { ownSite } from '../client.ts';
import { adminPath, basePath } from '../page.ts';
import { continueSession, recheckSession } from '../session.ts';
import { LiveClient } from './live-client.ts';
import type { ChangeGroup, HubMessage, LiveState, TabMessage } from './messages.ts';

/** The name of the file with the worker, which the build inserts. */
declare const LIVE_WORKER_NAME: string;

/** The connection of this tab, which is opened when an entry is followed. */
let client: LiveClient | undefined;

/** Whether the tab has a hub of its own, because the browser cannot share one between tabs. */
let hasOwnHub = typeof SharedWorker === 'undefined';

/**
 * Calls a listener with the current state of an entry, and then with every change, by anyone. `user` is the ID of the user of this page.
 * Returns a function that ends this.
 */
export const followEntry = (user: number, entry: number, listener: (state: LiveState) => void): (() => void) =>
  clientOf(user).follow(entry, listener);

/** A group whose changes are followed. */
interface FollowedGroup {
  readonly group: ChangeGroup;
  /** The position of an event before what is displayed was read. */
  readonly after: number;
}

/**
 * Calls a listener whenever something in a group of records may have changed after the event at a position. Returns a function that ends
 * this.
 */
export const followGroup = (user: number, { group, after }: FollowedGroup, listener: () => void): (() => void) =>
  clientOf(user).followGroup(group, after, listener);

/** Whether another tab of this browser, in which the same user has signed in, displays an entry that this tab follows. */
export const isOpenInAnotherTab = (entry: number): boolean => client?.isShared(entry) === true;

function clientOf(user: number): LiveClient {
  if (client) return client;
  const created = new LiveClient({
    connect: (receive) => (hasOwnHub ? connectToOwnHub(user, receive) : connectToWorker(user, receive, created)),
    onSession: (isOpen) => void onSession(isOpen, created),
  });
  addEventListener('pagehide', () => created.pause());
  addEventListener('pageshow', ({ persisted }) => persisted && created.resume());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) created.resume();
    else if (hasOwnHub) created.pause();
  });
  client = created;
  return created;
}

/**
 * Connects to the worker of the user and the site: after a restore has replaced the site, a tab that still shows the previous one must not share
 * its stream. If the worker cannot be loaded, the tab uses a hub of its own.
 */
function connectToWorker(user: number, receive: (message: HubMessage) => void, connected: LiveClient) {
  const url = `${adminPath}/assets/${LIVE_WORKER_NAME}?${new URLSearchParams({ user: String(user), site: ownSite() })}`;
  const worker = new SharedWorker(url, { name: 'octavo-live' });
  worker.onerror = () => {
    hasOwnHub = true;
    connected.reconnect();
  };
  worker.port.onmessage = ({ data }) => receive(data);
  return (message: TabMessage) => worker.port.postMessage(message);
}

/** Connects to a hub in this page. It has a stream only while the page is visible, so that hidden tabs need no connections. */
function connectToOwnHub(user: number, receive: (message: HubMessage) => void) {
  const connected = import('./start-hub.ts').then(({ startHub }) => startHub(basePath, user).connect(receive));
  return (message: TabMessage) =>
    void connected.then((send) => send(message)).catch((error: unknown) => console.error(error));
}

/** Asks the user to sign in when the session has ended, and continues in all tabs when the user has signed in in one of them. */
async function onSession(isOpen: boolean, connected: LiveClient): Promise<void> {
  try {
    if (isOpen) await recheckSession();
    else {
      await continueSession();
      connected.resume();
    }
  } catch (error) {
    console.error(error);
  }
}
