// Declares the kinds of events that are delivered to listeners, webhooks and the live feed.

/**
 * The event kinds of the service. `entry` is an entry of any content type, including media and menu items. `site.restored` means that
 * all data was replaced by a backup.
 */
export const eventKinds = [
  'entry.created',
  'entry.updated',
  'entry.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'term.created',
  'term.updated',
  'term.deleted',
  'user.created',
  'user.updated',
  'user.deleted',
  'settings.updated',
  'site.restored',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** The descriptions of the event kinds, for administrators. */
export const eventDescriptions: Readonly<Record<EventKind, string>> = {
  'entry.created': 'An entry of any content type was created, such as a post, a page or a file.',
  'entry.updated': 'An entry was changed, published (also on schedule), moved to the trash or restored from it.',
  'entry.deleted': 'An entry was deleted permanently.',
  'comment.created': 'A comment or note was created, also one that waits for approval.',
  'comment.updated': 'A comment or note was changed, approved, marked as spam, or moved to the trash.',
  'comment.deleted': 'A comment or note was deleted permanently.',
  'term.created': 'A category, tag, menu or term of another taxonomy was created.',
  'term.updated': 'A category, tag, menu or term of another taxonomy was changed.',
  'term.deleted': 'A category, tag, menu or term of another taxonomy was deleted.',
  'user.created': 'A user was created.',
  'user.updated': 'A user was changed.',
  'user.deleted': 'A user was deleted.',
  'settings.updated': 'Settings of the site or of an extension were changed.',
  'site.restored': 'A backup was restored and has replaced all data: discard what you have stored, and read it again.',
};

/** An event kind that an extension declares. */
export interface DeclaredEvent {
  /** The object and the change: `submission.created`. */
  readonly kind: string;
  readonly description: string;
  /** The capability required to receive the event, in addition to the general one, because the event reveals that its object exists. */
  readonly needs: string;
  /**
   * The path of the object in the API, if it has one: `/cmsforms/v1/forms/{form}/submissions/{submission}`. `{form}` stands for the value
   * of the tag `form:` of the event.
   */
  readonly address?: string;
}

/** Reserved prefixes of event kinds. */
const reservedResources = [
  ...['entry', 'comment', 'term', 'user', 'settings', 'setting', 'site', 'type', 'extension', 'events', 'webhook'],
  'history',
];

/** Returns the part of an event kind before the dot, which names the object. */
export const eventResource = (kind: string): string => kind.split('.')[0] ?? '';

/** Returns the error in the declaration of an event kind; undefined if it is valid. Does not check whether the kind is declared twice. */
export function validateEvent({ kind, needs }: DeclaredEvent): string | undefined {
  if (typeof kind !== 'string' || !/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(kind))
    return `declares the invalid event kind ${JSON.stringify(kind)}; use the form submission.created`;
  if (reservedResources.includes(eventResource(kind)))
    return `declares the event kind ${kind}, but the service reserves the prefix ${eventResource(kind)}; use another one`;
  return typeof needs === 'string' && needs !== ''
    ? undefined
    : `does not declare the capability that the event kind ${kind} requires`;
}
