// The dialog that deletes a user.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import {
  deleteUser,
  type EntryCounts,
  type LoadedUser,
  listUsers,
  readEntryCounts,
} from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { SelectField } from '../../ui/fields/choice-fields.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { textOf } from '../../ui/text-of.ts';
import { toError } from '../../ui/to-error.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useModal } from '../../ui/use-modal.ts';
import { useUser } from './user-form.tsx';

interface Props {
  readonly id: number;
  /** Closes the dialog. */
  readonly close: (isDeleted: boolean) => void;
}

/** The dialog. It says how many entries the user has, and asks what happens with them. */
export function DeleteUserDialog({ id, close }: Props) {
  const [isBusy, setBusy] = useState(false);
  const dialog = useModal(!isBusy);
  const loaded = useUser(id);
  const counts = useQuery({
    queryKey: ['users', 'entry-counts', [id]],
    queryFn: ({ signal }) => readEntryCounts([id], signal),
    staleTime: 0,
  });
  const error = loaded.error ?? counts.error;
  const [found] = counts.data ?? [];
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby="delete-user"
      onCancel={(event) => {
        event.preventDefault();
        close(false);
      }}
    >
      <h2 id="delete-user">{__('Delete the user')}</h2>
      {loaded.data && found && !counts.isFetching ? (
        <Question loaded={loaded.data} counts={found} {...{ close, isBusy, setBusy }} />
      ) : (
        <>
          <p role={error ? 'alert' : 'status'}>{error?.message ?? __('Loading…')}</p>
          <p className="buttons">
            <button type="button" className="button" onClick={() => close(false)}>
              {__('Cancel')}
            </button>
          </p>
        </>
      )}
    </dialog>
  );
}

interface QuestionProps {
  readonly loaded: LoadedUser;
  readonly counts: EntryCounts;
  /** Whether the user is being deleted. */
  readonly isBusy: boolean;
  readonly setBusy: (isBusy: boolean) => void;
  readonly close: (isDeleted: boolean) => void;
}

function Question({ loaded, counts, isBusy, setBusy, close }: QuestionProps) {
  const queries = useQueryClient();
  const notify = useNotices();
  const [isReassigned, setReassigned] = useState(true);
  const [newAuthor, setNewAuthor] = useState('');
  const [error, setError] = useState<Error>();
  const { user } = loaded;
  const hasEntries = counts.total > 0;
  const run = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await deleteUser(loaded, hasEntries && isReassigned ? Number(newAuthor) : false);
      /* translators: %s: username. */
      notify({ kind: 'success', text: sprintf(__('The user %s was deleted.'), user.username) });
      close(true);
      for (const key of ['users', 'invitations', 'entries']) void queries.invalidateQueries({ queryKey: [key] });
    } catch (reason) {
      setError(toError(reason));
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        {/* translators: %s: username. */}
        {sprintf(
          __('%s will be deleted, with all sessions and application passwords. This cannot be undone.'),
          user.username,
        )}
      </p>
      {hasEntries ? (
        <>
          <EntrySummary counts={counts} />
          <SelectField
            label={__('What happens with the entries?')}
            value={isReassigned ? 'reassign' : 'trash'}
            onChange={(value) => setReassigned(value === 'reassign')}
            options={[
              { value: 'reassign', label: __('They get another author') },
              { value: 'trash', label: __('They are moved to the trash') },
            ]}
          />
          {isReassigned && <AuthorFields excluded={user.id} value={newAuthor} onChange={setNewAuthor} />}
        </>
      ) : (
        <p>{__('The user has no entries.')}</p>
      )}
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="button" disabled={isBusy} onClick={() => close(false)}>
          {__('Cancel')}
        </button>
        <button
          type="button"
          className="button primary"
          disabled={isBusy || (hasEntries && isReassigned && newAuthor === '')}
          onClick={() => void run()}
        >
          {__('Delete the user')}
        </button>
      </p>
    </>
  );
}

/** Names the number of entries, in total and of each type. */
function EntrySummary({ counts: { total, types: counted } }: { readonly counts: EntryCounts }) {
  const { types } = useBootstrap();
  const labelOf = (slug: string) =>
    types.find((type) => type.slug === slug)?.name ?? (slug === 'attachment' ? __('Media') : slug);
  /* translators: %d: number of entries. */
  const summary = sprintf(
    _n('The user is the author of %d entry:', 'The user is the author of %d entries:', total),
    total,
  );
  return (
    <p>
      {summary}{' '}
      {Object.entries(counted)
        /* translators: 1: name of a content type, such as "Pages", 2: number of entries. */
        .map(([slug, count]) => sprintf(__('%1$s: %2$d'), labelOf(slug), count))
        .join(', ')}
    </p>
  );
}

/** Time between the last key press and the search, in milliseconds. */
const delayMs = 250;

/** The number of users that a search returns. */
const searchLimit = 20;

interface AuthorFieldsProps {
  readonly excluded: number;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Fields with which the user searches and chooses the new author. */
function AuthorFields({ excluded, value, onChange }: AuthorFieldsProps) {
  const [search, setSearch] = useState('');
  const text = useDebounced(search.trim(), delayMs);
  const { data, error } = useQuery({
    queryKey: ['users', 'authors', excluded, text],
    queryFn: ({ signal }) =>
      listUsers({ per_page: searchLimit, exclude: [excluded], search: text === '' ? undefined : text }, signal),
    placeholderData: keepPreviousData,
  });
  const users = data?.items ?? [];
  return (
    <>
      <TextField
        label={__('Search users')}
        type="search"
        value={search}
        onChange={(changed) => {
          setSearch(changed);
          // The selected user might not match the search, so that nobody would see who is selected.
          onChange('');
        }}
      />
      <SelectField
        label={__('New author')}
        value={value}
        onChange={onChange}
        error={error?.message}
        options={[
          { value: '', label: users.length === 0 ? __('No user found') : __('Choose a user') },
          ...users.map(({ id, name, username }) => ({ value: String(id), label: `${textOf(name)} (${username})` })),
        ]}
      />
    </>
  );
}
