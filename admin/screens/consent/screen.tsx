// Consent to cookies: the question to visitors, and the receipts of their choices, with search, filters, an export and deletion by visitor.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DataViews, type View } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useMemo, useRef, useState } from 'react';
import { receiptActions } from '../../actions/receipts.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { isFiltered, withoutFilters } from '../../data/lists/view.ts';
import { type ConsentText, listReceipts, type Receipt, readConsentText } from '../../data/resources/consent.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatNumber } from '../../ui/format-number.ts';
import { Loading } from '../../ui/loading.tsx';
import { NothingMatches } from '../../ui/nothing-matches.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, pageProps } from '../../ui/record-list.tsx';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { definition, queryOf, receiptColumns, withOneValue } from './columns.tsx';
import { Details } from './details.tsx';
import { Question } from './question.tsx';
import { saveReceipts } from './save-receipts.ts';

/** The screen. */
export default function ConsentScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ['consent', 'text'],
    queryFn: ({ signal }) => readConsentText(signal),
  });
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  return <Receipts consent={data} />;
}

function Receipts({ consent }: { readonly consent: ConsentText }) {
  const list = useListView({ name: 'receipts', path: paths.consent, definition });
  const { view } = list;
  const changeView = (changed: View) => list.changeView(withOneValue(changed));
  const query = queryOf(view);
  const { data, error, refetch } = useListPage(list, {
    queryKey: ['consent', 'receipts', query],
    read: (signal) => listReceipts(query, signal),
  });
  const fields = useMemo(() => receiptColumns(consent), [consent]);
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const [opened, setOpened] = useState<Receipt>();
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm(keepFocus);
  const actions = receiptActions({
    ...{ notify, confirm, open: setOpened },
    refresh: () => void queries.invalidateQueries({ queryKey: ['consent', 'receipts'] }),
    showVisitor: (visitor) => changeView({ ...withoutFilters(view), search: visitor }),
  });
  const close = () => {
    setOpened(undefined);
    setTimeout(keepFocus);
  };
  return (
    <>
      <div className="title-row">
        <h1>{__('Consent')}</h1>
        <ExportButton
          label={__('Export as CSV')}
          isDisabled={data?.total === 0}
          save={(...reporting) => saveReceipts(query, ...reporting)}
        />
      </div>
      <Question consent={consent} />
      <h2>{__('Receipts')}</h2>
      <p className="intro">
        {sprintf(
          /* translators: %s: number of days. */
          _n(
            'Each choice of a visitor is a receipt. Receipts contain random IDs instead of names and addresses, and are deleted after %s day.',
            'Each choice of a visitor is a receipt. Receipts contain random IDs instead of names and addresses, and are deleted after %s days.',
            consent.retentionDays,
          ),
          formatNumber(consent.retentionDays),
        )}
      </p>
      <div ref={container}>
        <SavedViewsBar saved={list.saved} />
        <p role="status" className="visually-hidden">
          {/* translators: %d: number of receipts. */}
          {data && sprintf(_n('%d receipt', '%d receipts', data.total), data.total)}
        </p>
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <ListFrame>
            <DataViews<Receipt>
              {...pageProps(data)}
              {...{ view, actions, fields }}
              searchLabel={__('ID of a receipt or a visitor')}
              onChangeView={changeView}
              getItemId={({ receipt }) => receipt}
              isItemClickable={() => true}
              onClickItem={setOpened}
              empty={<Empty isFiltered={isFiltered(view)} clear={() => changeView(withoutFilters(view))} />}
            />
          </ListFrame>
        )}
      </div>
      {dialog}
      {opened && <Details {...{ receipt: opened, consent, close }} />}
    </>
  );
}

function Empty({ isFiltered: hasFilters, clear }: { readonly isFiltered: boolean; readonly clear: () => void }) {
  if (hasFilters) return <NothingMatches text={__('No receipt matches the search and the filters.')} clear={clear} />;
  return (
    <p className="empty">
      {__('No visitor has chosen yet. The front end of the site asks visitors, and stores their choices with the API.')}
    </p>
  );
}
