// The audit log: who has changed what, with filters and an export.
import { DataViews } from '@wordpress/dataviews';
import { __ } from '@wordpress/i18n';
import { useMemo } from 'react';
import type { QueryValue } from '../../data/client.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { type ListView, useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { apiQueryOf, isFiltered } from '../../data/lists/view.ts';
import { type AuditEvent, listAuditEvents } from '../../data/resources/audit-log.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, pageProps } from '../../ui/record-list.tsx';
import { auditFields, definition } from './fields.tsx';
import { saveAuditLog } from './save-audit-log.ts';

/** The screen. */
export default function AuditLogScreen() {
  const list = useListView({ name: 'audit-log', path: paths.auditLog, definition });
  const query = queryOf(list);
  const { data, error, refetch } = useListPage(list, {
    queryKey: ['audit-log', query],
    read: (signal) => listAuditEvents(query, signal),
  });
  const fields = useMemo(auditFields, []);
  return (
    <>
      <div className="title-row">
        <h1>{__('Audit log')}</h1>
        <ExportButton
          label={__('Export as CSV')}
          isDisabled={data?.total === 0}
          save={(...reporting) => saveAuditLog(query, ...reporting)}
        />
      </div>
      <SavedViewsBar saved={list.saved} />
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ListFrame>
          <DataViews<AuditEvent>
            {...pageProps(data)}
            {...{ fields, view: list.view, search: false }}
            onChangeView={list.changeView}
            getItemId={({ id }) => String(id)}
            empty={
              <p className="empty">
                {isFiltered(list.view) ? __('No event matches the filters.') : __('Nothing has been recorded yet.')}
              </p>
            }
          />
        </ListFrame>
      )}
    </>
  );
}

/** Returns the query of the API, which has no order. Days are those of the browser, because times are displayed in its time zone. */
function queryOf({ view }: ListView): Readonly<Record<string, QueryValue>> {
  const { page, per_page, action, after, before } = apiQueryOf(view, definition);
  const toGmt = (time: QueryValue) => (typeof time === 'string' ? new Date(time).toISOString() : undefined);
  return { page, per_page, action, after: toGmt(after), before: toGmt(before) };
}
