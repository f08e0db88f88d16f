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
