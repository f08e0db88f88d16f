// Declares the contract of cmsforms/v1: the specified setup wizard (specification: Plugin namespaces), and additional routes for
// submissions.
import {
  enumOf,
  everywhere,
  type Method,
  optional,
  type Parameters,
  type Resource,
  type Route,
  Type,
  updateMethods,
} from 'octavo/extension';
import { outcomes } from './settings.ts';
import { states } from './submissions-store.ts';

const namespace = 'cmsforms/v1';
const wizardPath = '/cmsforms/v1/setup-wizard';

/** Schema of a response that contains names of extensions. */
const pluginsResponse = Type.Object(
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
      ...(namesPlugins.has(operation) && { response: pluginsResponse }),
    },
  ],
});

export const setupWizard: Resource = {
  title: 'setup-wizard',
  namespace,
  module: 'forms',
  fields: {},
  links: [],
  routes: [
    step('GET', 'hydrate', 'hydrate', 'Returns the state of the setup wizard.'),
    // The operation reads parameters that the specification does not declare: `step` (name of the step) and `settings` (its settings).
    step('POST', 'update', 'update-wizard', 'Completes a step of the setup wizard and stores its settings.'),
    step(
      'POST',
      'install-plugins',
      'install-plugins',
      'Checks that the requested extensions are enabled, and returns them.',
      {
        plugins: Type.Array(Type.String(), {
          isName: true,
          description: 'Names of the requested extensions.',
          default: [],
          toldRequired: true,
        }),
      },
    ),
    // The operation reads parameters that the specification does not declare: `template` (of the form to create) and `forms` (to import).
    step('POST', 'complete', 'complete-wizard', 'Completes the setup wizard and creates the forms for the outcome.', {
      outcome: enumOf(outcomes, {
        description:
          'The outcome: `build` creates a form, `import` creates the submitted forms, and `exit` and `forms` create none.',
        default: 'build',
      }),
    }),
    step(
      'POST',
      'payment-provider/connect-url',
      'begin-connection',
      'Returns the authorization URL for connecting a payment account.',
    ),
    {
      path: `${wizardPath}/payment-provider/callback`,
      parameters: {},
      // The provider sends parameters that are not declared: `state`, and `code` or `error`.
      endpoints: [
        {
          methods: ['GET'],
          operation: 'finish-connection',
          description: 'Handles the redirect of the payment provider and connects the selected account.',
          permission: 'everyone',
          parameters: {},
        },
      ],
    },
    step('GET', 'license/key', 'get-license', 'Returns the masked license key and the state of the license.'),
    step('POST', 'license/verify', 'verify-license', 'Verifies a license and stores it if it is valid.', {
      key: Type.String({ description: 'The license key.' }),
    }),
  ],
};

export const submissionFields = {
  id: Type.Integer({ description: 'The ID of the submission.', context: everywhere, readonly: true }),
  form: Type.Integer({ description: 'The ID of the form.', context: everywhere, readonly: true }),
  state: enumOf(states, { description: 'The state: `wanted` or `spam`.', context: everywhere }),
  received: Type.String({
    description: 'The time of the submission, in GMT.',
    format: 'date-time',
    context: everywhere,
    readonly: true,
  }),
  values: Type.Unsafe<Record<string, unknown>>({
    description: 'The values, keyed by field name. The value of a consent field is the text that was accepted.',
    type: 'object',
    properties: {},
    additionalProperties: true,
    context: everywhere,
    readonly: true,
  }),
};

const form = { form: optional(Type.Integer({ description: 'The ID of the form.' })) };
const stateParameter = enumOf(states, {
  description: 'Limits the response to submissions in this state.',
  default: 'wanted',
});

const exportRoute = (format: string, type: string): Route => ({
  path: `/cmsforms/v1/forms/<form>/submissions/export/${format}`,
  parameters: form,
  endpoints: [
    {
      methods: ['GET'],
      operation: `export-${format}`,
      description: `Returns submissions of a form as ${format.toUpperCase()}, up to the maximum size of a file.`,
      permission: 'edit-form',
      parameters: {
        state: stateParameter,
        after: Type.Integer({
          description:
            'The ID of the submission after which the file begins. A file contains at most 10,000 submissions and about 16 MiB.',
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
  module: 'forms',
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
            state: stateParameter,
            page: Type.Integer({ description: 'The page number.', minimum: 1, default: 1 }),
            per_page: Type.Integer({
              description: 'Maximum number of submissions per page.',
              minimum: 1,
              maximum: 100,
              default: 10,
            }),
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
              description: 'The values, keyed by field name.',
              type: 'object',
              properties: {},
              additionalProperties: true,
            }),
            trap: Type.String({
              description:
                'The honeypot: a hidden field that must be empty. Submissions with any other value are treated as spam.',
              default: '',
            }),
            password: Type.String({ description: 'The password of the form, if it has one.', default: '' }),
          },
        },
      ],
    },
    exportRoute('csv', 'text/csv'),
    exportRoute('json', 'application/json'),
    {
      path: '/cmsforms/v1/forms/<form>/submissions/<id>',
      parameters: {
        ...form,
        id: optional(Type.Integer({ description: 'The ID of the submission.' })),
      },
      endpoints: [
        { methods: ['GET'], operation: 'get-submission', permission: 'edit-form', parameters: {} },
        {
          methods: updateMethods,
          operation: 'update-submission',
          permission: 'edit-form',
          parameters: { state: enumOf(states, { description: 'The new state: `wanted` or `spam`.' }) },
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
          description: 'Deletes all submissions that contain the given email address.',
          permission: 'manage-forms',
          answers: 'object',
          parameters: {
            address: Type.String({
              description: 'The email address to search for. All submissions that contain it are deleted.',
              format: 'email',
            }),
          },
        },
      ],
    },
  ],
};
