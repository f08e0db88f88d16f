// Permissions on fonts: only users who may edit the theme have access (media-fonts-and-oembed.md, part B).
import { fontCapability } from '../../../contract/shared/fonts.ts';
import type { Actor } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';
import { forbiddenErrors as entryDenials } from '../entries/conditions.ts';

/** Errors for forbidden operations. */
export const forbiddenErrors = {
  ...entryDenials,
  read: { code: 'rest_cannot_read', message: 'You are not allowed to view the fonts of the site.' },
} as const satisfies Record<string, PermissionError>;

/** Returns the error unless the actor may edit the theme. */
export const errorUnlessManager = (actor: Actor, error: PermissionError): PermissionError | undefined =>
  actor.can(fontCapability) ? undefined : error;
