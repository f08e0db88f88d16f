// Defines the events of the site. They are delivered to listeners of extensions, to webhooks and to the live feed.

import { type DeclaredEvent, type EventKind, eventKinds } from '../../contract/octavo-v1/event-kinds.ts';

export { type DeclaredEvent, type EventKind, eventKinds };

/** The kind of events that say that the revisions of an entry have changed. Subscribers do not receive them. */
export const historyKind = 'history.updated';

/** An event to be recorded. */
export interface NewEvent<Kind extends string = EventKind> {
  readonly kind: Kind;
  /** The content type, taxonomy or comment type; the name of the extension for settings of an extension. */
  readonly type?: string;
  /** ID of the resource; 0 (the default) if the event has no single resource, as for settings and restores. */
  readonly subject?: number;
  /** Status before the change, such as `draft`. */
  readonly statusBefore?: string;
  /** Status after the change, such as `publish`. */
  readonly status?: string;
  /** Cache tags of all affected pages, such as `user:3` and `term:8`, in addition to the tags of the resource. */
  readonly tags?: readonly string[];
}

/** A recorded event with its position in the order of delivery. */
export interface SiteEvent extends Required<NewEvent<string>> {
  /** Position in the order of delivery. Events of a resource are in the order in which they happened. */
  readonly position: number;
  /** Identifies the event in every delivery. */
  readonly uuid: string;
  /** Time of the event, in milliseconds since 1970. */
  readonly at: number;
}

/** A receiver of events. Events are delivered in order and at least once; failed deliveries are retried with increasing delays. */
export interface Listener {
  /** Unique name. The delivery position is stored with this name. */
  readonly name: string;
  /** Event kinds that the listener receives, including kinds that extensions declare. */
  readonly kinds: readonly string[];
  onEvent(event: SiteEvent): Promise<unknown>;
}
