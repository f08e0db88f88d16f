// Binds the endpoints of classic widgets to their operations. There are no widgets, because the service supports only block themes
// (protocol.md §20).
import {
  sidebars,
  type widgetOperations,
  type widgetPermissions,
  widgets,
  widgetTypes,
} from '../../../contract/cms-v2/widgets.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { createWidget } from './create-widget.ts';
import { getSidebar } from './get-sidebar.ts';
import { getWidget } from './get-widget.ts';
import { getWidgetType } from './get-widget-type.ts';
import { listSidebars } from './list-sidebars.ts';
import { listWidgetTypes } from './list-widget-types.ts';
import { listWidgets } from './list-widgets.ts';

const forbiddenError = { code: 'rest_cannot_manage_widgets', message: 'You are not allowed to manage widgets.' };

/** Binds the endpoints to their permission, operations and presenter. */
export function widgetsEndpoints(): Module {
  const permissions: Record<(typeof widgetPermissions)[number], Permission> = {
    'manage-widgets': { permit: ({ actor }) => (actor.can('edit_theme_options') ? undefined : forbiddenError) },
  };
  const operations: Record<(typeof widgetOperations)[number], Operation> = {
    'list-sidebars': listSidebars(),
    'get-sidebar': getSidebar(),
    'list-widgets': listWidgets(),
    'create-widget': createWidget(),
    'get-widget': getWidget(),
    'list-widget-types': listWidgetTypes(),
    'get-widget-type': getWidgetType(),
  };
  return { permissions, operations, presenter: plainPresenter(sidebars.fields, widgets.fields, widgetTypes.fields) };
}
