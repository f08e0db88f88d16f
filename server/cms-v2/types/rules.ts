// Who may see what of content types (protocol.md §15).
import type { Contract } from '../../../contract/contract.ts';
import type { DescribedType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import type { Denial } from '../../http/room.ts';

/** The content types that are told of: all there are, in the order in which they are declared. */
export const describedTypes = ({ types }: Contract): readonly DescribedType[] => [...types.values()];

/** Whether somebody writes entries of a type, and so is told how it works. */
export const mayEditType = (actor: Actor, { rights }: Pick<DescribedType, 'rights'>): boolean => actor.can(rights.edit);

/** Whether somebody writes entries of any type. */
export const mayEditSomeType = (actor: Actor, contract: Contract): boolean =>
  describedTypes(contract).some((type) => mayEditType(actor, type));

/** Sentences of refusal. */
export const denials = {
  list: { code: 'rest_cannot_view', message: 'You may not see content types as editors do.' },
  inward: { code: 'rest_cannot_read_type', message: 'This content type is the service’s own.' },
  editContext: { code: 'rest_forbidden_context', message: 'You may not see this content type as editors do.' },
} as const satisfies Record<string, Denial>;
