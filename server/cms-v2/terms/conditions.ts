// Defines the conditions of the permissions for terms, and the errors when they are not met (terms-menus-and-blocks.md §1.6).
import type { Contract } from '../../../contract/contract.ts';
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';
import type { SettingValues } from '../../settings/declared.ts';

/**
 * Whether the actor may create terms. Hierarchical taxonomies require the capability to edit terms, others the capability to
 * assign them.
 */
export const mayCreate = (actor: Actor, { hierarchical, rights }: Taxonomy): boolean =>
  actor.can(hierarchical ? rights.edit : rights.assign);

/** Whether the actor may edit the terms of a taxonomy. */
export const mayEdit = (actor: Actor, { rights }: Taxonomy): boolean => actor.can(rights.edit);

/** Whether the actor may delete a term. The default category cannot be deleted. */
export const mayDelete = (actor: Actor, { rights, name }: Taxonomy, id: number, defaultCategory: number): boolean =>
  actor.can(rights.delete) && !(name === 'category' && id === defaultCategory);

/** Whether anonymous callers may read the terms of a taxonomy: all except menus, unless a setting makes those public. */
export const hasPublicTerms = ({ types }: Contract, taxonomy: Taxonomy, settings: SettingValues): boolean =>
  taxonomy.types.every((name) => {
    const setting = types.get(name)?.publicSetting;
    return setting === undefined || settings[setting];
  });

/** Permission errors (terms-menus-and-blocks.md §1.2). */
export const forbiddenErrors = {
  editContext: {
    code: 'rest_forbidden_context',
    message: 'You are not allowed to view these terms in the edit context.',
  },
  create: { code: 'rest_cannot_create', message: 'You are not allowed to create terms of this taxonomy.' },
  edit: { code: 'rest_cannot_update', message: 'You are not allowed to edit this term.' },
  delete: { code: 'rest_cannot_delete', message: 'You are not allowed to delete this term.' },
  hiddenEntry: { code: 'rest_forbidden_context', message: 'You are not allowed to view the terms of this entry.' },
} as const satisfies Record<string, PermissionError>;
