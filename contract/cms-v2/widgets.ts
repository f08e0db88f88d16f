// Classic widget areas (protocol.md §20). Themes of this service are made of blocks and have none, so there is nothing in
// any list; the routes say so, and who may ask.
import { contextParameter, forceParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { changing } from '../grammar/route.ts';
import { everywhere, Type, texts } from '../grammar/schema.ts';

/** The operations of the room `widgets`; each is a file of that name there. */
export const widgetOperations = [
  'list-sidebars',
  'get-sidebar',
  'list-widgets',
  'create-widget',
  'get-widget',
  'list-widget-types',
  'get-widget-type',
] as const;

/** The rules that their routes name. */
export const widgetPermissions = ['manage-widgets'] as const;

const shown = { context: everywhere, readonly: true };
const written = { context: everywhere };
const text = (description: string) => Type.String({ description, ...shown });
const context = contextParameter;
const permission = 'manage-widgets';
const segment = '[\\w-]+';
const identified = (description: string) => ({ id: optional(Type.String({ description, segment })) });

/** What a widget is set to. */
const instance = Type.Object(
  {
    encoded: Type.Optional(Type.String({ description: 'Its settings as one text.' })),
    hash: Type.Optional(Type.String({ description: 'What proves that the text came from here.' })),
    raw: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Its settings as they are.' })),
  },
  { description: 'What the widget is set to.', ...written, first: true },
);

const none =
  'Themes of this service are made of blocks and have no widget areas, so lists of areas, widgets and widget types are empty. Use template parts (`template-parts`) instead.';

export const sidebars: Resource = {
  title: 'sidebar',
  description: none,
  namespace: 'cms/v2',
  room: 'widgets',
  fields: {
    id: text('What requests call the area.'),
    name: text('What people call it.'),
    description: text('Where it is.'),
    class: text('Its class in HTML.'),
    before_widget: text('HTML in front of each widget.'),
    after_widget: text('HTML behind each widget.'),
    before_title: text('HTML in front of each title.'),
    after_title: text('HTML behind each title.'),
    status: text('Whether the theme shows it.'),
    widgets: texts({ description: 'The widgets in it, in order.', ...written }),
  },
  links: [
    { rel: 'collection', href: '/cms/v2/sidebars' },
    { rel: 'self', href: '/cms/v2/sidebars/{id}' },
    { rel: 'cms:widget', href: '/cms/v2/widgets?sidebar={id}', embeddable: true },
  ],
  routes: [
    {
      path: '/cms/v2/sidebars',
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-sidebars', permission, parameters: { context } }],
    },
    {
      path: '/cms/v2/sidebars/<id>',
      parameters: identified('What requests call the area.'),
      endpoints: [
        { methods: ['GET'], operation: 'get-sidebar', permission, parameters: { context } },
        {
          methods: [...changing],
          operation: 'get-sidebar',
          permission,
          parameters: { widgets: optional(texts({ description: 'The widgets in it, in order.', first: true })) },
        },
      ],
    },
  ],
};

const widgetParameters = {
  id_base: optional(Type.String({ description: 'The type of the widget.', first: true })),
  instance: optional(instance),
  form_data: optional(Type.String({ description: 'What its form was filled in with, as a query.', first: true })),
};
const batch = true;

export const widgets: Resource = {
  title: 'widget',
  description: none,
  namespace: 'cms/v2',
  room: 'widgets',
  fields: {
    id: text('What requests call the widget.'),
    id_base: text('Its type.'),
    sidebar: Type.String({ description: 'The area it is in.', ...written }),
    rendered: text('The widget as HTML.'),
    rendered_form: text('Its form as HTML.'),
    instance,
  },
  links: [
    { rel: 'self', href: '/cms/v2/widgets/{id}' },
    { rel: 'collection', href: '/cms/v2/widgets' },
    { rel: 'about', href: '/cms/v2/widget-types/{id_base}', embeddable: true },
    { rel: 'cms:sidebar', href: '/cms/v2/sidebars/{sidebar}' },
  ],
  routes: [
    {
      path: '/cms/v2/widgets',
      parameters: {},
      endpoints: [
        {
          methods: ['GET'],
          operation: 'list-widgets',
          permission,
          batch,
          parameters: { context, sidebar: optional(Type.String({ description: 'Only widgets of this area.' })) },
        },
        {
          methods: ['POST'],
          operation: 'create-widget',
          permission,
          batch,
          parameters: {
            ...widgetParameters,
            sidebar: Type.String({ description: 'The area it is put into.', first: true }),
          },
        },
      ],
    },
    {
      path: '/cms/v2/widgets/<id>',
      parameters: identified('What requests call the widget.'),
      endpoints: [
        { methods: ['GET'], operation: 'get-widget', permission, batch, parameters: { context } },
        {
          methods: [...changing],
          operation: 'get-widget',
          permission,
          batch,
          parameters: {
            ...widgetParameters,
            sidebar: optional(Type.String({ description: 'The area it is moved to.', first: true })),
          },
        },
        {
          methods: ['DELETE'],
          operation: 'get-widget',
          permission,
          batch,
          parameters: { force: forceParameter('Removes it for good instead of putting it aside.') },
        },
      ],
    },
  ],
};

const form = { ...identified('The type of widgets.') };
const encoding = { instance: optional(instance), form_data: widgetParameters.form_data };

export const widgetTypes: Resource = {
  title: 'widget-type',
  description: none,
  namespace: 'cms/v2',
  room: 'widgets',
  fields: {
    id: text('What requests call the type.'),
    name: text('What people call it.'),
    description: text('What it shows.'),
    is_multi: Type.Boolean({ description: 'Whether there may be several of it.', ...shown }),
    classname: text('Its class in HTML.'),
  },
  links: [
    { rel: 'collection', href: '/cms/v2/widget-types' },
    { rel: 'self', href: '/cms/v2/widget-types/{id}' },
  ],
  routes: [
    {
      path: '/cms/v2/widget-types',
      parameters: {},
      endpoints: [{ methods: ['GET'], operation: 'list-widget-types', permission, parameters: { context } }],
    },
    {
      path: '/cms/v2/widget-types/<id>',
      parameters: form,
      endpoints: [{ methods: ['GET'], operation: 'get-widget-type', permission, parameters: { context } }],
    },
    ...['encode', 'render'].map((verb) => ({
      path: `/cms/v2/widget-types/<id>/${verb}`,
      parameters: form,
      endpoints: [{ methods: ['POST'] as const, operation: 'get-widget-type', permission, parameters: encoding }],
    })),
  ],
};
