// The messages between the tabs of a browser and the hub, which has the only stream of the live channel.

/** The user who holds the edit lock of an entry. */
export interface LiveLock {
  readonly user: number;
  readonly name: string;
}

/** The current version of an entry. */
export interface LiveVersion {
  readonly status: string;
  /** The second part of the ETag of the entry, with quotes. */
  readonly etag: string;
}

/** The current state of an entry. */
export interface LiveState {
  readonly id: number;
  /** Undefined if the entry was deleted, or if the user may no longer edit it. */
  readonly version?: LiveVersion;
  /** Undefined if the entry is not locked. */
  readonly lock?: LiveLock;
}

/** A group of records in lists. */
export type ChangeGroup = 'entries' | 'comments';

/** A topic of a stream: an entry, by its ID, or a group. */
export type Topic = number | ChangeGroup;

/**
 * A message of a tab. `watch` names all entries and groups that the tab displays, and requests the current states of the entries and the
 * changes of the groups after the event at the position `after`; `alive` says that the tab still exists; `close`, that it is closed or hidden
 * for an unknown time.
 */
export type TabMessage =
  | {
      readonly kind: 'watch';
      readonly entries: readonly number[];
      readonly groups: readonly ChangeGroup[];
      readonly after: number;
    }
  | { readonly kind: 'alive' }
  | { readonly kind: 'close' };

/**
 * A message of the hub: the state of an entry that the tab watches, that a group may have changed, the entries that are also open in other
 * tabs, or whether the session of the user has ended or continues.
 */
export type HubMessage =
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'changed'; readonly group: ChangeGroup }
  | { readonly kind: 'shared'; readonly entries: readonly number[] }
  | { readonly kind: 'session'; readonly isOpen: boolean };

/** Interval at which tabs say that they still exist, in milliseconds. */
export const aliveIntervalMs = 30_000;
