// Defines the conditions of the permissions for content types, and the errors when they are not met (protocol.md §15).
import type { Contract } from '../../../contract/contract.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { PermissionError } from '../../http/module.ts';

/** Returns all declared content types, in the order of their declaration. */
export const listContentTypes = ({ types }: Contract): readonly DescribedType[] => [...types.values()];

/** Whether the actor may edit entries of a type, and therefore view the type in the edit context. */
export const canEditType = (actor: Actor, { rights }: Pick<DescribedType, 'rights'>): boolean => actor.can(rights.edit);

/** Whether the actor may edit entries of any type. */
export const canEditSomeType = (actor: Actor, contract: Contract): boolean =>
  listContentTypes(contract).some((type) => canEditType(actor, type));

export const forbiddenErrors = {
  list: { code: 'rest_cannot_view', message: 'You are not allowed to view content types in the edit context.' },
  internal: { code: 'rest_cannot_read_type', message: 'This content type is internal.' },
  editContext: {
    code: 'rest_forbidden_context',
    message: 'You are not allowed to view this content type in the edit context.',
  },
} as const satisfies Record<string, PermissionError>;
