// The submissions of a form, with search, filters and an export.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DataViews, type View } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { submissionActions } from '../../actions/submissions.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { isFiltered, withoutFilters } from '../../data/lists/view.ts';
import { type FormRecord, readForm } from '../../data/resources/forms.ts';
import { listSubmissions, type Submission } from '../../data/resources/submissions.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NothingMatches } from '../../ui/nothing-matches.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, pageProps } from '../../ui/record-list.tsx';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import {
  addressOf,
  definitionOf,
  nameOfSubmission,
  queryOf,
  stateOf,
  submissionColumns,
  withOneState,
} from './columns.tsx';
import { Details } from './details.tsx';
import { saveSubmissions } from './save-submissions.ts';

/** The screen. */
export default function SubmissionsScreen({ parameters }: ScreenProps) {
  const id = Number(parameters.id);
  const { data, error, refetch } = useQuery({
    queryKey: ['forms', 'form', id],
    queryFn: ({ signal }) => readForm(id, signal),
  });
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  return <Submissions key={id} form={data.form} />;
}

function Submissions({ form }: { readonly form: FormRecord }) {
  const { fields } = form.meta;
  const definition = useMemo(() => definitionOf(fields), [fields]);
  const list = useListView({ name: `submissions-${form.id}`, path: paths.formSubmissions(form.id), definition });
  const { view } = list;
  const changeView = (changed: View) => list.changeView(withOneState(changed));
  const address = addressOf(view);
  const query = queryOf(view, definition);
  const { data, error, refetch } = useListPage(list, {
    queryKey: ['submissions', form.id, query],
    read: (signal) => listSubmissions(form.id, query, signal),
  });
  const columns = useMemo(() => submissionColumns(fields, address), [fields, address]);
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const [opened, setOpened] = useState<Submission>();
  const { actions, selection, select, failedItems, dialog } = useSubmissionActions(keepFocus, setOpened);
  const close = () => {
    setOpened(undefined);
    setTimeout(keepFocus);
  };
  return (
    <>
      <div className="title-row">
        <h1>
          {/* translators: %s: title of a form. */}
          {sprintf(__('Submissions of “%s”'), titleOf(form))}
        </h1>
        <ExportButton
          label={__('Export all as CSV')}
          save={(...reporting) => saveSubmissions({ form: form.id, state: stateOf(view) }, ...reporting)}
        />
      </div>
      <p>
        <Link href={paths.forms}>{__('All forms')}</Link> ·{' '}
        <Link href={paths.form(form.id)}>{__('Edit the form')}</Link>
      </p>
      <div ref={container}>
        <SavedViewsBar saved={list.saved} />
        <p role="status" className="visually-hidden">
          {/* translators: %d: number of submissions. */}
          {data && sprintf(_n('%d submission', '%d submissions', data.total), data.total)}
        </p>
        {failedItems}
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <ListFrame>
            <DataViews<Submission>
              {...pageProps(data)}
              {...{ view, actions, selection }}
              fields={columns}
              onChangeView={changeView}
              onChangeSelection={select}
              getItemId={({ id }) => String(id)}
              isItemClickable={() => true}
              onClickItem={setOpened}
              empty={<Empty isFiltered={isFiltered(view)} clear={() => changeView(withoutFilters(view))} form={form} />}
            />
          </ListFrame>
        )}
      </div>
      {dialog}
      {opened && <Details submission={opened} fields={fields} close={close} />}
    </>
  );
}

function Empty(props: { readonly isFiltered: boolean; readonly clear: () => void; readonly form: FormRecord }) {
  const { isFiltered: hasFilters, clear, form } = props;
  if (hasFilters)
    return <NothingMatches text={__('No submission matches the search and the filters.')} clear={clear} />;
  return (
    <p className="empty">
      {form.status === 'publish'
        ? __('Nobody has submitted this form yet. Place it on a page, as the form describes.')
        : __('Nobody can submit this form until it is published.')}
    </p>
  );
}

/** Returns the actions of the list with their dialog, the selection and what failed. */
function useSubmissionActions(keepFocus: () => void, open: (submission: Submission) => void) {
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<Submission>>([]);
  const refresh = (unfinished: FailedItems<Submission>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    void queries.invalidateQueries({ queryKey: ['submissions'] });
  };
  return {
    ...{ selection, select, dialog },
    actions: submissionActions({ notify, refresh, open, confirm }),
    failedItems: (
      <FailedItemsList {...{ failed, nameOf: nameOfSubmission, close: () => setFailed([]) }} idOf={({ id }) => id} />
    ),
  };
}
