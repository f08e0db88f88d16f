// Everything that can happen in a site, as it is told to those who listen.

/**
 * `entry` is an entry of any content type, media and menu items among them. `site.restored`: everything has been replaced by what a
 * backup has.
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

/** A kind of event that an extension tells of beside these. */
export interface DeclaredEvent {
  /** What it happens to, and what happens: `submission.created`. */
  readonly kind: string;
  readonly description: string;
  /** The right that is needed to be told, beside that of being told anything: who hears of it sees that it is there. */
  readonly needs: string;
  /**
   * Where the API answers with what it happened to; absent: nowhere. `{form}` stands for what the tag `form:` of the event
   * names: `/cmsforms/v1/forms/{form}/submissions/{submission}`.
   */
  readonly address?: string;
}

/** What such kinds cannot be of: the service tells of these itself, or names something else by them. */
const ownFamilies = [
  ...['entry', 'comment', 'term', 'user', 'settings', 'setting', 'site', 'type', 'extension', 'events', 'webhook'],
];

/** What something happens to, by the kind of the event. */
export const familyOf = (kind: string): string => kind.split('.')[0] ?? '';

/** What is wrong with a declared kind, whatever others there are; undefined: nothing. */
export function faultOfEvent({ kind, needs }: DeclaredEvent): string | undefined {
  if (typeof kind !== 'string' || !/^[a-z][a-z0-9-]*\.[a-z][a-z0-9-]*$/.test(kind))
    return `tells of events of the kind ${JSON.stringify(kind)}; a kind is written as submission.created`;
  if (ownFamilies.includes(familyOf(kind))) return `tells of events of the kind ${kind}, which belong to the service`;
  return typeof needs === 'string' && needs !== '' ? undefined : `does not say which right ${kind} needs`;
}
