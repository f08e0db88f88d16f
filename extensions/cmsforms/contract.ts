// What cmsforms/v1 promises: the wizard (specification: Plugin namespaces), and routes of our own for what forms send in.
import {
  changing,
  everywhere,
  type Method,
  optional,
  type Parameters,
  type Resource,
  type Route,
  Type,
  words,
} from 'octavo/extension';
import { outcomes } from './settings.ts';
import { states } from './submissions-store.ts';

const namespace = 'cmsforms/v1';
const wizardPath = '/cmsforms/v1/setup-wizard';

/** A response with the names of extensions. */
const withPlugins = Type.Object(
  { plugins: Type.Array(Type.Object({ name: Type.String({ isName: true }) }, { additionalProperties: true })) },
  { additionalProperties: true },
);
const namesPlugins: ReadonlySet<string> = new Set(['hydrate', 'update-wizard', 'install-plugins']);

const step = (
  method: Method,
  path: string,
  operation: string,
  description: string,
  parameters: Parameters = {},
): Route => ({
  path: `${wizardPath}/${path}`,
  parameters: {},
  endpoints: [
    {
      ...{ methods: [method], operation, description, permission: 'manage-forms', parameters, refuses: [409] },
      ...(namesPlugins.has(operation) && { response: withPlugins }),
    },
  ],
});

export const setupWizard: Resource = {
  title: 'setup-wizard',
  namespace,
  room: 'forms',
  fields: {},
  links: [],
  routes: [
    step('GET', 'hydrate', 'hydrate', 'Returns what the setup wizard begins with.'),
    // Not declared by the specification: `step`, the step that is done, and `settings`, those that the step asks for.
    step('POST', 'update', 'update-wizard', 'Stores a step of the setup wizard and its settings.'),
    step('POST', 'install-plugins', 'install-plugins', 'Returns which of these extensions are served.', {
      plugins: Type.Array(Type.String(), {
        isName: true,
        description: 'Names of extensions that are wanted.',
        default: [],
        toldRequired: true,
      }),
    }),
    // Not declared by the specification: `template` of a form to be built, `forms` to be imported.
    step('POST', 'complete', 'complete-wizard', 'Ends the setup wizard, creating the forms that were chosen.', {
      outcome: words(outcomes, {
        description:
          'How the wizard ends: a form is built, forms are imported, it is left, or the list of forms is opened.',
        default: 'build',
      }),
    }),
    step(
      'POST',
      'payment-provider/connect-url',
      'begin-connection',
      'Returns the address at which a payment account is connected.',
    ),
    {
      path: `${wizardPath}/payment-provider/callback`,
      parameters: {},
      // Sent by the provider, and so not ours to declare: `state`, and `code` or `error`.
      endpoints: [
        {
          methods: ['GET'],
          operation: 'finish-connection',
          description:
            'Receives people back from a payment provider and connects the account that they have chosen there.',
          permission: 'everyone',
          parameters: {},
        },
      ],
    },
    step('GET', 'license/key', 'get-license', 'Returns the licence, masked, and whether it is valid.'),
    step('POST', 'license/verify', 'verify-license', 'Checks a licence and stores it where it is valid.', {
      key: Type.String({ description: 'The licence.' }),
    }),
  ],
};

export const submissionFields = {
  id: Type.Integer({ description: 'Its number.', context: everywhere, readonly: true }),
  form: Type.Integer({ description: 'The number of the form.', context: everywhere, readonly: true }),
  state: words(states, { description: 'Whether it is wanted, or spam.', context: everywhere }),
  received: Type.String({
    description: 'When it came in, in GMT.',
    format: 'date-time',
    context: everywhere,
    readonly: true,
  }),
  values: Type.Unsafe<Record<string, unknown>>({
    description: 'What was filled in, by the names of the fields. Of a consent: the words that were agreed to.',
    type: 'object',
    properties: {},
    additionalProperties: true,
    context: everywhere,
    readonly: true,
  }),
};

const form = { form: optional(Type.Integer({ description: 'The number of the form.' })) };
const ofState = words(states, { description: 'Only what is wanted, or only spam.', default: 'wanted' });

const exporting = (format: string, type: string): Route => ({
  path: `/cmsforms/v1/forms/<form>/submissions/export/${format}`,
  parameters: form,
  endpoints: [
    {
      methods: ['GET'],
      operation: `export-${format}`,
      description: `Returns the submissions of a form as ${format.toUpperCase()}, as far as one file goes.`,
      permission: 'edit-form',
      parameters: {
        state: ofState,
        after: Type.Integer({
          description: 'The number after which the file goes on; a file holds 10 000 or 16 MiB at most.',
          minimum: 0,
          default: 0,
        }),
      },
      file: type,
    },
  ],
});

export const submissions: Resource<typeof submissionFields> = {
  title: 'submission',
  namespace,
  room: 'forms',
  fields: submissionFields,
  links: [
    { rel: 'self', href: '/cmsforms/v1/forms/{form}/submissions/{id}' },
    { rel: 'collection', href: '/cmsforms/v1/forms/{form}/submissions' },
    { rel: 'up', href: '/cms/v2/forms/{form}' },
  ],
  routes: [
    {
      path: '/cmsforms/v1/forms/<form>/submissions',
      parameters: form,
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-submissions',
          permission: 'edit-form',
          parameters: {
            state: ofState,
            page: Type.Integer({ description: 'The page of the list.', minimum: 1, default: 1 }),
            per_page: Type.Integer({ description: 'How many a page has.', minimum: 1, maximum: 100, default: 10 }),
          },
        },
        {
          methods: ['POST'],
          operation: 'create-submission',
          permission: 'fill-in-form',
          anonymous: true,
          answers: 'object',
          parameters: {
            values: Type.Unsafe<Record<string, unknown>>({
              description: 'What is filled in, by the names of the fields.',
              type: 'object',
              properties: {},
              additionalProperties: true,
            }),
            trap: Type.String({ description: 'A field that people do not see and leave empty.', default: '' }),
            password: Type.String({ description: 'The password of the form, where it has one.', default: '' }),
          },
        },
      ],
    },
    exporting('csv', 'text/csv'),
    exporting('json', 'application/json'),
    {
      path: '/cmsforms/v1/forms/<form>/submissions/<id>',
      parameters: {
        ...form,
        id: optional(Type.Integer({ description: 'The number of what was sent in.' })),
      },
      endpoints: [
        { methods: ['GET'], operation: 'get-submission', permission: 'edit-form', parameters: {} },
        {
          methods: changing,
          operation: 'update-submission',
          permission: 'edit-form',
          parameters: { state: words(states, { description: 'Whether it is wanted, or spam.' }) },
        },
        { methods: ['DELETE'], operation: 'delete-submission', permission: 'edit-form', parameters: {} },
      ],
    },
    {
      path: '/cmsforms/v1/submissions',
      parameters: {},
      endpoints: [
        {
          methods: ['DELETE'],
          operation: 'erase-person',
          description: 'Deletes all submissions that name an email address.',
          permission: 'manage-forms',
          answers: 'object',
          parameters: {
            address: Type.String({ description: 'The e-mail address of whoever is to be forgotten.', format: 'email' }),
          },
        },
      ],
    },
  ],
};
