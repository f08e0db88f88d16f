// What was told to webhooks, and what became of it. Octavo's own.
import { type Args, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, Type, whenIn, words } from '../grammar/schema.ts';

/** The operations of the room `webhooks:deliveries`; each is a file of that name in the folder of webhooks. */
export const deliveryOperations = ['list-deliveries', 'create-delivery', 'get-delivery', 'redeliver'] as const;

/** The rules that the routes of deliveries name. */
export const deliveryPermissions = ['manage-deliveries', 'manage-delivery'] as const;

/** What a delivery can be: still to be made or tried again, answered with success, or never to be tried again by itself. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

const shown = { context: everywhere, readonly: true };
const when = (description: string) => whenIn(description, everywhere, { readonly: true });

const fields = {
  id: Type.Integer({ description: 'Its number.', ...shown }),
  webhook: Type.Integer({ description: 'The number of the webhook.', ...shown }),
  event: Type.String({ description: 'What the header webhook-id says: the same at every try.', ...shown }),
  kind: Type.String({ description: 'What has happened.', ...shown }),
  subject: Type.String({ description: 'What it has happened to: `entry:5`.', ...shown }),
  state: words(deliveryStates, {
    description: 'Whether it waits for a try, was answered with success, or was given up.',
    ...shown,
  }),
  attempts: Type.Integer({ description: 'How often it was tried.', ...shown }),
  response: Type.Integer({ description: 'The status that the last try was answered with; 0: none came.', ...shown }),
  problem: Type.String({ description: 'Why the last try failed; empty: it did not.', ...shown }),
  created: when('When it was put into the queue, in GMT.'),
  due: when('When it is tried next, at the earliest, in GMT; null: never.'),
  settled: when('When it was delivered or given up, in GMT; null: not yet.'),
  body: Type.String({ description: 'What is sent, as it is signed.', ...shown }),
};

const listing = {
  state: optional(words(deliveryStates, { description: 'Only deliveries in this state.' })),
  page: Type.Integer({ description: 'The page of the list.', default: 1, minimum: 1, maximum: 100_000 }),
  per_page: Type.Integer({ description: 'How many items a page has.', default: 10, minimum: 1, maximum: 100 }),
};

export type DeliveryListArgs = Args<typeof listing>;

const id = optional(Type.Integer({ description: 'The number of the webhook.' }));
const delivery = optional(Type.Integer({ description: 'The number of the delivery.' }));
const one = { permission: 'manage-delivery', parameters: {} };

export const webhookDeliveries: Resource = {
  title: 'webhook-delivery',
  namespace: 'octavo/v1',
  room: 'webhooks:deliveries',
  fields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/webhooks/<id>/deliveries',
      parameters: { id },
      endpoints: [
        { methods: ['GET'], operation: 'list-deliveries', permission: 'manage-deliveries', parameters: listing },
        { methods: ['POST'], operation: 'create-delivery', permission: 'manage-deliveries', parameters: {} },
      ],
    },
    {
      path: '/octavo/v1/webhooks/<id>/deliveries/<delivery>',
      parameters: { id, delivery },
      endpoints: [{ methods: ['GET'], operation: 'get-delivery', ...one }],
    },
    {
      path: '/octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver',
      parameters: { id, delivery },
      endpoints: [
        {
          methods: ['POST'],
          operation: 'redeliver',
          description: 'Queues a delivery once more, with the same ID and body, and returns it.',
          ...one,
        },
      ],
    },
  ],
};
