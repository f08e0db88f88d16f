// The application passwords of a user, which can be revoked.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { type ReactNode, useId, useRef } from 'react';
import {
  type ApplicationPassword,
  listApplicationPasswords,
  passwordsKeyOf,
  revokeApplicationPassword,
} from '../../data/resources/accounts.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { ReadError } from '../../ui/read-error.tsx';
import { textOf } from '../../ui/text-of.ts';
import { messageOf } from '../../ui/to-error.ts';
import { PasswordItem } from './password-item.tsx';

interface Props {
  /** The ID of the user. */
  readonly user: number;
  readonly title: string;
  readonly intro?: string;
  /** Whether a password is displayed; by default, all are. */
  readonly isListed?: (password: ApplicationPassword) => boolean;
  /** The text that is displayed instead of an empty list. */
  readonly empty?: string;
  /** The content below the list. */
  readonly children?: ReactNode;
}

/** The section. The user is asked before a password is revoked. */
export function PasswordSection({ user, title, intro, isListed = () => true, empty, children }: Props) {
  const queryKey = passwordsKeyOf(user);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listApplicationPasswords(user, signal),
    staleTime: 0,
  });
  const queries = useQueryClient();
  const notify = useNotices();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const revoke = async ({ uuid, name }: ApplicationPassword) => {
    const question = sprintf(
      /* translators: %s: name of an application. */
      __('Revoke the password of %s? The application can no longer sign in. This cannot be undone.'),
      textOf(name),
    );
    if (!(await confirm(question, __('Revoke')))) return;
    try {
      await revokeApplicationPassword(user, uuid);
      notify({ kind: 'success', text: __('The application password was revoked.') });
    } catch (reason) {
      notify({ kind: 'error', text: messageOf(reason) });
    }
    await queries.invalidateQueries({ queryKey });
    heading.current?.focus();
  };
  const passwords = data?.filter(isListed);
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {intro !== undefined && <p className="quiet">{intro}</p>}
      {error && <ReadError error={error} retry={() => void refetch()} />}
      {passwords?.length === 0 && empty !== undefined && <p className="quiet">{empty}</p>}
      <ul className="items">
        {passwords?.map((password) => (
          <PasswordItem key={password.uuid} password={password} revoke={() => void revoke(password)} />
        ))}
      </ul>
      {children}
      {dialog}
    </section>
  );
}
