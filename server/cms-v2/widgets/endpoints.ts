// Implements the endpoints of classic widgets. There are no widgets, because the service supports only block themes
// (protocol.md §20).
import { sidebarFields, widgetFields, widgetsModule, widgetTypeFields } from '../../../contract/cms-v2/widgets.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import { emptyList, type Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';

const forbiddenError = { code: 'rest_cannot_manage_widgets', message: 'You are not allowed to manage widgets.' };

/** Returns the module of widgets. */
export function widgetsEndpoints(): Module {
  return implement(widgetsModule, {
    permissions: {
      'manage-widgets': { permit: ({ actor }) => (actor.can('edit_theme_options') ? undefined : forbiddenError) },
    },
    operations: {
      // GET /cms/v2/sidebars: lists the widget areas.
      /** Responds with an empty list, because block themes have no widget areas. */
      'list-sidebars': emptyList,

      // GET, POST, PUT and PATCH /cms/v2/sidebars/<id>: respond 404, because there are no widget areas.
      /** Always throws ApiError 404 `rest_sidebar_not_found`. */
      'get-sidebar': {
        async run() {
          throw new ApiError(
            'rest_sidebar_not_found',
            404,
            'No widget area with this ID. Block themes have no widget areas; use template parts instead.',
          );
        },
      },

      // GET /cms/v2/widgets: lists the widgets of all areas.
      /** Responds with an empty list, because block themes have no widgets. */
      'list-widgets': emptyList,

      // POST /cms/v2/widgets: always rejected, because block themes have no widgets.
      /** Always throws ApiError 400 `rest_invalid_widget`. */
      'create-widget': {
        async run() {
          throw new ApiError(
            'rest_invalid_widget',
            400,
            'This site has no widget areas, because it uses a block theme. Use template parts instead.',
          );
        },
      },

      // All methods of /cms/v2/widgets/<id>: respond 404, because there are no widgets.
      /** Always throws ApiError 404 `rest_widget_not_found`. */
      'get-widget': {
        async run() {
          throw new ApiError('rest_widget_not_found', 404, 'No widget with this ID.');
        },
      },

      // GET /cms/v2/widget-types: lists the widget types.
      /** Responds with an empty list, because block themes have no widget types. */
      'list-widget-types': emptyList,

      // All methods of /cms/v2/widget-types/<id> and its subroutes: respond 404, because there are no widget types.
      /** Always throws ApiError 404 `rest_widget_type_invalid`. */
      'get-widget-type': {
        async run() {
          throw new ApiError('rest_widget_type_invalid', 404, 'No widget type with this ID.');
        },
      },
    },
    presenter: plainPresenter(sidebarFields, widgetFields, widgetTypeFields),
  });
}
