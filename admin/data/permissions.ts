// Determines what the user may do, for the screens, actions and searches that depend on it.
import type { Bootstrap, ContentType, Taxonomy } from './bootstrap.ts';
import { formsName } from './resources/forms.ts';

type Capabilities = Pick<Bootstrap, 'capabilities'>;

/** Whether the user may upload files. */
export const mayUpload = ({ capabilities }: Capabilities): boolean => capabilities.upload_files === true;

/** Whether the user may moderate comments. */
export const mayModerate = ({ capabilities }: Capabilities): boolean => capabilities.moderate_comments === true;

/** Whether the user may edit menus. */
export const mayEditMenus = ({ capabilities }: Capabilities): boolean => capabilities.edit_theme_options === true;

/** Whether the user may edit forms, which only sites with their extension have. */
export const mayEditForms = ({ capabilities, extensions }: Pick<Bootstrap, 'capabilities' | 'extensions'>): boolean =>
  extensions.includes(formsName) && capabilities.edit_pages === true;

/** Whether the user may manage the settings and the backups of the site. */
export const mayManageSettings = ({ capabilities }: Capabilities): boolean => capabilities.manage_options === true;

/** Whether the user may import other sites. */
export const mayImport = ({ capabilities }: Capabilities): boolean => capabilities.import === true;

/** Whether the user may list and edit other users. */
export const mayManageUsers = ({ capabilities }: Capabilities): boolean =>
  capabilities.list_users === true && capabilities.edit_users === true;

/** Whether the user may also create users. */
export const mayCreateUsers = (bootstrap: Capabilities): boolean =>
  mayManageUsers(bootstrap) && bootstrap.capabilities.create_users === true;

/** Whether the user may manage the terms of a taxonomy. */
export const mayManageTerms = ({ can }: Pick<Taxonomy, 'can'>): boolean => can.manage && can.edit;

/** Returns the content types whose entries the user may edit, with and without a list of their own. */
export const editableTypes = ({
  types,
  unlistedTypes,
}: Pick<Bootstrap, 'types' | 'unlistedTypes'>): readonly ContentType[] => [...types, ...unlistedTypes];
