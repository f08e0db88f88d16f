// What the operations of menus are given.
import type { Actor } from '../../access/actor.ts';
import type { Denial, Permission } from '../../http/room.ts';
import type { SettingValues } from '../../settings/declared.ts';
import type { EntryParts } from '../entries/parts.ts';

export interface MenuParts extends EntryParts {
  /** The places of the theme that menus can be shown at, with what they are for. */
  readonly menuLocations: Readonly<Record<string, string>>;
  /** The rule of lists of terms, which looks at the entry whose terms are asked for. */
  readonly listTermsRule: Permission;
}

/** The right that changing menus and their items takes (terms-menus-and-blocks.md §2, Who may). */
export const menuRight = 'edit_theme_options';

/** Those who write may see what is in the menus, and everyone where the setting `menus_public` says so. */
export const mayViewMenus = (actor: Actor, { menus_public: isPublic }: SettingValues): boolean =>
  isPublic || actor.can('edit_posts') || actor.can(menuRight);

/** Those who manage menus may see where they are shown, and everyone where the setting `menus_public` says so. */
export const mayViewLocations = (actor: Actor, { settings }: Pick<MenuParts, 'settings'>): boolean =>
  settings.values.menus_public || actor.can(menuRight);

/** Sentences of refusal. */
export const denials = {
  view: {
    code: 'rest_cannot_view',
    message: 'You are not allowed to view menus; the setting menus_public makes them readable for everyone.',
  },
  editContext: { code: 'rest_forbidden_context', message: 'You may not see menus as their editors do.' },
  create: { code: 'rest_cannot_create', message: 'You may not make menus.' },
  update: { code: 'rest_cannot_update', message: 'You may not change menus.' },
  delete: { code: 'rest_cannot_delete', message: 'You may not delete menus.' },
} as const satisfies Record<string, Denial>;
