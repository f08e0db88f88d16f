// The list of the terms of a taxonomy.
import { useQueryClient } from '@tanstack/react-query';
import { DataViews } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useMemo, useRef, useState } from 'react';
import { reportResults } from '../../actions/report-results.ts';
import { type ListedTerm, termActions } from '../../actions/terms.ts';
import type { Taxonomy } from '../../data/bootstrap.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { isFiltered, withoutFilters } from '../../data/lists/view.ts';
import { nameOf } from '../../data/resources/terms.ts';
import { useBootstrap, useTaxonomy } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { type FailedItems, FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ListFrame, pageProps } from '../../ui/record-list.tsx';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { termFields } from './fields.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { TermDialog } from './term-dialog.tsx';
import { isTree, useTerms, useTermView } from './use-terms.ts';

/** The screen: the URL contains the view of the list. */
export default function TermsScreen({ parameters }: ScreenProps) {
  const taxonomy = useTaxonomy(parameters.taxonomy);
  return <Terms key={taxonomy.slug} taxonomy={taxonomy} />;
}

/** The open part above the list: the form of a term, or the question into which term others are merged. */
type Opened = { readonly form: ListedTerm | undefined } | { readonly merged: readonly ListedTerm[] };

function Terms({ taxonomy }: { readonly taxonomy: Taxonomy }) {
  const bootstrap = useBootstrap();
  const list = useTermView(taxonomy);
  const { view, changeView } = list;
  const { data, error, refetch } = useTerms(taxonomy, list);
  const hasTree = isTree(taxonomy, view);
  const fields = useMemo(() => termFields(taxonomy, bootstrap), [taxonomy, bootstrap]);
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const [opened, setOpened] = useState<Opened>();
  const { actions, dialogs, failedItems, selection, select } = useTermActions(taxonomy, keepFocus, opened, setOpened);
  const add = () => setOpened({ form: undefined });
  return (
    <>
      <div className="title-row">
        <h1>{taxonomy.name}</h1>
        <button type="button" className="button primary" onClick={add}>
          {taxonomy.labels.add_new_item ?? __('Add')}
        </button>
      </div>
      <div ref={container}>
        <SavedViewsBar saved={list.saved} />
        <p role="status" className="visually-hidden">
          {/* translators: %d: number of terms. */}
          {data && sprintf(_n('%d term', '%d terms', data.total), data.total)}
        </p>
        {failedItems}
        {error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <ListFrame>
            <DataViews<ListedTerm>
              {...pageProps(data)}
              {...{ fields, actions, selection }}
              view={{ ...view, showLevels: hasTree }}
              onChangeView={changeView}
              onChangeSelection={select}
              getItemId={({ id }) => String(id)}
              getItemLevel={({ level }) => level}
              isItemClickable={() => true}
              onClickItem={(term) => setOpened({ form: term })}
              empty={
                <Empty
                  isFiltered={isFiltered(view)}
                  clear={() => changeView(withoutFilters(view))}
                  add={add}
                  addLabel={taxonomy.labels.add_new_item ?? __('Add')}
                />
              }
            />
          </ListFrame>
        )}
      </div>
      {dialogs}
    </>
  );
}

/** Returns the actions of the list with their dialogs, the selection and what failed. */
function useTermActions(
  taxonomy: Taxonomy,
  keepFocus: () => void,
  opened: Opened | undefined,
  setOpened: (opened: Opened | undefined) => void,
) {
  const notify = useNotices();
  const queries = useQueryClient();
  const { confirm, dialog } = useConfirm(keepFocus);
  const [selection, select] = useState<string[]>([]);
  const [failed, setFailed] = useState<FailedItems<ListedTerm>>([]);
  const refresh = (unfinished: FailedItems<ListedTerm>) => {
    select(unfinished.map(({ item }) => String(item.id)));
    setFailed(unfinished);
    void queries.invalidateQueries({ queryKey: ['terms', taxonomy.slug, 'tree'], refetchType: 'none' });
    void queries.invalidateQueries({ queryKey: ['terms', taxonomy.slug] });
  };
  const close = () => setOpened(undefined);
  const actions = termActions({
    ...{ taxonomy, notify, refresh, confirm },
    edit: (term) => setOpened({ form: term }),
    merge: (merged) => setOpened({ merged }),
  });
  const onSaved = (name: string) => {
    /* translators: %s: name of a term. */
    notify({ kind: 'success', text: sprintf(__('“%s” was saved.'), name) });
    refresh([]);
  };
  return {
    ...{ actions, selection, select },
    failedItems: <FailedItemsList failed={failed} idOf={({ id }) => id} nameOf={nameOf} close={() => setFailed([])} />,
    dialogs: (
      <>
        {dialog}
        {opened && 'form' in opened && <TermDialog {...{ taxonomy, term: opened.form, close, onSaved }} />}
        {opened && 'merged' in opened && (
          <MergeDialog
            {...{ taxonomy, terms: opened.merged, close }}
            onMerged={(results) =>
              reportResults({ notify, refresh }, results, {
                /* translators: %d: number of terms. */
                text: (count) => sprintf(_n('%d term was merged.', '%d terms were merged.', count), count),
              })
            }
          />
        )}
      </>
    ),
  };
}

interface EmptyProps {
  readonly isFiltered: boolean;
  readonly clear: () => void;
  readonly add: () => void;
  readonly addLabel: string;
}

/** Says why the list is empty, and what the user can do. */
const Empty = (props: EmptyProps) => (
  <div className="empty">
    <p>{props.isFiltered ? __('Nothing matches the search.') : __('There is nothing here yet.')}</p>
    <button type="button" className="button" onClick={props.isFiltered ? props.clear : props.add}>
      {props.isFiltered ? __('Clear the search') : props.addLabel}
    </button>
  </div>
);
