// Several requests in one (specification: Batch; protocol.md §14).
import type { Resource } from '../grammar/resource.ts';
import { Type, words } from '../grammar/schema.ts';

/** The operations of the room `batch`; each is a file of that name there. */
export const batchOperations = ['run-batch'] as const;

/** How many requests a batch may hold. */
export const mostInBatch = 25;

/** One request of a batch. */
const item = Type.Object({
  method: Type.Optional(words(['POST', 'PUT', 'PATCH', 'DELETE'], { default: 'POST' })),
  path: Type.String({ needed: true }),
  body: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({ type: 'object', properties: {}, additionalProperties: true }),
  ),
  headers: Type.Optional(
    Type.Unsafe<Record<string, string | string[]>>({
      type: 'object',
      properties: {},
      additionalProperties: { type: ['string', 'array'], items: { type: 'string' } },
    }),
  ),
});

export const batchParameters = {
  validation: words(['require-all-validate', 'normal'], { default: 'normal' }),
  requests: Type.Array(item, { maxItems: mostInBatch, holdsRequests: true }),
} as const;

/** POST /batch/v1: anyone may; each request in it is judged by itself. */
export const batch: Resource = {
  title: 'batch',
  namespace: '',
  room: 'batch',
  fields: {},
  links: [],
  routes: [
    {
      path: '/batch/v1',
      parameters: {},
      endpoints: [
        {
          methods: ['POST'],
          operation: 'run-batch',
          statuses: [207],
          description:
            'Carries out up to 25 requests that change something, in their order, and returns the response to each.',
          permission: 'everyone',
          parameters: batchParameters,
        },
      ],
    },
  ],
};
