// Declares the deliveries of webhooks, an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';

/** States of a delivery: waiting for its next attempt, delivered, or failed after the last attempt. */
const deliveryStates = ['waiting', 'delivered', 'failed'] as const;

const readonlyField = { context: everywhere, readonly: true };
const timestampField = (description: string) => nullableTimestamp(description, everywhere, { readonly: true });

export const deliveryFields = {
  id: ReadOnly.Integer('The ID of the delivery.', everywhere),
  webhook: ReadOnly.Integer('The ID of the webhook.', everywhere),
  event: ReadOnly.String('The value of the header `webhook-id`, which is the same for every attempt.', everywhere),
  kind: ReadOnly.String('The kind of the event.', everywhere),
  subject: ReadOnly.String(
    'The resource that the event concerns, such as `entry:5`, or only its group, such as `settings`, if it has no ID.',
    everywhere,
  ),
  state: enumOf(deliveryStates, {
    description: 'The state: waiting for the next attempt, delivered, or failed after the last attempt.',
    ...readonlyField,
  }),
  attempts: ReadOnly.Integer('The number of attempts.', everywhere),
  response: ReadOnly.Integer('The HTTP status of the response to the last attempt; 0 if there was none.', everywhere),
  response_body: ReadOnly.String(
    'The beginning of the body of the response to the last attempt, at most 4 KiB; empty if there was none.',
    everywhere,
  ),
  problem: ReadOnly.String('The error of the last attempt; empty if there is none.', everywhere),
  created: timestampField('The time at which the delivery was queued, in GMT.'),
  attempted: timestampField('The time of the last attempt, in GMT; null if there was none.'),
  due: timestampField('The earliest time of the next attempt, in GMT; null if there is none.'),
  settled: timestampField(
    'The time at which the delivery succeeded or permanently failed, in GMT; null while waiting.',
  ),
  body: ReadOnly.String('The signed request body.', everywhere),
};

const listParameters = {
  state: optional(enumOf(deliveryStates, { description: 'Limits the list to deliveries in this state.' })),
  page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1, maximum: 100_000 }),
  per_page: Type.Integer({
    description: 'Maximum number of deliveries per page.',
    default: 10,
    minimum: 1,
    maximum: 100,
  }),
};

/** Maximum number of failed deliveries that one request queues again. */
export const maxRequeuedDeliveries = 1000;

const endpoints = declareEndpoints({
  'list-deliveries': { permission: 'manage-deliveries', parameters: listParameters },
  'create-delivery': { permission: 'manage-deliveries', parameters: {} },
  'get-delivery': { permission: 'manage-delivery', parameters: {} },
  redeliver: {
    methods: ['POST'],
    description: 'Queues a delivery again, with the same ID and body, and returns it.',
    permission: 'manage-delivery',
    parameters: {},
  },
  'redeliver-failed': {
    methods: ['POST'],
    description: `Queues the oldest ${maxRequeuedDeliveries} failed deliveries again, with the same IDs and bodies.`,
    permission: 'manage-deliveries',
    parameters: {},
    answers: 'object',
    response: Type.Object({
      queued: Type.Integer({ description: 'The number of deliveries that were queued again.' }),
      failed: Type.Integer({ description: 'The number of failed deliveries that remain.' }),
    }),
  },
});
export type DeliveryEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const deliveriesModule: ModuleDeclaration<DeliveryEndpoints, typeof deliveryFields> = { name: 'webhooks' };

const id = optional(Type.Integer({ description: 'The ID of the webhook.' }));
const delivery = optional(Type.Integer({ description: 'The ID of the delivery.' }));

export const webhookDeliveries: Resource<typeof deliveryFields> = {
  title: 'webhook-delivery',
  namespace: 'octavo/v1',
  module: deliveriesModule,
  fields: deliveryFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/webhooks/<id>/deliveries',
      parameters: { id },
      endpoints: [endpoints['list-deliveries'], endpoints['create-delivery']],
    },
    {
      path: '/octavo/v1/webhooks/<id>/deliveries/redeliver',
      parameters: { id },
      endpoints: [endpoints['redeliver-failed']],
    },
    {
      path: '/octavo/v1/webhooks/<id>/deliveries/<delivery>',
      parameters: { id, delivery },
      endpoints: [endpoints['get-delivery']],
    },
    {
      path: '/octavo/v1/webhooks/<id>/deliveries/<delivery>/redeliver',
      parameters: { id, delivery },
      endpoints: [endpoints.redeliver],
    },
  ],
};
