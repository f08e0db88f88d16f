// Which kinds of events somebody may let an address be told.
import type { Call } from '../http/room.ts';
import { Refusal } from '../refusal.ts';
import type { WebhookParts } from './parts.ts';

/**
 * Looks whether who asks has the rights that kinds of extensions need; naming none is naming all.
 *
 * Throws Refusal 403 `rest_cannot_hear_kind`.
 */
export function requireKinds({ needs }: WebhookParts, { actor }: Pick<Call, 'actor'>, kinds: readonly string[]): void {
  for (const [kind, right] of needs)
    if ((kinds.length === 0 || kinds.includes(kind)) && !actor.can(right))
      throw new Refusal(
        'rest_cannot_hear_kind',
        403,
        `Events of the kind ${kind} are told to those alone who have the right ${right}; name kinds without it.`,
      );
}
