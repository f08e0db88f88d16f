// The URLs of saved views. `?view=ID` is the view as it was saved last, so that a bookmark stays valid when the view is updated. After a
// change that was not saved, the URL also contains the complete view with its layout.
import type { View } from '@wordpress/dataviews';
import { type ListLayout, toListLayout } from './list-layout.ts';
import { type ListDefinition, layoutOfView, urlOfView, viewOfUrl } from './view.ts';

/** The parameter with the ID of a saved view. */
const idParameter = 'view';

/** Returns the ID of the saved view in the query of a URL. */
export const savedViewIn = (search: string): string | undefined =>
  new URLSearchParams(search).get(idParameter) ?? undefined;

/** Returns the query of a URL without the saved view: empty if the view has no changes. */
export function changesIn(search: string): string {
  const query = new URLSearchParams(search);
  query.delete(idParameter);
  return query.toString();
}

/** Returns the query that describes a view completely: search, filters, sorting and layout, without the page. */
export const queryOfView = (view: View, definition: ListDefinition, previous: ListLayout): string =>
  withLayout({ ...view, page: 1 }, definition, previous);

/** Returns the view that such a query describes; it may also contain the page. */
export const viewOfQuery = (query: string, definition: ListDefinition): View =>
  viewOfUrl(query, definition, layoutOfQuery(query));

/** Returns a query that describes the same view as a saved one, with its parameters in their order and without those that have no effect. */
export const canonicalQuery = (saved: string, definition: ListDefinition): string =>
  queryOfView(viewOfQuery(saved, definition), definition, layoutOfQuery(saved));

/** Returns the layout in such a query. */
export function layoutOfQuery(query: string): ListLayout {
  const parameters = new URLSearchParams(query);
  return toListLayout({
    type: parameters.get('layout'),
    fields: parameters.get('columns')?.split(',').filter(Boolean),
    density: parameters.get('density'),
  });
}

/** Returns the query of the URL of a saved view whose query is `saved`, for a view that the user may have changed. */
export function urlOfSavedView(
  id: string,
  saved: string,
  view: View,
  definition: ListDefinition,
  previous: ListLayout,
): string {
  const changed = withLayout(view, definition, previous);
  const own = `${idParameter}=${encodeURIComponent(id)}`;
  // Without parameters, the URL would be that of the saved view.
  return changed === canonicalQuery(saved, definition) ? own : `${own}&${changed || 'page=1'}`;
}

function withLayout(view: View, definition: ListDefinition, previous: ListLayout): string {
  const query = new URLSearchParams(urlOfView(view, definition));
  const { type, fields, density } = layoutOfView(view, definition, previous);
  if (type) query.set('layout', type);
  if (fields) query.set('columns', fields.join(','));
  if (density) query.set('density', density);
  return query.toString();
}
