// Declares batch requests (specification: Batch; protocol.md §14).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, Type } from '../grammar/schema.ts';

/** Maximum number of requests in a batch. */
const maxBatchRequests = 25;

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

const endpoints = declareEndpoints({
  'run-batch': {
    methods: ['POST'],
    statuses: [207],
    description: 'Executes up to 25 write requests in order, and returns the response to each request.',
    permission: 'everyone',
    parameters: {
      validation: enumOf(['require-all-validate', 'normal'], { default: 'normal' }),
      requests: Type.Array(requestSchema, { maxItems: maxBatchRequests, holdsRequests: true }),
    },
  },
});
export type BatchEndpoints = typeof endpoints;

/** The module with the code of this endpoint. */
export const batchModule: ModuleDeclaration<BatchEndpoints> = { name: 'batch' };

/** The batch endpoint, POST /batch/v1. It requires no credentials, because permissions are checked for each request in the batch. */
export const batch: Resource = {
  title: 'batch',
  namespace: '',
  module: batchModule,
  fields: {},
  links: [],
  routes: [{ path: '/batch/v1', parameters: {}, endpoints: [endpoints['run-batch']] }],
};
