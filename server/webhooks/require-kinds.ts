// Checks the capabilities that a caller needs to subscribe a webhook to event kinds.

import { ApiError } from '../api-error.ts';
import type { Call } from '../http/module.ts';
import type { WebhookDeps } from './deps.ts';

/**
 * Throws ApiError 403 `rest_cannot_hear_kind` if the caller lacks the capability that an event kind requires. An empty list of kinds
 * stands for all kinds.
 */
export function requireKinds(
  { requiredCapabilities }: WebhookDeps,
  { actor }: Pick<Call, 'actor'>,
  kinds: readonly string[],
): void {
  for (const [kind, capability] of requiredCapabilities)
    if ((kinds.length === 0 || kinds.includes(kind)) && !actor.can(capability))
      throw new ApiError(
        'rest_cannot_hear_kind',
        403,
        `You are not allowed to receive events of the kind ${kind} (capability ${capability}); list only other kinds.`,
      );
}
