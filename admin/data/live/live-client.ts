// The connection of a tab to the hub of the live channel.
import { aliveIntervalMs, type ChangeGroup, type HubMessage, type LiveState, type TabMessage } from './messages.ts';

/** Sends messages to the hub. */
type SendToHub = (message: TabMessage) => void;

/** Dependencies of the connection. */
interface Deps {
  /** Connects to the hub when the first entry is followed. `receive` receives its messages. */
  readonly connect: (receive: (message: HubMessage) => void) => SendToHub;
  /** Is called when the session of the user has ended, and when it continues. */
  readonly onSession: (isOpen: boolean) => void;
}

/** Receives the states of an entry. */
type Listener = (state: LiveState) => void;

/** Follows entries for the components of a page. */
export class LiveClient {
  readonly #deps: Deps;
  readonly #listeners = new Map<number, Set<Listener>>();
  readonly #states = new Map<number, LiveState>();
  readonly #groups = new Map<ChangeGroup, Set<() => void>>();
  /** The position of an event before the lists of the groups were read. */
  #position = 0;
  #shared: readonly number[] = [];
  #send: SendToHub | undefined;
  #aliveTimer: ReturnType<typeof setInterval> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Calls a listener with the current state of an entry as soon as it is known, and then with every change. A state may be reported
   * several times. Returns a function that ends this.
   */
  follow(entry: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(entry) ?? new Set();
    this.#listeners.set(entry, listeners.add(listener));
    const known = this.#states.get(entry);
    if (known) listener(known);
    if (listeners.size === 1) this.resume();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(entry);
      this.#states.delete(entry);
      this.resume();
    };
  }

  /**
   * Calls a listener whenever something in a group may have changed after the event at a position. Returns a function that ends this.
   */
  followGroup(group: ChangeGroup, after: number, listener: () => void): () => void {
    this.#position = after;
    const listeners = this.#groups.get(group) ?? new Set();
    this.#groups.set(group, listeners.add(listener));
    if (listeners.size === 1) this.resume();
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#groups.delete(group);
      this.resume();
    };
  }

  /** Whether another tab of the user in this browser follows an entry. */
  isShared(entry: number): boolean {
    return this.#shared.includes(entry);
  }

  /** Requests the current states: after the page was hidden or frozen, or when the session continues. */
  resume(): void {
    if (this.#listeners.size === 0 && this.#groups.size === 0) {
      this.pause();
      return;
    }
    this.#send ??= this.#deps.connect((message) => this.#receive(message));
    this.#send({
      kind: 'watch',
      entries: [...this.#listeners.keys()],
      groups: [...this.#groups.keys()],
      after: this.#position,
    });
    this.#aliveTimer ??= setInterval(() => this.#send?.({ kind: 'alive' }), aliveIntervalMs);
  }

  /** Reports that the page is closed, or hidden for an unknown time. */
  pause(): void {
    clearInterval(this.#aliveTimer);
    this.#aliveTimer = undefined;
    this.#send?.({ kind: 'close' });
  }

  /** Connects to another hub, because the previous one has failed. */
  reconnect(): void {
    this.#send = undefined;
    if (this.#aliveTimer !== undefined) this.resume();
  }

  #receive(message: HubMessage): void {
    if (message.kind === 'session') this.#deps.onSession(message.isOpen);
    else if (message.kind === 'shared') this.#shared = message.entries;
    else if (message.kind === 'changed') for (const listener of this.#groups.get(message.group) ?? []) listener();
    else {
      const { state } = message;
      const listeners = this.#listeners.get(state.id);
      if (!listeners) return;
      this.#states.set(state.id, state);
      for (const listener of listeners) listener(state);
    }
  }
}
