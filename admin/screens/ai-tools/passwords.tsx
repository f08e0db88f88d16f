// The application passwords with which programs can use the tools.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useRef } from 'react';
import {
  type ApplicationPassword,
  listApplicationPasswords,
  revokeApplicationPassword,
} from '../../data/resources/accounts.ts';
import { ApplicationPasswordItem } from '../../ui/application-password-item.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { textOf } from '../../ui/text-of.ts';
import { messageOf } from '../../ui/to-error.ts';
import { abilitiesNamespace } from './scope-field.tsx';
import type { Owner } from './types.ts';

/** Whether a program can use tools with a password. */
const hasTools = ({ namespaces = [] }: ApplicationPassword): boolean =>
  namespaces.length === 0 || namespaces.includes(abilitiesNamespace);

/** The passwords of a user that are valid for the tools. */
export function Passwords({ owner }: { readonly owner: Owner }) {
  const queryKey = ['application-passwords', owner.id];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listApplicationPasswords(owner.id, signal),
    staleTime: 0,
  });
  const queries = useQueryClient();
  const notify = useNotices();
  const heading = useRef<HTMLHeadingElement>(null);
  const { confirm, dialog } = useConfirm();
  const revoke = async ({ uuid, name }: ApplicationPassword) => {
    const question = sprintf(
      /* translators: %s: name of a program. */
      __('Revoke the password of %s? The program can no longer use the site. This cannot be undone.'),
      textOf(name),
    );
    if (!(await confirm(question, __('Revoke')))) return;
    try {
      await revokeApplicationPassword(owner.id, uuid);
      notify({ kind: 'success', text: __('The application password was revoked.') });
    } catch (reason) {
      notify({ kind: 'error', text: messageOf(reason) });
    }
    await queries.invalidateQueries({ queryKey });
    heading.current?.focus();
  };
  const passwords = data?.filter(hasTools);
  return (
    <section className="panel" aria-labelledby="passwords">
      <h2 id="passwords" ref={heading} tabIndex={-1}>
        {/* translators: %s: username. */}
        {sprintf(__('Passwords of %s that are valid for tools'), owner.username)}
      </h2>
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {passwords?.length === 0 && <p className="quiet">{__('There are none. No program can use the tools.')}</p>}
      <ul className="items">
        {passwords?.map((password) => (
          <ApplicationPasswordItem key={password.uuid} password={password} revoke={() => void revoke(password)} />
        ))}
      </ul>
      {dialog}
    </section>
  );
}
