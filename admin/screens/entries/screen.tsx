// The list of the entries of a content type.

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { entryActions } from '../../actions/entries.ts';
import { type ListedEntry, listEntries } from '../../data/resources/entries.ts';
import { useContentType } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { DocumentLink, useOpenDocument } from '../../ui/document-link.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { EntryList } from './entry-list.tsx';
import { apiQueryOf, urlOfView, viewOfUrl } from './view.ts';

/** The screen: the URL contains the view of the list. */
export default function EntriesScreen({ parameters }: ScreenProps) {
  const type = useContentType(parameters.type);
  const search = useSearch();
  const [, navigate] = useLocation();
  const openDocument = useOpenDocument();
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm();
  const [selection, setSelection] = useState<string[]>([]);
  const view = useMemo(() => viewOfUrl(search), [search]);
  const query = apiQueryOf(view);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['entries', type.slug, query],
    queryFn: ({ signal }) => listEntries(type, query, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  const open = ({ id }: ListedEntry) => openDocument(paths.entry(type.slug, id));
  const refresh = (failed: readonly ListedEntry[]) => {
    setSelection(failed.map(({ id }) => String(id)));
    void queries.invalidateQueries({ queryKey: ['entries'] });
  };
  return (
    <>
      <div className="title-row">
        <h1>{type.name}</h1>
        {type.can.create && (
          <DocumentLink path={paths.newEntry(type.slug)} className="button primary">
            {type.labels.add_new_item ?? __('Add')}
          </DocumentLink>
        )}
      </div>
      <EntryList
        page={data}
        isLoading={isFetching}
        view={view}
        changeView={(changed) => navigate(`${paths.entries(type.slug)}?${urlOfView(changed)}`, { replace: true })}
        selection={selection}
        select={setSelection}
        actions={entryActions({ type, notify, refresh, open, confirm })}
        pathOf={({ id }) => paths.entry(type.slug, id)}
      />
      {dialog}
    </>
  );
}
