// What happens in a site, as those are told who listen: extensions and, through them, others.

import { type DeclaredEvent, type EventKind, eventKinds } from '../../contract/octavo-v1/event-kinds.ts';

export { type DeclaredEvent, type EventKind, eventKinds };

/** Something that has just happened. */
export interface NewEvent<Kind extends string = EventKind> {
  readonly kind: Kind;
  /** The content type, taxonomy or type of comment; of settings of an extension, its name. */
  readonly type?: string;
  /** The number of what it happened to; absent: the site. */
  readonly subject?: number;
  /** States before and after: `draft` and `publish`. */
  readonly statusBefore?: string;
  readonly status?: string;
  /** Names of all that shows what has changed beside the subject itself: `user:3`, `term:8`. */
  readonly tags?: readonly string[];
}

/** Something that has happened, in its place in the order of everything. */
export interface SiteEvent extends Required<NewEvent<string>> {
  /** Later events have greater ones. Those of one subject are in the order in which they happened. */
  readonly position: number;
  /** The same however often the event is told. */
  readonly uuid: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Who is told. Every event comes at least once, in order; one that is not taken comes again, later and later. */
export interface Listener {
  /** Unlike the names of all others; what has been heard is remembered under it. */
  readonly name: string;
  /** The service's own kinds, and those that extensions declare. */
  readonly kinds: readonly string[];
  hear(event: SiteEvent): Promise<unknown>;
}
