// The list of forms.
import { useQueryClient } from '@tanstack/react-query';
import { DataViews, type Field } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { formActions } from '../../actions/forms.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { apiQueryOf, isFiltered, type ListDefinition, valuesOf, withoutFilters } from '../../data/lists/view.ts';
import { mayManageSettings } from '../../data/permissions.ts';
import { listedStatuses } from '../../data/records.ts';
import { type FormRecord, listForms, mayChangeForm } from '../../data/resources/forms.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { statusColumn, titleColumn } from '../../ui/common-columns.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatDate } from '../../ui/format-date.ts';
import { NothingMatches } from '../../ui/nothing-matches.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, linkProps, pageProps } from '../../ui/record-list.tsx';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';

const definition: ListDefinition = {
  titleField: 'title',
  columns: ['status', 'fields', 'modified'],
  defaultColumns: ['status', 'fields', 'modified'],
  orders: { title: 'title', modified: 'modified' },
  defaultSort: { field: 'modified', direction: 'desc' },
  filters: ['status'],
  hasDateFilter: false,
};

/** The screen. */
export default function FormsScreen() {
  const bootstrap = useBootstrap();
  const list = useListView({ name: 'forms', path: paths.forms, definition });
  const { view, changeView } = list;
  const query = { ...apiQueryOf(view, definition), status: valuesOf(view, 'status') ?? listedStatuses };
  const { data, error, refetch } = useListPage(list, {
    queryKey: ['forms', 'list', query],
    read: (signal) => listForms(query, signal),
  });
  const fields = useMemo(formColumns, []);
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const { actions, selection, select, failedItems, dialog } = useFormActions(keepFocus);
  const pathOf = (form: FormRecord) =>
    form.status !== 'trash' && mayChangeForm(form, 'POST') ? paths.form(form.id) : undefined;
  return (
    <>
      <div className="title-row">
        <h1>{__('Forms')}</h1>
        <span className="buttons">
          {mayManageSettings(bootstrap) && (
            <Link href={paths.formPerson} className="button">
              {__('Find a person')}
            </Link>
          )}
          <Link href={paths.newForm} className="button primary">
            {__('Add form')}
          </Link>
        </span>
      </div>
      <div ref={container}>
        <SavedViewsBar saved={list.saved} />
        <p role="status" className="visually-hidden">
          {/* translators: %d: number of forms. */}
          {data && sprintf(_n('%d form', '%d forms', data.total), data.total)}
        </p>
        {failedItems}
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <ListFrame>
            <DataViews<FormRecord>
              {...pageProps(data)}
              {...linkProps(pathOf)}
              {...{ view, fields, actions, selection }}
              onChangeView={changeView}
              onChangeSelection={select}
              getItemId={({ id }) => String(id)}
              empty={<Empty isFiltered={isFiltered(view)} clear={() => changeView(withoutFilters(view))} />}
            />
          </ListFrame>
        )}
      </div>
      {dialog}
    </>
  );
}

function Empty({ isFiltered: hasFilters, clear }: { readonly isFiltered: boolean; readonly clear: () => void }) {
  if (hasFilters) return <NothingMatches text={__('No form matches the search and the filters.')} clear={clear} />;
  return (
    <div className="empty">
      <p>{__('There are no forms yet. Visitors fill in forms on your pages, for example to contact you.')}</p>
      <Link href={paths.newForm} className="button">
        {__('Add form')}
      </Link>
    </div>
  );
}

const formColumns = (): Field<FormRecord>[] => [
  titleColumn(),
  statusColumn(),
  {
    id: 'fields',
    label: __('Fields'),
    type: 'integer',
    enableSorting: false,
    filterBy: false,
    getValue: ({ item }) => item.meta.fields.length,
  },
  {
    id: 'modified',
    label: __('Last changed'),
    type: 'datetime',
    filterBy: false,
    getValue: ({ item }) => item.modified,
    render: ({ item }) => <time dateTime={item.modified}>{formatDate(item.modified)}</time>,
  },
];

/** Returns the actions of the list with their dialog, the selection and what failed. */
function useFormActions(keepFocus: () => void) {
  const notify = useNotices();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<FormRecord>>([]);
  const refresh = (unfinished: FailedItems<FormRecord>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    void queries.invalidateQueries({ queryKey: ['forms'] });
  };
  return {
    ...{ selection, select, dialog },
    actions: formActions({
      ...{ notify, refresh, confirm },
      edit: ({ id }) => navigate(paths.form(id)),
      showSubmissions: ({ id }) => navigate(paths.formSubmissions(id)),
    }),
    failedItems: <FailedItemsList {...{ failed, nameOf: titleOf, close: () => setFailed([]) }} idOf={({ id }) => id} />,
  };
}
