// Defines the condition of all permissions for fonts, and the errors when it is not met. All font routes require the capability
// `edit_theme_options` (media-fonts-and-oembed.md, part B).
import { fontCapability } from '../../../contract/shared/fonts.ts';
import type { Actor } from '../../access/actor.ts';
import { type Call, type PermissionError, submitsId } from '../../http/module.ts';
import { forbiddenErrors as entryDenials } from '../entries/conditions.ts';

export const forbiddenErrors = {
  ...entryDenials,
  read: { code: 'rest_cannot_read', message: 'You are not allowed to view the fonts of the site.' },
} as const satisfies Record<string, PermissionError>;

/** Returns `error` if the actor may not edit the theme, else undefined. */
export const errorUnlessCanManageFonts = (actor: Actor, error: PermissionError): PermissionError | undefined =>
  actor.can(fontCapability) ? undefined : error;

/** Returns the permission of callers who may edit the theme. `error` is the error for other callers. */
export const managersOnly = (error: PermissionError) => ({
  permit: ({ actor }: Pick<Call, 'actor'>) => errorUnlessCanManageFonts(actor, error),
});

/** The permission to create a font, whose ID cannot be set. */
export const createPermission = {
  permit: (call: Call): PermissionError | undefined =>
    errorUnlessCanManageFonts(call.actor, forbiddenErrors.create) ??
    (submitsId(call) ? forbiddenErrors.exists : undefined),
};
