// Describes backups in words.
import { __, _n, sprintf } from '@wordpress/i18n';
import type { Backup, Counts } from '../../data/resources/backups.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { formatGmt } from '../../ui/format-date.ts';

/** Returns when a backup was created, by whom, and its size, in one line. */
export function describeOrigin({ created, created_by: user, size }: Backup): string {
  const time = formatGmt(created);
  const origin =
    user === ''
      ? /* translators: %s: date and time. */ sprintf(__('%s, from the command line'), time)
      : /* translators: 1: date and time, 2: username. */ sprintf(__('%1$s, by %2$s'), time, user);
  /* translators: 1: date, time and user, 2: size of a file. */
  return size === 0 ? origin : sprintf(__('%1$s · %2$s'), origin, formatBytes(size));
}

/** Returns the labels of the counted kinds, in the order in which they are displayed. */
export const kindLabels = (): readonly (readonly [keyof Counts, string])[] => [
  ['entries', __('Entries')],
  ['terms', __('Terms')],
  ['users', __('Users')],
  ['comments', __('Comments')],
  ['files', __('Files')],
];

/** Returns the numbers of records in one line. */
export function describeCounts({ entries, users, comments, files }: Omit<Counts, 'terms'>): string {
  return [
    /* translators: %d: number of entries. */
    sprintf(_n('%d entry', '%d entries', entries), entries),
    /* translators: %d: number of comments. */
    sprintf(_n('%d comment', '%d comments', comments), comments),
    /* translators: %d: number of users. */
    sprintf(_n('%d user', '%d users', users), users),
    /* translators: %d: number of files. */
    sprintf(_n('%d file', '%d files', files), files),
  ].join(' · ');
}

/** Returns what a restore replaces although it is newer than the backup, in one line; undefined if there is nothing. */
export function describeNewer(newer: { entries: number; comments: number; users: number }): string | undefined {
  const { entries, comments, users } = newer;
  const lines = [
    /* translators: %d: number of entries. */
    entries > 0 && sprintf(_n('%d new or changed entry', '%d new or changed entries', entries), entries),
    /* translators: %d: number of comments. */
    comments > 0 && sprintf(_n('%d new comment', '%d new comments', comments), comments),
    /* translators: %d: number of users. */
    users > 0 && sprintf(_n('%d new user', '%d new users', users), users),
  ].filter((line) => line !== false);
  return lines.length === 0 ? undefined : lines.join(', ');
}
