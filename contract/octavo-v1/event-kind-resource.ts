// Declares the kinds of events with their descriptions, an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

export const eventKindFields = {
  kind: ReadOnly.String('The kind of the event.', everywhere),
  description: ReadOnly.String('What has happened.', everywhere),
  capability: Type.Unsafe<string | null>({
    description:
      'The capability that is required to receive the event, in addition to `manage_options`; null for none.',
    type: ['string', 'null'],
    context: everywhere,
    readonly: true,
  }),
  permitted: ReadOnly.Boolean('Whether the caller may receive the event.', everywhere),
};

const endpoints = declareEndpoints({
  'list-event-kinds': { permission: 'list-event-kinds', parameters: {} },
});

/** The module with the code of this endpoint. */
export const eventKindsModule: ModuleDeclaration<typeof endpoints, typeof eventKindFields> = { name: 'live-feed' };

export const eventKindResource: Resource<typeof eventKindFields> = {
  title: 'event-kind',
  namespace: octavoNamespace,
  module: eventKindsModule,
  fields: eventKindFields,
  links: [],
  routes: [{ path: '/octavo/v1/event-kinds', parameters: {}, endpoints: [endpoints['list-event-kinds']] }],
};
