// Declares the contract of age-check/v3 (specification: Plugin namespaces). The specified routes are read-only. The settings route is an
// addition.
import {
  declareEndpoints,
  type ExtensionServices,
  enumOf,
  type ModuleDeclaration,
  type Operations,
  type Resource,
  type Route,
  type SettingsOf,
  settingParameters,
  Type,
  updateMethods,
} from 'octavo/extension';

/** Methods with which visitors submit their age. */
const methods = ['birth-date', 'confirm'] as const;

/** Maximum number of taxonomies with selected terms. It is limited, because each check may query all of these taxonomies. */
export const maxTaxonomies = 50;

export const settings = {
  enabled: Type.Boolean({
    title: 'Check the age of visitors',
    description: 'Whether the age of visitors is checked.',
    default: false,
  }),
  required_age: Type.Integer({
    title: 'Minimum age',
    description: 'The minimum age, in years.',
    minimum: 1,
    maximum: 99,
    default: 18,
  }),
  method: enumOf(methods, {
    title: 'Method',
    description:
      'The method: visitors enter their date of birth (`birth-date`), or only confirm that they are old enough (`confirm`).',
    default: 'birth-date',
  }),
  applies_to: enumOf(['all', 'selected'], {
    title: 'Restricted content',
    description:
      'The restricted content: the whole site (`all`), or entries with one of the selected terms (`selected`).',
    default: 'all',
  }),
  selected_terms: Type.Unsafe<Record<string, number[]>>({
    title: 'Selected terms',
    description: 'The terms whose entries are restricted: the IDs of terms, by taxonomy.',
    control: 'terms',
    type: 'object',
    properties: {},
    additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 1000, uniqueItems: true },
    maxProperties: maxTaxonomies,
    keysAreNames: true,
    default: {},
  }),
  remember_days: Type.Integer({
    title: 'Days to remember the age',
    description:
      'Number of days for which the age of a visitor is stored in a cookie; 0 for the duration of the browser session.',
    minimum: 0,
    maximum: 365,
    default: 30,
  }),
  exempt_signed_in: Type.Boolean({
    title: 'Exempt signed-in users',
    description: 'Whether signed-in users are exempt from the check.',
    default: true,
  }),
};

const taxonomy = Type.String({ description: 'The name of the taxonomy.', isName: true });

/** Schema of a response with terms and the name of their taxonomy. */
const termsSchema = Type.Object(
  { taxonomy, selected_terms: Type.Optional(Type.Object({}, { keysAreNames: true, additionalProperties: true })) },
  { additionalProperties: true },
);

const termsEndpoint = {
  methods: ['GET'],
  permission: 'manage-age-check',
  parameters: { taxonomy },
  response: termsSchema,
} as const;

const endpoints = declareEndpoints({
  // The operation reads parameters that the specification does not declare: `post`, `birth_date` and `confirm`.
  'check-age': {
    methods: ['GET'],
    description: 'Checks whether a visitor may view an entry, and stores the age that the visitor submits.',
    permission: 'everyone',
    parameters: {},
  },
  'list-terms': termsEndpoint,
  'list-selected-terms': termsEndpoint,
  'list-all-terms': termsEndpoint,
  'get-settings': {
    ...{ methods: ['GET'], permission: 'manage-age-check', parameters: {} },
    response: Type.Object(settings),
  },
  'update-settings': {
    methods: updateMethods,
    permission: 'manage-age-check',
    parameters: settingParameters(settings),
    response: Type.Object(settings),
  },
});
export type AgeCheckEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const ageCheckModule: ModuleDeclaration<AgeCheckEndpoints> = { name: 'age-check' };

const route = (path: string, ...declared: Route['endpoints']): Route => ({
  path: `/age-check/v3/${path}`,
  parameters: {},
  endpoints: declared,
});

export const ageCheck: Resource = {
  title: 'age-check',
  namespace: 'age-check/v3',
  module: ageCheckModule,
  fields: {},
  links: [],
  routes: [
    route('check', endpoints['check-age']),
    route('admin/terms', endpoints['list-terms']),
    route('admin/terms/selected', endpoints['list-selected-terms']),
    route('admin/terms/select-all', endpoints['list-all-terms']),
    route('admin/settings', endpoints['get-settings'], endpoints['update-settings']),
  ],
};

export type AgeCheckSettings = SettingsOf<typeof settings>;

/** The services of the extension, with its settings. */
export type Services = ExtensionServices<typeof settings>;

/** The operations, keyed by their names in the contract. */
export type AgeCheckOperations = Operations<AgeCheckEndpoints>;
