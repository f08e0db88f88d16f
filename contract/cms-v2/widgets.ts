// Declares classic widget areas (protocol.md §20). Block themes have none, so all lists are empty. The routes exist for clients that
// request them: they check permissions, and their schemas explain why the lists are empty.
import { contextParameter, forceParameter, optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { updateMethods } from '../grammar/route.ts';
import { everywhere, strings, Type } from '../grammar/schema.ts';

/** Operations of the module `widgets`. Each is implemented in a file with its name, such as `list-sidebars.ts`. */
export const widgetOperations = [
  'list-sidebars',
  'get-sidebar',
  'list-widgets',
  'create-widget',
  'get-widget',
  'list-widget-types',
  'get-widget-type',
] as const;

/** Permissions that the routes require. */
export const widgetPermissions = ['manage-widgets'] as const;

const readonlyField = { context: everywhere, readonly: true };
const writableField = { context: everywhere };
const text = (description: string) => Type.String({ description, ...readonlyField });
const context = contextParameter;
const permission = 'manage-widgets';
const segment = '[\\w-]+';
const idParameter = (description: string) => ({ id: optional(Type.String({ description, segment })) });

/** The settings of a widget. */
const instance = Type.Object(
  {
    encoded: Type.Optional(Type.String({ description: 'The serialized settings.' })),
    hash: Type.Optional(Type.String({ description: 'The signature of the serialized settings.' })),
    raw: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'The settings.' })),
  },
  { description: 'The settings of the widget.', ...writableField, first: true },
);

const noWidgetsNotice =
  'Block themes have no widget areas, so lists of areas, widgets and widget types are always empty. Use template parts (`template-parts`) instead.';

export const sidebars: Resource = {
  title: 'sidebar',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: 'widgets',
  fields: {
    id: text('The identifier of the area.'),
    name: text('The display name.'),
    description: text('The description.'),
    class: text('The CSS class.'),
    before_widget: text('HTML before each widget.'),
    after_widget: text('HTML after each widget.'),
    before_title: text('HTML before each title.'),
    after_title: text('HTML after each title.'),
    status: text('The status of the area: `active` or `inactive`.'),
    widgets: strings({ description: 'The IDs of the widgets in the area, in order.', ...writableField }),
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
      parameters: idParameter('The identifier of the area.'),
      endpoints: [
        { methods: ['GET'], operation: 'get-sidebar', permission, parameters: { context } },
        {
          methods: [...updateMethods],
          operation: 'get-sidebar',
          permission,
          parameters: {
            widgets: optional(strings({ description: 'The IDs of the widgets in the area, in order.', first: true })),
          },
        },
      ],
    },
  ],
};

const widgetParameters = {
  id_base: optional(Type.String({ description: 'The type of the widget.', first: true })),
  instance: optional(instance),
  form_data: optional(Type.String({ description: 'The submitted form, encoded as a query string.', first: true })),
};
const batch = true;

export const widgets: Resource = {
  title: 'widget',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: 'widgets',
  fields: {
    id: text('The identifier of the widget.'),
    id_base: text('The type of the widget.'),
    sidebar: Type.String({ description: 'The area of the widget.', ...writableField }),
    rendered: text('The widget, as HTML.'),
    rendered_form: text('The form of the widget, as HTML.'),
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
          parameters: {
            context,
            sidebar: optional(Type.String({ description: 'Limits the list to widgets of this area.' })),
          },
        },
        {
          methods: ['POST'],
          operation: 'create-widget',
          permission,
          batch,
          parameters: {
            ...widgetParameters,
            sidebar: Type.String({ description: 'The area of the widget.', first: true }),
          },
        },
      ],
    },
    {
      path: '/cms/v2/widgets/<id>',
      parameters: idParameter('The identifier of the widget.'),
      endpoints: [
        { methods: ['GET'], operation: 'get-widget', permission, batch, parameters: { context } },
        {
          methods: [...updateMethods],
          operation: 'get-widget',
          permission,
          batch,
          parameters: {
            ...widgetParameters,
            sidebar: optional(Type.String({ description: 'The new area of the widget.', first: true })),
          },
        },
        {
          methods: ['DELETE'],
          operation: 'get-widget',
          permission,
          batch,
          parameters: { force: forceParameter('Deletes the widget permanently instead of deactivating it.') },
        },
      ],
    },
  ],
};

const form = { ...idParameter('The identifier of the widget type.') };
const encoding = { instance: optional(instance), form_data: widgetParameters.form_data };

export const widgetTypes: Resource = {
  title: 'widget-type',
  description: noWidgetsNotice,
  namespace: 'cms/v2',
  module: 'widgets',
  fields: {
    id: text('The identifier of the widget type.'),
    name: text('The display name.'),
    description: text('The description.'),
    is_multi: Type.Boolean({ description: 'Whether there can be multiple widgets of the type.', ...readonlyField }),
    classname: text('The CSS class.'),
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
