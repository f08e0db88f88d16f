// The routes of abilities (protocol.md §20).
import { contextParameter, optional, type Parameters } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, members, Type, viewAndEdit } from '../grammar/schema.ts';

/** The operations of the room `abilities`; each is a file of that name there. */
export const abilityOperations = ['list-abilities', 'get-ability', 'run-ability'] as const;

/** The operations of the room `abilities:categories`, whose files are in the same folder. */
export const abilityCategoryOperations = ['list-ability-categories', 'get-ability-category'] as const;

/** The rules that its routes name. */
export const abilityPermissions = ['read-abilities', 'run-ability'] as const;

const namespace = 'cms-abilities/v1';
const readonly = true;
/** An object that may have more members than are told. */
const open = (description: string) =>
  members({ additionalProperties: true, description, context: viewAndEdit, readonly });

const hint = (description: string) => ({ type: ['boolean', 'null'], description, default: null });

export const abilityFields = {
  name: Type.String({ description: 'Whose it is and what it does.', context: everywhere, readonly }),
  label: Type.String({ description: 'What people call it.', context: everywhere, readonly }),
  description: Type.String({ description: 'What it does, in a sentence.', context: viewAndEdit, readonly }),
  category: Type.String({ description: 'The category it belongs to.', context: everywhere, readonly }),
  input_schema: open('The JSON schema of what it takes.'),
  output_schema: open('The JSON schema of what it gives.'),
  meta: members({
    description: 'What else is to be known of it.',
    properties: {
      annotations: {
        type: 'object',
        description: 'What running it may do.',
        properties: {
          readonly: hint('Whether it changes nothing.'),
          destructive: hint('Whether something may be lost by it.'),
          idempotent: hint('Whether running it again changes nothing more.'),
        },
      },
      show_in_rest: { type: 'boolean', description: 'Whether it is served here.' },
    },
    context: viewAndEdit,
    readonly,
  }),
};

export const abilityCategoryFields = {
  slug: Type.String({ description: 'What requests call it.', context: everywhere, readonly }),
  label: Type.String({ description: 'What people call it.', context: everywhere, readonly }),
  description: Type.String({ description: 'What its abilities are about.', context: viewAndEdit, readonly }),
  meta: open('What else is to be known of it.'),
};

/** All of them fit on few pages, for who asks wants to know them all. */
const paging = {
  context: contextParameter,
  page: Type.Integer({ description: 'The page of the list.', default: 1, minimum: 1, first: true }),
  per_page: Type.Integer({
    description: 'How many items a page has.',
    default: 50,
    minimum: 1,
    maximum: 100,
    first: true,
  }),
};

const listed = {
  ...paging,
  category: optional(Type.String({ description: 'Only abilities of this category.', first: true })),
  namespace: optional(
    Type.String({ description: 'Only abilities whose names begin with this, before the slash.', first: true }),
  ),
};

const nameOf = (segment: string): Parameters => ({
  name: optional(Type.String({ description: 'The name of the ability.', pattern: '^[a-zA-Z0-9\\-\\/]+$', segment })),
});

/** What an ability takes may be of any kind; its own schema says more. */
const run = {
  input: Type.Unsafe<unknown>({
    description: 'What the ability takes.',
    type: ['integer', 'number', 'boolean', 'string', 'array', 'object', 'null'],
    default: null,
  }),
};

export const abilityCategories: Resource<typeof abilityCategoryFields> = {
  title: 'ability-category',
  namespace,
  room: 'abilities:categories',
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
        slug: optional(Type.String({ description: 'What requests call the category.', segment: '[a-z0-9-]+' })),
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

/** What is given depends on the ability. Its address could be read as that of an ability, so it is announced before those. */
export const abilityExecution: Resource = {
  title: 'ability-execution',
  namespace,
  room: 'abilities',
  fields: {},
  links: [],
  routes: [
    {
      path: `/${namespace}/abilities/<name>/run`,
      parameters: nameOf('[a-zA-Z0-9\\-\\/]+?'),
      endpoints: [
        {
          methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
          operation: 'run-ability',
          description: 'Runs an ability: GET those that only read, DELETE those that delete, POST the others.',
          permission: 'run-ability',
          parameters: run,
          refuses: [405],
        },
      ],
    },
  ],
};

export const abilities: Resource<typeof abilityFields> = {
  title: 'ability',
  namespace,
  room: 'abilities',
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
      endpoints: [{ methods: ['GET'], operation: 'list-abilities', permission: 'read-abilities', parameters: listed }],
    },
    {
      path: `/${namespace}/abilities/<name>`,
      parameters: nameOf('[a-zA-Z0-9\\-\\/]+'),
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
