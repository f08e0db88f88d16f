// Implements the endpoint of the kinds of events.
import type { Contract } from '../../contract/contract.ts';
import { eventKindFields, eventKindsModule } from '../../contract/octavo-v1/event-kind-resource.ts';
import { eventDescriptions } from '../../contract/octavo-v1/event-kinds.ts';
import { implement } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import { plainPresenter } from '../http/plain-presenter.ts';

const forbiddenError = {
  code: 'rest_cannot_follow_events',
  message: 'You are not allowed to follow events; only administrators may do this.',
};

/** Returns the module of the kinds of events, those of the service first, and then those of extensions. */
export function eventKindsEndpoints({ events }: Pick<Contract, 'events'>): Module {
  const kinds = [
    ...Object.entries(eventDescriptions).map(([kind, description]) => ({ kind, description, capability: null })),
    ...[...events.values()].map(({ kind, description, needs: capability }) => ({ kind, description, capability })),
  ];
  return implement(eventKindsModule, {
    permissions: {
      'list-event-kinds': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
    },
    operations: {
      // GET /octavo/v1/event-kinds: lists the kinds of events.
      /** Responds with all kinds of events. */
      'list-event-kinds': {
        run: async ({ actor }) => ({
          kind: 'list',
          rows: kinds.map((each) => ({ ...each, permitted: each.capability === null || actor.can(each.capability) })),
        }),
      },
    },
    presenter: plainPresenter(eventKindFields),
  });
}
