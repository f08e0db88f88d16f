// Defines the dependencies of the menu operations, the conditions of their permissions, and the errors when they are not met.
import type { Actor } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';
import type { SettingValues } from '../../settings/declared.ts';
import type { EntryDeps } from '../entries/deps.ts';

export interface MenuDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site' | 'texts' | 'writer'> {
  /** Descriptions of the menu locations of the theme, keyed by name. */
  readonly menuLocations: Readonly<Record<string, string>>;
}

/** Capability that is required to edit menus and their items (terms-menus-and-blocks.md §2, Who may). */
export const menuCapability = 'edit_theme_options';

/** Whether the actor may view menus: the actor may edit posts or menus, or the setting `menus_public` is on. */
export const mayViewMenus = (actor: Actor, { menus_public: isPublic }: SettingValues): boolean =>
  isPublic || actor.can('edit_posts') || actor.can(menuCapability);

/** Whether the actor may view menu locations: the actor may edit the theme, or the setting `menus_public` is on. */
export const mayViewLocations = (actor: Actor, { site: { settings } }: Pick<MenuDeps, 'site'>): boolean =>
  settings.values.menus_public || actor.can(menuCapability);

export const forbiddenErrors = {
  view: {
    code: 'rest_cannot_view',
    message: 'You are not allowed to view menus; the setting menus_public makes them public.',
  },
  editContext: { code: 'rest_forbidden_context', message: 'You are not allowed to view menus in the edit context.' },
  create: { code: 'rest_cannot_create', message: 'You are not allowed to create menus.' },
  update: { code: 'rest_cannot_update', message: 'You are not allowed to edit menus.' },
  delete: { code: 'rest_cannot_delete', message: 'You are not allowed to delete menus.' },
} as const satisfies Record<string, PermissionError>;
