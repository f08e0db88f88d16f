// The list of comments, for users who moderate them.
import { useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useCallback, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { type Comment, updateComment } from '../../data/resources/comments.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { FailedItemsList } from '../../ui/failed-items.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { authorOf } from './author.tsx';
import { CommentList } from './comment-list.tsx';
import { ActiveFilters, StatusTabs } from './filters.tsx';
import { useCommentCache, useCommentCounts, useComments, useNewComments } from './use-comments.ts';
import { useModeration } from './use-moderation.ts';
import { type CommentView, pathOfView, viewOfUrl } from './view.ts';

/** The screen: the URL contains the view of the list. */
export default function CommentsScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOfUrl(search), [search]);
  const counts = useCommentCounts(view);
  const changeSearch = (text: string) =>
    navigate(pathOfView({ ...view, search: text, page: 1 }), { replace: view.search !== '' });
  return (
    <>
      <div className="title-row">
        <h1>{__('Comments')}</h1>
      </div>
      <StatusTabs view={view} counts={counts} />
      <SearchField label={__('Search comments')} value={view.search} change={changeSearch} />
      <Comments key={pathOfView(view)} view={view} />
    </>
  );
}

function Comments({ view }: { readonly view: CommentView }) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const notify = useNotices();
  const showFirstPage = useCallback(
    () => navigate(pathOfView({ ...view, page: 1 }), { replace: true }),
    [view, navigate],
  );
  const { data: page, error, refetch } = useComments(view, showFirstPage);
  const cache = useCommentCache();
  const { confirm, dialog } = useConfirm();
  const moderation = useModeration({ cache, confirm });
  const [own, setOwn] = useState<ReadonlySet<number>>(new Set());
  const newCount = useNewComments(view, page, own);
  const onReplied = (reply: Comment) => {
    setOwn((known) => new Set([...known, reply.id]));
    void queries.invalidateQueries({ queryKey: ['comments', 'counts'] });
    void queries.invalidateQueries({ queryKey: ['comments', 'conversation'] });
    const undo = async () => {
      cache.replace([await updateComment(reply, { status: 'trash' })]);
    };
    const fail = (reason: unknown) => notify({ kind: 'error', text: messageOf(reason) });
    notify({
      ...{ kind: 'success', text: __('Your reply was published.') },
      action: { label: __('Move to trash'), run: () => void undo().catch(fail) },
    });
  };
  const reload = () => {
    moderation.select([]);
    void refetch();
    void queries.invalidateQueries({ queryKey: ['comments', 'ids'] });
  };
  if (error && !page) return <Failure error={error} retry={() => void refetch()} />;
  if (!page) return <Loading label={__('Loading…')} />;
  const [entry] = page.items[0]?._embedded?.up ?? [];
  return (
    <>
      <ActiveFilters view={view} entryTitle={entry?.title && titleOf(entry)} />
      <FailedItemsList
        failed={moderation.failed}
        idOf={({ id }) => id}
        nameOf={authorOf}
        close={moderation.closeFailed}
      />
      {page.items.length === 0 && <Empty view={view} />}
      {(page.items.length > 0 || newCount > 0) && (
        <CommentList {...{ view, page, cache, moderation, newCount, reload, onReplied }} />
      )}
      {dialog}
    </>
  );
}

/** Says why the list is empty, and what the user can do. */
function Empty({ view }: { readonly view: CommentView }) {
  const isFiltered = view.search !== '' || view.post !== 0 || view.email !== '';
  if (isFiltered)
    return (
      <div className="empty">
        <p>{__('No comment matches the search and the filters.')}</p>
        <Link className="button" href={pathOfView({ ...view, search: '', post: 0, email: '', page: 1 })}>
          {__('Clear search and filters')}
        </Link>
      </div>
    );
  return (
    <div className="empty">
      <p>{emptyTexts()[view.status]}</p>
      {view.status !== 'all' && (
        <Link className="button" href={paths.comments}>
          {__('Show all comments')}
        </Link>
      )}
    </div>
  );
}

const emptyTexts = (): Readonly<Record<CommentView['status'], string>> => ({
  all: __('There are no comments yet. Readers can write them below entries that allow comments.'),
  hold: __('No comment is waiting for approval.'),
  approve: __('No comment is approved.'),
  spam: __('There is no spam.'),
  trash: __('The trash is empty.'),
});
