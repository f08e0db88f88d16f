// Events of the site, which are delivered to listeners of extensions, webhooks and the live feed.

import { type DeclaredEvent, type EventKind, eventKinds } from '../../contract/octavo-v1/event-kinds.ts';

export { type DeclaredEvent, type EventKind, eventKinds };

/** An event to be recorded. */
export interface NewEvent<Kind extends string = EventKind> {
  readonly kind: Kind;
  /** The content type, taxonomy or comment type; for settings of an extension, its name. */
  readonly type?: string;
  /** ID of the resource. Default: the site. */
  readonly subject?: number;
  /** Status before and after, such as `draft` and `publish`. */
  readonly statusBefore?: string;
  readonly status?: string;
  /** Cache tags of everything that presents the change besides the resource itself: `user:3`, `term:8`. */
  readonly tags?: readonly string[];
}

/** A recorded event with its position in the order of delivery. */
export interface SiteEvent extends Required<NewEvent<string>> {
  /** Increases from event to event. Events of one resource are in the order in which they happened. */
  readonly position: number;
  /** Identifies the event in every delivery. */
  readonly uuid: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A receiver of events. Every event is delivered at least once, in order, and is retried with increasing delays after a failure. */
export interface Listener {
  /** Unique name, under which the delivery position is stored. */
  readonly name: string;
  /** Event kinds of the service, and those that extensions declare. */
  readonly kinds: readonly string[];
  onEvent(event: SiteEvent): Promise<unknown>;
}
