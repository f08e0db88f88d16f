// The list of users.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DataViews } from '@wordpress/dataviews';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { newUserAction } from '../../actions/site-actions.ts';
import { userActions } from '../../actions/users.ts';
import { SavedViewsBar } from '../../data/lists/saved-views-bar.tsx';
import { useListPage, useListView } from '../../data/lists/use-list-view.ts';
import { apiQueryOf, isFiltered, withoutFilters } from '../../data/lists/view.ts';
import { listUsers, readEntryCounts } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { Failure } from '../../ui/failure.tsx';
import { NothingMatches } from '../../ui/nothing-matches.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { paths } from '../../ui/paths.ts';
import { ListFrame, linkProps, pageProps } from '../../ui/record-list.tsx';
import { useKeepFocus } from '../../ui/use-keep-focus.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { DeleteUserDialog } from './delete-user.tsx';
import { definition, fieldsOf, type ListedUser } from './fields.tsx';
import { PendingInvitations, useInvitations } from './pending-invitations.tsx';
import { QuickEditDialog } from './quick-edit.tsx';

/** The screen: the URL contains the view of the list. */
export default function UsersScreen() {
  const action = newUserAction(useBootstrap());
  return (
    <>
      <div className="title-row">
        <h1>{__('Users')}</h1>
        {action && (
          <Link href={action.path} className="button primary">
            {action.label}
          </Link>
        )}
      </div>
      <PendingInvitations />
      <Users />
    </>
  );
}

/** Reads the page of users, with the numbers of their entries and whether they are invited. */
function useUsers() {
  const list = useListView({ name: 'users', path: paths.users, definition });
  const query = apiQueryOf(list.view, definition);
  const page = useListPage(list, { queryKey: ['users', query], read: (signal) => listUsers(query, signal) });
  const ids = useMemo(() => page.data?.items.map(({ id }) => id) ?? [], [page.data]);
  const counts = useQuery({
    queryKey: ['users', 'entry-counts', ids],
    queryFn: ({ signal }) => readEntryCounts(ids, signal),
    enabled: ids.length > 0,
  });
  const invitations = useInvitations();
  const data = useMemo(() => {
    if (!page.data) return undefined;
    const totals = new Map(counts.data?.map(({ author, total }) => [author, total]));
    const invited = new Set(invitations.data?.items.map(({ id }) => id));
    const items = page.data.items.map(
      (user): ListedUser => ({ ...user, entries: totals.get(user.id), isInvited: invited.has(user.id) }),
    );
    return { ...page.data, items };
  }, [page.data, counts.data, invitations.data]);
  return { ...list, ...page, data };
}

function Users() {
  const { user, roles, capabilities, can_send_mail } = useBootstrap();
  const { view, changeView, saved, data, error, isFetching, refetch } = useUsers();
  const [, navigate] = useLocation();
  const notify = useNotices();
  const queries = useQueryClient();
  const container = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(container, data);
  const { confirm, dialog } = useConfirm(keepFocus);
  const [deleted, setDeleted] = useState<ListedUser>();
  const [edited, setEdited] = useState<ListedUser>();
  useEffect(() => {
    if (!edited) keepFocus();
  }, [edited, keepFocus]);
  const fields = useMemo(() => fieldsOf(roles.map(({ name }) => name)), [roles]);
  const pathOf = ({ id }: ListedUser) => (id === user.id ? paths.profile : paths.user(id));
  const actions = userActions<ListedUser>({
    ...{ self: user.id, canDelete: capabilities.delete_users === true, canSendMail: can_send_mail },
    ...{ confirm, notify, open: (each) => navigate(pathOf(each)), askToDelete: setDeleted },
    editFields: setEdited,
  });
  return (
    <div ref={container}>
      <SavedViewsBar saved={saved} />
      <ListStatus isLoading={isFetching} total={data?.total} />
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ListFrame>
          <DataViews<ListedUser>
            {...pageProps(data)}
            {...linkProps(pathOf)}
            {...{ view, fields, actions }}
            onChangeView={changeView}
            getItemId={({ id }) => String(id)}
            empty={
              isFiltered(view) && (
                <NothingMatches
                  text={__('No user matches the search and the filters.')}
                  clear={() => changeView(withoutFilters(view))}
                />
              )
            }
          />
        </ListFrame>
      )}
      {dialog}
      {edited && (
        <QuickEditDialog
          user={edited}
          close={() => setEdited(undefined)}
          onSaved={(name) => {
            for (const queryKey of [['users'], ['invitations'], ...(edited.id === user.id ? [['bootstrap']] : [])])
              void queries.invalidateQueries({ queryKey });
            /* translators: %s: name of a user. */
            notify({ kind: 'success', text: sprintf(__('“%s” was saved.'), name) });
          }}
        />
      )}
      {deleted && (
        <DeleteUserDialog
          id={deleted.id}
          close={() => {
            setDeleted(undefined);
            void refetch().then(keepFocus);
          }}
        />
      )}
    </div>
  );
}

/** Says that the list is being loaded, if this takes a while, and how many users it has. */
function ListStatus({ isLoading, total }: { readonly isLoading: boolean; readonly total: number | undefined }) {
  const isSlow = useSlow(isLoading);
  /* translators: %d: number of users. */
  const count = total === undefined ? '' : sprintf(_n('%d user', '%d users', total), total);
  return (
    <p role="status" className={isSlow ? 'list-status' : 'visually-hidden'}>
      {isSlow ? __('Loading…') : count}
    </p>
  );
}
