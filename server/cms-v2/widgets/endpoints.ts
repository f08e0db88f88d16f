// Binds the endpoints of classic widgets to their operations. There are no widgets, because the service supports only block themes
// (protocol.md §20).
import { sidebarFields, widgetFields, widgetsModule, widgetTypeFields } from '../../../contract/cms-v2/widgets.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { createWidget } from './create-widget.ts';
import { getSidebar } from './get-sidebar.ts';
import { getWidget } from './get-widget.ts';
import { getWidgetType } from './get-widget-type.ts';
import { listSidebars } from './list-sidebars.ts';
import { listWidgetTypes } from './list-widget-types.ts';
import { listWidgets } from './list-widgets.ts';

const forbiddenError = { code: 'rest_cannot_manage_widgets', message: 'You are not allowed to manage widgets.' };

/** Returns the module of widgets. */
export function widgetsEndpoints(): Module {
  return implement(widgetsModule, {
    permissions: {
      'manage-widgets': { permit: ({ actor }) => (actor.can('edit_theme_options') ? undefined : forbiddenError) },
    },
    operations: {
      'list-sidebars': listSidebars(),
      'get-sidebar': getSidebar(),
      'list-widgets': listWidgets(),
      'create-widget': createWidget(),
      'get-widget': getWidget(),
      'list-widget-types': listWidgetTypes(),
      'get-widget-type': getWidgetType(),
    },
    presenter: plainPresenter(sidebarFields, widgetFields, widgetTypeFields),
  });
}
