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
