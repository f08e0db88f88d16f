// Declares the latest unexpected errors, an addition to the specification (docs/deviations.md).

import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { ReadOnly, Type, timestamp, viewAndEdit } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

export const recentErrorFields = {
  id: ReadOnly.String('The error ID, which the response and the log contain.', viewAndEdit),
  date_gmt: timestamp({ description: 'The time of the error, in GMT.', context: viewAndEdit, readonly: true }),
  method: ReadOnly.String(
    'The method of the request; an empty string if the error did not occur in a request.',
    viewAndEdit,
  ),
  route: ReadOnly.String('The pattern of the route; an empty string if no route matches.', viewAndEdit),
  message: ReadOnly.String(
    'The class of the error, its message and its location in the code, without values of requests and stored content.',
    viewAndEdit,
  ),
};

const listParameters = {
  page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1 }),
  per_page: Type.Integer({ description: 'Maximum number of errors per page.', default: 10, minimum: 1, maximum: 100 }),
  search: optional(
    Type.String({
      description: 'Limits the list to errors whose ID, method, route or message contains this text.',
      maxLength: 200,
    }),
  ),
  after: optional(timestamp({ description: 'Limits the list to errors after this time, in GMT.' })),
  before: optional(timestamp({ description: 'Limits the list to errors before this time, in GMT.' })),
};

const endpoints = declareEndpoints({
  'list-recent-errors': { permission: 'list-recent-errors', parameters: listParameters, answers: 'list' },
});

/** The module with the code of this endpoint. */
export const recentErrorsModule: ModuleDeclaration<typeof endpoints, typeof recentErrorFields> = {
  name: 'recent-errors',
};

export const recentErrors: Resource<typeof recentErrorFields> = {
  title: 'recent-error',
  namespace: octavoNamespace,
  module: recentErrorsModule,
  fields: recentErrorFields,
  links: [],
  routes: [{ path: '/octavo/v1/recent-errors', parameters: {}, endpoints: [endpoints['list-recent-errors']] }],
};
