// Declares emails about accounts: links for choosing a new password, and confirmations of new email addresses. They are an addition to the
// specification (docs/deviations.md).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';

const nullableText = (description: string, format: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format, description });

/** The schema of a change of an email address. */
export const emailChange = Type.Object({
  email: nullableText('The new email address, which is not confirmed yet; null if there is none.', 'email'),
  expires: nullableText(
    'The time at which the link for confirming it expires, in GMT; null if there is none.',
    'date-time',
  ),
});

/** The schema of the response to a request for a password reset. */
const passwordReset = Type.Object({
  email: Type.String({ description: 'The address to which the email is sent.', format: 'email' }),
  expires: Type.String({ description: 'The time at which the link expires, in GMT.', format: 'date-time' }),
});

const endpoints = declareEndpoints({
  'send-password-reset': {
    methods: ['POST'],
    description: 'Sends a user an email with a link for choosing a new password. The password stays valid until then.',
    answers: 'object',
    response: passwordReset,
    permission: 'send-password-reset',
    parameters: {},
    refuses: [429],
  },
  'get-email-change': {
    description: 'Returns the new email address of the caller that is not confirmed yet.',
    answers: 'object',
    response: emailChange,
    permission: 'read-email-change',
    parameters: {},
  },
  'request-email-change': {
    methods: ['POST'],
    description:
      'Sends an email to a new address of the caller. It becomes the email address of the caller when the link in this email is opened and confirmed.',
    answers: 'object',
    response: emailChange,
    permission: 'change-email',
    parameters: { email: Type.String({ description: 'The new email address.', format: 'email', first: true }) },
    refuses: [429],
  },
  'delete-email-change': {
    description: 'Discards the new email address of the caller that is not confirmed yet.',
    answers: 'object',
    response: emailChange,
    permission: 'change-email',
    parameters: {},
  },
});
export type AccountEmailEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const accountEmailsModule: ModuleDeclaration<AccountEmailEndpoints> = { name: 'account-emails' };

export const accountEmails: Resource = {
  title: 'account-email',
  namespace: octavoNamespace,
  module: accountEmailsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/octavo/v1/users/<id>/password-reset',
      parameters: { id: optional(Type.Integer({ description: 'The ID of the user.' })) },
      endpoints: [endpoints['send-password-reset']],
    },
    {
      path: '/octavo/v1/users/me/email-change',
      parameters: {},
      endpoints: [endpoints['get-email-change'], endpoints['request-email-change'], endpoints['delete-email-change']],
    },
  ],
};
