// Declares the contract of cmsforms/v1: the specified setup wizard (specification: Plugin namespaces), and additional routes for
// submissions.
import {
  declareEndpoints,
  enumOf,
  everywhere,
  type ModuleDeclaration,
  type Operations,
  optional,
  type Resource,
  type Route,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';
import type { LoadedForm } from './forms.ts';
import { adjustableSettings, outcomes } from './settings.ts';
import { type SubmissionRow, states } from './store.ts';

const namespace = 'cmsforms/v1';
const wizardPath = '/cmsforms/v1/setup-wizard';

/** Schema of a response that contains names of extensions. */
const pluginsResponse = Type.Object(
  { plugins: Type.Array(Type.Object({ name: Type.String({ isName: true }) }, { additionalProperties: true })) },
  { additionalProperties: true },
);
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

const stateParameter = enumOf(states, {
  description: 'Limits the response to submissions in this state.',
  default: 'wanted',
});

const timestampParameter = (description: string) => Type.String({ description, format: 'date-time' });

const wizardEndpoint = { permission: 'manage-forms', parameters: {}, refuses: [409] } as const;

/** Maximum length of a searched text, in characters. */
const maxSearchLength = 200;

const listParameters = {
  state: stateParameter,
  search: optional(
    Type.String({
      description: 'Limits the response to submissions with a value that contains this text. Case is ignored.',
      maxLength: maxSearchLength,
    }),
  ),
  address: optional(
    Type.String({
      description: 'Limits the response to submissions with this email address in a field of the kind `email`.',
      format: 'email',
    }),
  ),
  after: optional(timestampParameter('Limits the response to submissions after this time, in GMT.')),
  before: optional(timestampParameter('Limits the response to submissions before this time, in GMT.')),
  page: Type.Integer({ description: 'The page number.', minimum: 1, default: 1 }),
  per_page: Type.Integer({
    description: 'Maximum number of submissions per page.',
    minimum: 1,
    maximum: 100,
    default: 10,
  }),
};

/** The submissions with an email address, by form. */
const personResponse = Type.Object({
  total: Type.Integer({ description: 'The number of submissions.' }),
  forms: Type.Array(
    Type.Object({
      id: Type.Integer({ description: 'The ID of the form.' }),
      wanted: Type.Integer({ description: 'The number of submissions of the form in the state `wanted`.' }),
      spam: Type.Integer({ description: 'The number of submissions of the form in the state `spam`.' }),
    }),
    { description: 'The forms with such submissions, by ID.' },
  ),
});

const exportEndpoint = {
  methods: ['GET'],
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
} as const;

const endpoints = declareEndpoints({
  hydrate: {
    methods: ['GET'],
    ...wizardEndpoint,
    description: 'Returns the state of the setup wizard.',
    response: pluginsResponse,
  },
  // The operation reads parameters that the specification does not declare: `step` (name of the step) and `settings` (its settings).
  'update-wizard': {
    methods: ['POST'],
    ...wizardEndpoint,
    description: 'Completes a step of the setup wizard and stores its settings.',
    response: pluginsResponse,
  },
  'install-plugins': {
    methods: ['POST'],
    ...wizardEndpoint,
    description: 'Checks that the requested extensions are enabled, and returns them.',
    parameters: {
      plugins: Type.Array(Type.String(), {
        isName: true,
        description: 'Names of the requested extensions.',
        default: [],
        toldRequired: true,
      }),
    },
    response: pluginsResponse,
  },
  // The operation reads parameters that the specification does not declare: `template` (of the form to create) and `forms` (to import).
  'complete-wizard': {
    methods: ['POST'],
    ...wizardEndpoint,
    description: 'Completes the setup wizard and creates the forms for the outcome.',
    parameters: {
      outcome: enumOf(outcomes, {
        description:
          'The outcome: `build` creates a form, `import` creates the submitted forms, and `exit` and `forms` create none.',
        default: 'build',
      }),
    },
  },
  'begin-connection': {
    methods: ['POST'],
    ...wizardEndpoint,
    description: 'Returns the authorization URL for connecting a payment account.',
  },
  // The provider sends parameters that are not declared: `state`, and `code` or `error`.
  'finish-connection': {
    methods: ['GET'],
    description: 'Handles the redirect of the payment provider and connects the selected account.',
    permission: 'everyone',
    parameters: {},
  },
  'get-license': {
    methods: ['GET'],
    ...wizardEndpoint,
    description: 'Returns the masked license key, which no feature requires.',
  },
  'verify-license': {
    methods: ['POST'],
    ...wizardEndpoint,
    description: 'Stores a license key.',
    parameters: { key: Type.String({ description: 'The license key.' }) },
  },
  'get-settings': {
    methods: ['GET'],
    permission: 'manage-forms',
    parameters: {},
    response: Type.Object(adjustableSettings),
  },
  'update-settings': {
    methods: updateMethods,
    permission: 'manage-forms',
    parameters: settingParameters(adjustableSettings),
    response: Type.Object(adjustableSettings),
  },
  'list-submissions': {
    methods: ['GET'],
    permission: 'edit-form',
    parameters: listParameters,
  },
  'create-submission': {
    methods: ['POST'],
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
  'export-csv': {
    ...exportEndpoint,
    description: 'Returns submissions of a form as CSV, up to the maximum size of a file.',
    file: 'text/csv',
  },
  'export-json': {
    ...exportEndpoint,
    description: 'Returns submissions of a form as JSON, up to the maximum size of a file.',
    file: 'application/json',
  },
  'get-submission': { methods: ['GET'], permission: 'edit-form', parameters: {} },
  'update-submission': {
    methods: updateMethods,
    permission: 'edit-form',
    parameters: { state: enumOf(states, { description: 'The new state: `wanted` or `spam`.' }) },
  },
  'delete-submission': { methods: ['DELETE'], permission: 'edit-form', parameters: {} },
  'get-person': {
    methods: ['GET'],
    description: 'Returns how many submissions of which forms contain the given email address.',
    permission: 'manage-forms',
    answers: 'object',
    response: personResponse,
    parameters: {
      address: Type.String({ description: 'The email address to search for.', format: 'email' }),
    },
  },
  'erase-person': {
    methods: ['DELETE'],
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
});
export type FormEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const formsModule: ModuleDeclaration<FormEndpoints, typeof submissionFields> = { name: 'forms' };

const step = (path: string, endpoint: Route['endpoints'][number]): Route => ({
  path: `${wizardPath}/${path}`,
  parameters: {},
  endpoints: [endpoint],
});

export const setupWizard: Resource = {
  title: 'setup-wizard',
  namespace,
  module: formsModule,
  fields: {},
  links: [],
  routes: [
    step('hydrate', endpoints.hydrate),
    step('update', endpoints['update-wizard']),
    step('install-plugins', endpoints['install-plugins']),
    step('complete', endpoints['complete-wizard']),
    step('payment-provider/connect-url', endpoints['begin-connection']),
    step('payment-provider/callback', endpoints['finish-connection']),
    step('license/key', endpoints['get-license']),
    step('license/verify', endpoints['verify-license']),
  ],
};

export const formSettings: Resource = {
  title: 'form-settings',
  namespace,
  module: formsModule,
  fields: {},
  links: [],
  routes: [
    {
      path: '/cmsforms/v1/settings',
      parameters: {},
      endpoints: [endpoints['get-settings'], endpoints['update-settings']],
    },
  ],
};

const form = { form: optional(Type.Integer({ description: 'The ID of the form.' })) };

const submissionsRoute = (path: string, ...declared: Route['endpoints']): Route => ({
  path: `/cmsforms/v1/forms/<form>/submissions${path}`,
  parameters: form,
  endpoints: declared,
});

export const submissions: Resource<typeof submissionFields> = {
  title: 'submission',
  namespace,
  module: formsModule,
  fields: submissionFields,
  links: [
    { rel: 'self', href: '/cmsforms/v1/forms/{form}/submissions/{id}' },
    { rel: 'collection', href: '/cmsforms/v1/forms/{form}/submissions' },
    { rel: 'up', href: '/cms/v2/forms/{form}' },
  ],
  routes: [
    submissionsRoute('', endpoints['list-submissions'], endpoints['create-submission']),
    submissionsRoute('/export/csv', endpoints['export-csv']),
    submissionsRoute('/export/json', endpoints['export-json']),
    {
      path: '/cmsforms/v1/forms/<form>/submissions/<id>',
      parameters: {
        ...form,
        id: optional(Type.Integer({ description: 'The ID of the submission.' })),
      },
      endpoints: [endpoints['get-submission'], endpoints['update-submission'], endpoints['delete-submission']],
    },
    {
      path: '/cmsforms/v1/submissions',
      parameters: {},
      endpoints: [endpoints['get-person'], endpoints['erase-person']],
    },
  ],
};

/** The targets of the permissions. */
export type FormTargets = { 'fill-in-form': LoadedForm; 'edit-form': LoadedForm };

/** A submission with its form. */
export type PresentedSubmission = SubmissionRow & LoadedForm;

/** The operations, keyed by their names in the contract. */
export type FormOperations = Operations<FormEndpoints, FormTargets, PresentedSubmission>;
