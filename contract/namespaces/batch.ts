// Declares batch requests (specification: Batch; protocol.md §14).
import type { Resource } from '../grammar/resource.ts';
import { enumOf, Type } from '../grammar/schema.ts';

/** Operations of the module `batch`. Each is implemented in a file with its name, such as `run-batch.ts`. */
export const batchOperations = ['run-batch'] as const;

/** Maximum number of requests in a batch. */
export const maxBatchRequests = 25;

/** Schema of a request in a batch. */
const requestSchema = Type.Object({
  method: Type.Optional(enumOf(['POST', 'PUT', 'PATCH', 'DELETE'], { default: 'POST' })),
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
  validation: enumOf(['require-all-validate', 'normal'], { default: 'normal' }),
  requests: Type.Array(requestSchema, { maxItems: maxBatchRequests, holdsRequests: true }),
} as const;

/** The batch endpoint, POST /batch/v1. It requires no credentials, because permissions are checked for each request in the batch. */
export const batch: Resource = {
  title: 'batch',
  namespace: '',
  module: 'batch',
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
          description: 'Executes up to 25 write requests in order, and returns the response to each request.',
          permission: 'everyone',
          parameters: batchParameters,
        },
      ],
    },
  ],
};
