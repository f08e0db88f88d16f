// What age-check/v3 promises (specification: Plugin namespaces). Its routes read; what they decide by is set by one route of
// our own.
import { changing, type Resource, type Route, settingParameters, Type, words } from 'octavo/extension';

/** How visitors say how old they are. */
export const methods = ['birth-date', 'confirm'] as const;

/** Each is asked for where somebody wants to enter. */
export const mostTaxonomies = 50;

export const settings = {
  enabled: Type.Boolean({ description: 'Whether anything is kept from visitors at all.', default: false }),
  required_age: Type.Integer({
    description: 'The age from which on one may enter. Years.',
    minimum: 1,
    maximum: 99,
    default: 18,
  }),
  method: words(methods, {
    description: 'Whether visitors tell their date of birth, or only confirm that they are old enough.',
    default: 'birth-date',
  }),
  applies_to: words(['all', 'selected'], {
    description: 'Whether the whole site is restricted, or only entries that carry one of the selected terms.',
    default: 'all',
  }),
  selected_terms: Type.Unsafe<Record<string, number[]>>({
    description: 'The terms whose entries are restricted: lists of numbers by the name of their taxonomy.',
    type: 'object',
    properties: {},
    additionalProperties: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 1000, uniqueItems: true },
    maxProperties: mostTaxonomies,
    keysAreNames: true,
    default: {},
  }),
  remember_days: Type.Integer({
    description: 'How long what a visitor has told is remembered. Days; 0: until the browser is closed.',
    minimum: 0,
    maximum: 365,
    default: 30,
  }),
  exempt_signed_in: Type.Boolean({ description: 'Whether those who are signed in may always enter.', default: true }),
};

const taxonomy = Type.String({ description: 'The name of the taxonomy.', isName: true });

const reading = (path: string, operation: string, parameters: Route['parameters']): Route => ({
  path,
  parameters: {},
  endpoints: [{ methods: ['GET'], operation, permission: 'manage-age-check', parameters, response: ofTaxonomy }],
});

/** Terms with the name of their taxonomy. */
const ofTaxonomy = Type.Object(
  { taxonomy, selected_terms: Type.Optional(Type.Object({}, { keysAreNames: true, additionalProperties: true })) },
  { additionalProperties: true },
);

export const ageCheck: Resource = {
  title: 'age-check',
  namespace: 'age-check/v3',
  room: 'age-check',
  fields: {},
  links: [],
  routes: [
    {
      path: '/age-check/v3/check',
      parameters: {},
      // What is sent is not declared by the specification: `post`, and `birth_date` or `confirm`.
      endpoints: [
        {
          methods: ['GET'],
          operation: 'check-age',
          description: 'Returns whether a visitor may see what is restricted by age.',
          permission: 'everyone',
          parameters: {},
        },
      ],
    },
    reading('/age-check/v3/admin/terms', 'list-terms', { taxonomy }),
    reading('/age-check/v3/admin/terms/selected', 'list-selected-terms', { taxonomy }),
    reading('/age-check/v3/admin/terms/select-all', 'list-all-terms', { taxonomy }),
    {
      path: '/age-check/v3/admin/settings',
      parameters: {},
      endpoints: [
        {
          ...{ methods: ['GET'], operation: 'get-settings', permission: 'manage-age-check', parameters: {} },
          response: Type.Object(settings),
        },
        {
          methods: changing,
          operation: 'update-settings',
          permission: 'manage-age-check',
          parameters: settingParameters(settings),
          response: Type.Object(settings),
        },
      ],
    },
  ],
};
