// Declares the emails that the service sends, an addition to the specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { enumOf, everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

/** The states of an email. An `unsent` email was not sent because no mail server was configured. */
const emailStates = ['waiting', 'sent', 'failed', 'unsent'] as const;
export type EmailState = (typeof emailStates)[number];

export const emailFields = {
  id: ReadOnly.Integer('The ID of the email.', everywhere),
  state: enumOf(emailStates, {
    description:
      'The state. A `waiting` email is sent as soon as possible; an `unsent` one was not sent because no mail server was configured.',
    context: everywhere,
    readonly: true,
  }),
  kind: ReadOnly.String('The purpose of the email, such as `password-reset`.', everywhere),
  recipient: ReadOnly.String('The email address of the recipient.', everywhere),
  subject: ReadOnly.String('The subject.', everywhere),
  attempts: ReadOnly.Integer('The number of attempts that were started.', everywhere),
  queued: ReadOnly.String('The time at which the email was queued, in GMT.', everywhere, { format: 'date-time' }),
  next_attempt: nullableTimestamp('The earliest time of the next attempt, in GMT; null if there is none.', everywhere, {
    readonly: true,
  }),
  problem: ReadOnly.String('Why the latest attempt failed; empty if it did not.', everywhere),
};

const endpoints = declareEndpoints({
  'list-emails': {
    description: 'Lists the latest 100 emails without their texts, newest first.',
    permission: 'list-emails',
    parameters: {},
  },
  'retry-emails': {
    methods: ['POST'],
    description:
      'Sends the emails again that wait for another attempt, and those of the last seven days that failed or were not sent.',
    permission: 'retry-emails',
    answers: 'object',
    response: Type.Object({ retried: Type.Integer({ description: 'The number of emails that are sent again.' }) }),
    parameters: {},
  },
  'retry-email': {
    methods: ['POST'],
    refuses: [409],
    description: 'Sends an email again that was not sent, regardless of its age. The text of a sent email is deleted.',
    permission: 'retry-email',
    parameters: {},
  },
});
export type EmailEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const emailsModule: ModuleDeclaration<EmailEndpoints, typeof emailFields> = { name: 'emails' };

export const emails: Resource<typeof emailFields> = {
  title: 'email',
  namespace: octavoNamespace,
  module: emailsModule,
  fields: emailFields,
  links: [],
  routes: [
    { path: '/octavo/v1/emails', parameters: {}, endpoints: [endpoints['list-emails']] },
    { path: '/octavo/v1/emails/retry', parameters: {}, endpoints: [endpoints['retry-emails']] },
    {
      path: '/octavo/v1/emails/<id>/retry',
      parameters: { id: optional(Type.Integer({ description: 'The ID of the email.' })) },
      endpoints: [endpoints['retry-email']],
    },
  ],
};
