// The actions that users can start from anywhere: screens display them as buttons, and the command palette lists all of them.
import { __ } from '@wordpress/i18n';
import type { Bootstrap, ContentType } from '../data/bootstrap.ts';
import {
  mayCreateUsers,
  mayEditMenus,
  mayImport,
  mayManageSettings,
  mayModerate,
  mayUpload,
} from '../data/permissions.ts';
import { paths } from '../ui/paths.ts';

/** An action that leads to a screen. */
export interface SiteAction {
  readonly id: string;
  readonly label: string;
  /** The path below the admin. */
  readonly path: string;
  /** Whether the path is that of an editor, which needs a document of its own. */
  readonly opensDocument: boolean;
}

/** Returns the action that starts an entry of a type; undefined if the user may not create one. */
export const newEntryAction = ({ slug, labels, name, can }: ContentType): SiteAction | undefined =>
  can.create
    ? { id: `new-${slug}`, label: labels.add_new_item ?? name, path: paths.newEntry(slug), opensDocument: true }
    : undefined;

/** Returns the actions that start entries, one for each type of which the user may create entries. */
export const newEntryActions = ({ types }: Pick<Bootstrap, 'types'>): readonly SiteAction[] =>
  types.flatMap((type) => newEntryAction(type) ?? []);

/** Returns the action that adds a user; undefined if the user may not do so. */
export const newUserAction = (bootstrap: Pick<Bootstrap, 'capabilities'>): SiteAction | undefined =>
  mayCreateUsers(bootstrap)
    ? { id: 'new-user', label: __('Add user'), path: paths.newUser, opensDocument: false }
    : undefined;

/** Returns all actions of a user. */
export function siteActions(bootstrap: Bootstrap): readonly SiteAction[] {
  const action = (isAllowed: boolean, id: string, label: string, path: string): readonly SiteAction[] =>
    isAllowed ? [{ id, label, path, opensDocument: false }] : [];
  return [
    ...newEntryActions(bootstrap),
    ...action(mayUpload(bootstrap), 'upload', __('Upload files'), paths.media),
    ...[newUserAction(bootstrap) ?? []].flat(),
    ...action(mayEditMenus(bootstrap), 'new-menu', __('New menu'), paths.newMenu),
    ...action(mayModerate(bootstrap), 'moderate', __('Moderate waiting comments'), paths.waitingComments),
    ...action(mayManageSettings(bootstrap), 'create-backup', __('Create backup'), paths.backups),
    ...action(mayImport(bootstrap), 'start-import', __('Import a site'), paths.importSite),
    ...action(true, 'edit-profile', __('Edit your profile'), paths.profile),
  ];
}
