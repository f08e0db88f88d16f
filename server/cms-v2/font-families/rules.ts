// Who may do what with fonts: whoever manages the theme, and nobody else (media-fonts-and-oembed.md, part B).
import { fontRight } from '../../../contract/shared/fonts.ts';
import type { Actor } from '../../access/actor.ts';
import type { Denial } from '../../http/room.ts';
import { denials as entryDenials } from '../entries/rules.ts';

/** Sentences of refusal. */
export const denials = {
  ...entryDenials,
  read: { code: 'rest_cannot_read', message: 'You may not see the fonts of the site.' },
} as const satisfies Record<string, Denial>;

/** The denial, unless the actor manages the theme. */
export const unlessManaging = (actor: Actor, denial: Denial): Denial | undefined =>
  actor.can(fontRight) ? undefined : denial;
