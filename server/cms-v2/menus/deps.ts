// Dependencies and permissions of the menu operations.
import type { Actor } from '../../access/actor.ts';
import type { Permission, PermissionError } from '../../http/module.ts';
import type { SettingValues } from '../../settings/declared.ts';
import type { EntryDeps } from '../entries/deps.ts';

export interface MenuDeps extends EntryDeps {
  /** The menu locations of the theme, with their descriptions. */
  readonly menuLocations: Readonly<Record<string, string>>;
  /** The permission to list terms, which checks the entry given by `post`. */
  readonly listTermsPermission: Permission;
}

/** The capability that is required to edit menus and their items (terms-menus-and-blocks.md §2, Who may). */
export const menuCapability = 'edit_theme_options';

/** Whether the actor may view menus: users who may write posts, and everyone if the setting `menus_public` is on. */
export const mayViewMenus = (actor: Actor, { menus_public: isPublic }: SettingValues): boolean =>
  isPublic || actor.can('edit_posts') || actor.can(menuCapability);

/** Whether the actor may view menu locations: users who may edit the theme, and everyone if the setting `menus_public` is on. */
export const mayViewLocations = (actor: Actor, { settings }: Pick<MenuDeps, 'settings'>): boolean =>
  settings.values.menus_public || actor.can(menuCapability);

/** Errors for forbidden operations. */
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
