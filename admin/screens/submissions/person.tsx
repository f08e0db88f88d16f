// Finds and deletes the submissions of a person in all forms.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, _n, sprintf } from '@wordpress/i18n';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { maxPageSize } from '../../data/client.ts';
import { type FormRecord, listFormsById } from '../../data/resources/forms.ts';
import { deletePerson, findPerson, type PersonInForms } from '../../data/resources/submissions.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { titleOf } from '../../ui/entry-title.ts';
import { Failure } from '../../ui/failure.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import { toError } from '../../ui/to-error.ts';

/** The screen. The URL contains the address that was searched. */
export default function PersonScreen() {
  const address = new URLSearchParams(useSearch()).get('address') ?? '';
  const [text, setText] = useState(address);
  const [, navigate] = useLocation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(`${paths.formPerson}?${new URLSearchParams({ address: text.trim() })}`);
  };
  return (
    <>
      <h1>{__('Find a person')}</h1>
      <p>
        <Link href={paths.forms}>{__('All forms')}</Link>
      </p>
      <p className="intro">
        {__(
          'Finds what a person has submitted in all forms, by email address, for example because the person requests a copy or the deletion of it.',
        )}
      </p>
      <form className="form" onSubmit={submit}>
        <TextField
          label={__('Email address')}
          type="email"
          isRequired
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        <p className="buttons">
          <button type="submit" className="button primary">
            {__('Find')}
          </button>
        </p>
      </form>
      {address !== '' && <Person key={address} address={address} />}
    </>
  );
}

function Person({ address }: { readonly address: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['submissions', 'person', address],
    queryFn: async ({ signal }) => {
      const found = await findPerson(address, signal);
      const ids = found.forms.slice(0, maxPageSize).map(({ id }) => id);
      return { found, forms: await listFormsById(ids, signal) };
    },
    staleTime: 0,
  });
  const [deleted, setDeleted] = useState<number>();
  if (deleted !== undefined)
    return (
      <p role="status" className="restored">
        {
          /* translators: 1: number of submissions, 2: email address. */
          sprintf(
            _n(
              '%1$d submission of %2$s was deleted, with the emails about it in the queue and the log. The audit log records this without the address.',
              '%1$d submissions of %2$s were deleted, with the emails about them in the queue and the log. The audit log records this without the address.',
              deleted,
            ),
            deleted,
            address,
          )
        }
      </p>
    );
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading label={__('Loading…')} />;
  if (data.found.total === 0)
    return (
      <p role="status">
        {/* translators: %s: email address. */}
        {sprintf(__('No form has a submission with the email address %s.'), address)}
      </p>
    );
  return <Found address={address} {...data} onDeleted={setDeleted} />;
}

interface FoundProps {
  readonly address: string;
  readonly found: PersonInForms;
  readonly forms: readonly FormRecord[];
  readonly onDeleted: (count: number) => void;
}

function Found({ address, found, forms, onDeleted }: FoundProps) {
  const { confirm, dialog } = useConfirm();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const titles = new Map(forms.map((form) => [form.id, titleOf(form)]));
  const remove = async () => {
    const question = sprintf(
      /* translators: 1: number of submissions, 2: email address. */
      _n(
        'Delete %1$d submission of %2$s in all forms, with the emails about it, permanently? This cannot be undone. Emails that were already sent, and exported files, remain.',
        'Delete all %1$d submissions of %2$s in all forms, with the emails about them, permanently? This cannot be undone. Emails that were already sent, and exported files, remain.',
        found.total,
      ),
      found.total,
      address,
    );
    if (!(await confirm(question, __('Delete permanently')))) return;
    setBusy(true);
    setError(undefined);
    try {
      onDeleted(await deletePerson(address));
      void queries.invalidateQueries({ queryKey: ['submissions'] });
    } catch (reason) {
      setError(toError(reason));
      setBusy(false);
    }
  };
  return (
    <section className="panel" aria-labelledby="person-found">
      <h2 id="person-found">
        {
          /* translators: 1: number of submissions, 2: email address. */
          sprintf(_n('%1$d submission with %2$s', '%1$d submissions with %2$s', found.total), found.total, address)
        }
      </h2>
      <ul className="person-forms">
        {found.forms.map(({ id, wanted, spam }) => (
          <li key={id}>
            {/* translators: %d: ID of a form. */}
            <strong>{titles.get(id) ?? sprintf(__('Form %d'), id)}</strong>
            {wanted > 0 && (
              <Link href={`${paths.formSubmissions(id)}?${new URLSearchParams({ address })}`}>
                {/* translators: %d: number of submissions. */}
                {sprintf(_n('%d submission', '%d submissions', wanted), wanted)}
              </Link>
            )}
            {spam > 0 && (
              <Link href={`${paths.formSubmissions(id)}?${new URLSearchParams({ address, state: 'spam' })}`}>
                {/* translators: %d: number of submissions. */}
                {sprintf(_n('%d in spam', '%d in spam', spam), spam)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="button" disabled={isBusy} onClick={() => void remove()}>
          {isBusy ? __('Deleting…') : __('Delete all of them…')}
        </button>
      </p>
      {dialog}
    </section>
  );
}
