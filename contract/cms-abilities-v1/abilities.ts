// Declares the routes of abilities and of their categories (protocol.md §20).
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { contextParameter, optional, type Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, everywhere, ReadOnly, Type, viewAndEdit } from '../grammar/schema.ts';

const namespace = 'cms-abilities/v1';
const readonly = true;
/** Declares an object that may have undocumented properties. */
const openObject = (description: string) =>
  anyObject({ additionalProperties: true, description, context: viewAndEdit, readonly });

const hint = (description: string) => ({ type: ['boolean', 'null'], description, default: null });

export const abilityFields = {
  name: ReadOnly.String('The name, prefixed with the namespace of its owner.', everywhere),
  label: ReadOnly.String('The display name.', everywhere),
  description: ReadOnly.String('A description of the operation.', viewAndEdit),
  category: ReadOnly.String('The slug of the category.', everywhere),
  input_schema: openObject('The JSON Schema of the input.'),
  output_schema: openObject('The JSON Schema of the output.'),
  meta: anyObject({
    description: 'Additional properties.',
    properties: {
      annotations: {
        type: 'object',
        description: 'Hints about the effects of the ability.',
        properties: {
          readonly: hint('Whether the ability changes no data.'),
          destructive: hint('Whether the ability may destroy data.'),
          idempotent: hint('Whether repeated calls have no additional effect.'),
        },
      },
      show_in_rest: { type: 'boolean', description: 'Whether the ability is available in the REST API.' },
    },
    context: viewAndEdit,
    readonly,
  }),
};

export const abilityCategoryFields = {
  slug: ReadOnly.String('The identifier.', everywhere),
  label: ReadOnly.String('The display name.', everywhere),
  description: ReadOnly.String('A description of the abilities in the category.', viewAndEdit),
  meta: openObject('Additional properties.'),
};

/** Paging parameters with a large default page size, because clients usually need the whole list. */
const paging = {
  context: contextParameter,
  page: Type.Integer({ description: 'The page number.', default: 1, minimum: 1, first: true }),
  per_page: Type.Integer({
    description: 'Maximum number of items per page.',
    default: 50,
    minimum: 1,
    maximum: 100,
    first: true,
  }),
};

const listParameters = {
  ...paging,
  category: optional(Type.String({ description: 'Limits the list to abilities of this category.', first: true })),
  namespace: optional(
    Type.String({
      description: 'Limits the list to abilities of this namespace: the part of the name before the slash.',
      first: true,
    }),
  ),
};

const nameParameter = (segment: string): Parameters => ({
  name: optional(Type.String({ description: 'The name of the ability.', pattern: '^[a-zA-Z0-9\\-\\/]+$', segment })),
});

/** The parameter with the input of an ability, which is validated against the schema of the ability. */
const runParameters = {
  input: Type.Unsafe<unknown>({
    description: 'The input of the ability.',
    type: ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'],
    default: null,
  }),
};

const endpoints = declareEndpoints({
  'list-abilities': { permission: 'read-abilities', parameters: listParameters },
  'get-ability': { permission: 'read-abilities', parameters: { context: contextParameter } },
  'run-ability': {
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    description: 'Runs an ability. Use GET if it only reads, DELETE if it deletes, and POST otherwise.',
    permission: 'run-ability',
    parameters: runParameters,
    refuses: [405],
  },
});

/** The module with the code of these endpoints. */
export const abilitiesModule: ModuleDeclaration<typeof endpoints, typeof abilityFields> = { name: 'abilities' };

const categoryEndpoints = declareEndpoints({
  'list-ability-categories': { permission: 'read-abilities', parameters: paging },
  'get-ability-category': { permission: 'read-abilities', parameters: { context: contextParameter } },
});

/** The module with the code of the endpoints of categories, in the same folder. */
export const abilityCategoriesModule: ModuleDeclaration<typeof categoryEndpoints, typeof abilityCategoryFields> = {
  name: 'abilities',
};

export const abilityCategories: Resource<typeof abilityCategoryFields> = {
  title: 'ability-category',
  namespace,
  module: abilityCategoriesModule,
  fields: abilityCategoryFields,
  links: [
    { rel: 'self', href: `/${namespace}/categories/{slug}` },
    { rel: 'collection', href: `/${namespace}/categories` },
    { rel: 'abilities', href: `/${namespace}/abilities?category={slug}` },
  ],
  routes: [
    { path: `/${namespace}/categories`, parameters: {}, endpoints: [categoryEndpoints['list-ability-categories']] },
    {
      path: `/${namespace}/categories/<slug>`,
      parameters: {
        slug: optional(Type.String({ description: 'The slug of the category.', segment: '[a-z0-9-]+' })),
      },
      endpoints: [categoryEndpoints['get-ability-category']],
    },
  ],
};

/** The route that runs an ability. It precedes the route of single abilities, because its path also matches the pattern of their names. */
export const abilityExecution: Resource = {
  title: 'ability-execution',
  namespace,
  module: abilitiesModule,
  fields: {},
  links: [],
  routes: [
    {
      path: `/${namespace}/abilities/<name>/run`,
      parameters: nameParameter('[a-zA-Z0-9\\-\\/]+?'),
      endpoints: [endpoints['run-ability']],
    },
  ],
};

export const abilities: Resource<typeof abilityFields> = {
  title: 'ability',
  namespace,
  module: abilitiesModule,
  fields: abilityFields,
  links: [
    { rel: 'self', href: `/${namespace}/abilities/{name}` },
    { rel: 'collection', href: `/${namespace}/abilities` },
    { rel: 'cms:action-run', href: `/${namespace}/abilities/{name}/run` },
  ],
  routes: [
    { path: `/${namespace}/abilities`, parameters: {}, endpoints: [endpoints['list-abilities']] },
    {
      path: `/${namespace}/abilities/<name>`,
      parameters: nameParameter('[a-zA-Z0-9\\-\\/]+'),
      endpoints: [endpoints['get-ability']],
    },
  ],
};
