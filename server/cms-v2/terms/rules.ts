// Who may do what with terms (terms-menus-and-blocks.md §1.6).
import type { Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { Denial } from '../../http/room.ts';

/** In a tree a new term is for those who keep it; elsewhere for all who may use terms. */
export const mayCreate = (actor: Actor, { hierarchical, rights }: Taxonomy): boolean =>
  actor.can(hierarchical ? rights.edit : rights.assign);

/** Who keeps the terms of a taxonomy. */
export const mayEdit = (actor: Actor, { rights }: Taxonomy): boolean => actor.can(rights.edit);

/** Nobody deletes the term that entries without one are given. */
export const mayDelete = (actor: Actor, { rights, name }: Taxonomy, id: number, defaultCategory: number): boolean =>
  actor.can(rights.delete) && !(name === 'category' && id === defaultCategory);

/** Sentences of refusal (terms-menus-and-blocks.md §1.2). */
export const denials = {
  editContext: { code: 'rest_forbidden_context', message: 'You may not see these terms as editors do.' },
  create: { code: 'rest_cannot_create', message: 'You may not make terms of this taxonomy.' },
  edit: { code: 'rest_cannot_update', message: 'You may not change this term.' },
  delete: { code: 'rest_cannot_delete', message: 'You may not delete this term.' },
  ofHidden: { code: 'rest_forbidden_context', message: 'You may not see the terms of this entry.' },
} as const satisfies Record<string, Denial>;
