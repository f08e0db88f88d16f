// Shares one stream of the live channel between the tabs of a browser.
import type { StreamEvent } from './event-stream.ts';
import {
  aliveIntervalMs,
  type ChangeGroup,
  type HubMessage,
  type LiveLock,
  type LiveState,
  type LiveVersion,
  type TabMessage,
  type Topic,
} from './messages.ts';
import type { OpenStream, StreamRequest } from './open-stream.ts';
import { ReconnectingStream } from './reconnecting-stream.ts';

/** Time after which a tab that sends no messages counts as closed, in milliseconds. Browsers delay timers of hidden tabs by a minute. */
const maxTabSilenceMs = 5 * aliveIntervalMs;

/** Maximum number of entries that a stream can report. If more are open, those in the tabs that were used last are followed. */
const maxEntries = 50;

interface Tab {
  readonly post: (message: HubMessage) => void;
  entries: readonly number[];
  groups: readonly ChangeGroup[];
  /** The position of the last event about whose groups the tab knows. */
  position: number;
  /** The entries of the last message `shared`, as text. */
  shared: string;
  lastSeenAt: number;
  /** The time of the last message `watch`, which a tab sends when it becomes visible. */
  usedAt: number;
}

/** The known state of an entry. It is complete when the entry is deleted, or when the service has reported both version and lock. */
interface KnownState extends LiveState {
  readonly isComplete: boolean;
}

/** The hub. It has a stream while a tab watches entries or groups. */
export class LiveHub {
  readonly #stream: ReconnectingStream;
  readonly #tabs = new Set<Tab>();
  readonly #states = new Map<number, KnownState>();
  /** The groups whose changes a stream reports, and the position up to which it has reported them; undefined before it is ready. */
  #reported: { readonly groups: readonly ChangeGroup[]; readonly position: number } | undefined;
  #isSessionOpen = true;
  #pruning: ReturnType<typeof setTimeout> | undefined;

  constructor({ open, random = Math.random }: { readonly open: OpenStream; readonly random?: () => number }) {
    this.#stream = new ReconnectingStream({
      ...{ open, random },
      positionOf: () => this.#positionOfGroups(),
      onEvent: (event, request) => this.#onEvent(event, request),
      onInterruption: () => this.#onInterruption(),
      onSession: (isOpen) => this.#onSession(isOpen),
    });
  }

  /** Connects a tab, to which `post` sends messages. Returns a function that receives the messages of the tab. */
  connect(post: (message: HubMessage) => void): (message: TabMessage) => void {
    const tab: Tab = { post, entries: [], groups: [], position: 0, shared: '', lastSeenAt: 0, usedAt: 0 };
    return (message) => this.#receive(tab, message);
  }

  #receive(tab: Tab, message: TabMessage): void {
    tab.lastSeenAt = Date.now();
    const isKnown = this.#tabs.has(tab);
    if (message.kind === 'close') this.#tabs.delete(tab);
    else this.#tabs.add(tab);
    if (message.kind === 'watch') {
      const hasMore = message.groups.some((group) => !tab.groups.includes(group));
      if (!isKnown || hasMore) tab.position = message.after;
      tab.entries = message.entries;
      tab.groups = message.groups;
      tab.usedAt = tab.lastSeenAt;
    }
    if (message.kind !== 'close') this.#reportMissedGroups(tab);
    this.#followTabs();
    if (message.kind !== 'watch') return;
    this.#stream.check();
    for (const entry of tab.entries) {
      const state = this.#states.get(entry);
      if (state?.isComplete) tab.post({ kind: 'state', state: publicState(state) });
    }
  }

  /** Reports its groups to a tab if the stream has already reported changes of which the tab may not know. */
  #reportMissedGroups(tab: Tab): void {
    if (!this.#reported || !isSubset(tab.groups, this.#reported.groups)) return;
    const { position } = this.#reported;
    if (tab.position < position) for (const group of tab.groups) tab.post({ kind: 'changed', group });
    tab.position = position;
  }

  /** Returns the position up to which every tab knows the changes of its groups; undefined without groups. */
  #positionOfGroups(): number | undefined {
    const positions = [...this.#tabs].flatMap(({ groups, position }) => (groups.length === 0 ? [] : [position]));
    return positions.length === 0 ? undefined : Math.min(...positions);
  }

  /** Follows the entries of all tabs, and reports to the tabs which of their entries are also open in others. */
  #followTabs(): void {
    const tabs = [...this.#tabs].sort((one, other) => other.usedAt - one.usedAt);
    const entries = [...new Set(tabs.flatMap((tab) => tab.entries))].slice(0, maxEntries);
    const groups = [...new Set(tabs.flatMap((tab) => tab.groups))];
    this.#stream.follow([...entries.sort((one, other) => one - other), ...groups.sort()]);
    for (const tab of tabs) {
      const others = new Set(tabs.flatMap((other) => (other === tab ? [] : other.entries)));
      const shared = tab.entries.filter((entry) => others.has(entry));
      if (shared.join() === tab.shared) continue;
      tab.shared = shared.join();
      tab.post({ kind: 'shared', entries: shared });
    }
    if (tabs.length > 0) this.#pruning ??= setTimeout(() => this.#prune(), aliveIntervalMs);
  }

  /** Removes tabs that have been closed without a message. If such a tab was only frozen, its next message adds it again. */
  #prune(): void {
    this.#pruning = undefined;
    for (const tab of this.#tabs) if (Date.now() - tab.lastSeenAt > maxTabSilenceMs) this.#tabs.delete(tab);
    this.#followTabs();
  }

  #onSession(isOpen: boolean): void {
    if (isOpen && this.#isSessionOpen) return;
    this.#isSessionOpen = isOpen;
    for (const tab of this.#tabs) tab.post({ kind: 'session', isOpen });
  }

  #onEvent({ name, data, id }: StreamEvent, { topics, after }: StreamRequest): void {
    if (data === '') return;
    const value = JSON.parse(data);
    if (name === 'entry') this.#setVersion(value.id, { status: value.status, etag: value.etag });
    else if (name === 'lock') this.#setLock(value.entry, { user: value.user, name: value.name });
    else if (name === 'unlock') this.#setLock(value.entry, undefined);
    else if (name === 'deleted') this.#set({ id: value.id, isComplete: true });
    else if (name === 'changed') this.#onGroup(value.group);
    else if (name === 'ready') this.#onReady(topics, value.entries);
    if (id === undefined) return;
    const groups = topics.filter((topic) => typeof topic !== 'number');
    if (name === 'ready' && after !== undefined) {
      // Tabs that were connected after the stream was requested may have read their lists before the position at which it begins.
      this.#reported = { groups, position: after };
      for (const tab of this.#tabs) this.#reportMissedGroups(tab);
    }
    this.#reported = { groups, position: Number(id) };
    for (const tab of this.#tabs) if (isSubset(tab.groups, groups)) tab.position = Number(id);
  }

  #onInterruption(): void {
    this.#states.clear();
    this.#reported = undefined;
  }

  #onGroup(group: ChangeGroup): void {
    for (const tab of this.#tabs) if (tab.groups.includes(group)) tab.post({ kind: 'changed', group });
  }

  /** Entries that the service does not report do not exist for the user. */
  #onReady(requested: readonly Topic[], reported: readonly number[]): void {
    for (const id of this.#states.keys()) if (!requested.includes(id)) this.#states.delete(id);
    for (const id of requested)
      if (typeof id === 'number' && !reported.includes(id)) this.#set({ id, isComplete: true });
  }

  #setVersion(id: number, version: LiveVersion): void {
    const { lock, isComplete = false } = this.#states.get(id) ?? {};
    this.#set({ id, version, ...(lock && { lock }), isComplete });
  }

  /** The service reports the lock of an entry after its version. */
  #setLock(id: number, lock: LiveLock | undefined): void {
    const { version } = this.#states.get(id) ?? {};
    this.#set({ id, ...(version && { version }), ...(lock && { lock }), isComplete: true });
  }

  /** Stores a state, and sends it to the tabs that watch the entry if it has changed. */
  #set(state: KnownState): void {
    const previous = this.#states.get(state.id);
    this.#states.set(state.id, state);
    if (!state.isComplete || JSON.stringify(previous) === JSON.stringify(state)) return;
    for (const tab of this.#tabs)
      if (tab.entries.includes(state.id)) tab.post({ kind: 'state', state: publicState(state) });
  }
}

const isSubset = (groups: readonly ChangeGroup[], others: readonly ChangeGroup[]): boolean =>
  groups.every((group) => others.includes(group));

const publicState = ({ isComplete: _, ...state }: KnownState): LiveState => state;
