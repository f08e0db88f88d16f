// Declares the routes of abilities and of their categories (protocol.md §20).
import { contextParameter, optional, type Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { anyObject, everywhere, Type, viewAndEdit } from '../grammar/schema.ts';

/** Operations of the module `abilities`. Each is implemented in a file with its name, such as `list-abilities.ts`. */
export const abilityOperations = ['list-abilities', 'get-ability', 'run-ability'] as const;

/** Operations of the module `abilities:categories`, whose files are in the same folder. */
export const abilityCategoryOperations = ['list-ability-categories', 'get-ability-category'] as const;

/** Permissions that the routes require. */
export const abilityPermissions = ['read-abilities', 'run-ability'] as const;

const namespace = 'cms-abilities/v1';
const readonly = true;
/** Declares an object that may have undocumented properties. */
const openObject = (description: string) =>
  anyObject({ additionalProperties: true, description, context: viewAndEdit, readonly });

const hint = (description: string) => ({ type: ['boolean', 'null'], description, default: null });

export const abilityFields = {
  name: Type.String({
    description: 'The name, prefixed with the namespace of its owner.',
    context: everywhere,
    readonly,
  }),
  label: Type.String({ description: 'The display name.', context: everywhere, readonly }),
  description: Type.String({ description: 'A description of the operation.', context: viewAndEdit, readonly }),
  category: Type.String({ description: 'The slug of the category.', context: everywhere, readonly }),
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
  slug: Type.String({ description: 'The identifier.', context: everywhere, readonly }),
  label: Type.String({ description: 'The display name.', context: everywhere, readonly }),
  description: Type.String({
    description: 'A description of the abilities in the category.',
    context: viewAndEdit,
    readonly,
  }),
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

export const abilityCategories: Resource<typeof abilityCategoryFields> = {
  title: 'ability-category',
  namespace,
  module: 'abilities:categories',
  fields: abilityCategoryFields,
  links: [
    { rel: 'self', href: `/${namespace}/categories/{slug}` },
    { rel: 'collection', href: `/${namespace}/categories` },
    { rel: 'abilities', href: `/${namespace}/abilities?category={slug}` },
  ],
  routes: [
    {
      path: `/${namespace}/categories`,
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-ability-categories',
          permission: 'read-abilities',
          parameters: paging,
        },
      ],
    },
    {
      path: `/${namespace}/categories/<slug>`,
      parameters: {
        slug: optional(Type.String({ description: 'The slug of the category.', segment: '[a-z0-9-]+' })),
      },
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-ability-category',
          permission: 'read-abilities',
          parameters: { context: contextParameter },
        },
      ],
    },
  ],
};

/** The route that runs an ability. It precedes the route of single abilities, because its path also matches the pattern of their names. */
export const abilityExecution: Resource = {
  title: 'ability-execution',
  namespace,
  module: 'abilities',
  fields: {},
  links: [],
  routes: [
    {
      path: `/${namespace}/abilities/<name>/run`,
      parameters: nameParameter('[a-zA-Z0-9\\-\\/]+?'),
      endpoints: [
        {
          methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          operation: 'run-ability',
          description: 'Runs an ability. Use GET if it only reads, DELETE if it deletes, and POST otherwise.',
          permission: 'run-ability',
          parameters: runParameters,
          refuses: [405],
        },
      ],
    },
  ],
};

export const abilities: Resource<typeof abilityFields> = {
  title: 'ability',
  namespace,
  module: 'abilities',
  fields: abilityFields,
  links: [
    { rel: 'self', href: `/${namespace}/abilities/{name}` },
    { rel: 'collection', href: `/${namespace}/abilities` },
    { rel: 'cms:action-run', href: `/${namespace}/abilities/{name}/run` },
  ],
  routes: [
    {
      path: `/${namespace}/abilities`,
      parameters: {},
      endpoints: [
        { methods: ['GET'], operation: 'list-abilities', permission: 'read-abilities', parameters: listParameters },
      ],
    },
    {
      path: `/${namespace}/abilities/<name>`,
      parameters: nameParameter('[a-zA-Z0-9\\-\\/]+'),
      endpoints: [
        {
          methods: ['GET'],
          operation: 'get-ability',
          permission: 'read-abilities',
          parameters: { context: contextParameter },
        },
      ],
    },
  ],
};
