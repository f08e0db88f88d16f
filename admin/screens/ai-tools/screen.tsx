// AI tools: what is offered to assistants, how they connect, and with which application passwords.
import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { mayManageUsers } from '../../data/permissions.ts';
import { userRecords } from '../../data/resources/record-options.ts';
import { readUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { RecordField } from '../../ui/fields/record-field.tsx';
import { roleLabel } from '../../ui/role-labels.ts';
import { authorizationOf, placeholder, toolsUrl } from './clients.ts';
import { Connect } from './connect.tsx';
import { Passwords } from './passwords.tsx';
import { Tools } from './tools.tsx';
import type { IssuedPassword, Owner } from './types.ts';

/** The screen. */
export default function AiToolsScreen() {
  const { user: self, site } = useBootstrap();
  const [ownerId, setOwnerId] = useState(self.id);
  const { owner, error } = useOwner(ownerId);
  const [categories, setCategories] = useState<readonly string[]>([]);
  const [issued, setIssued] = useState<IssuedPassword>();
  const connection = {
    url: toolsUrl(site.url, categories),
    authorization: issued ? authorizationOf(issued.owner.username, issued.secret) : placeholder,
  };
  return (
    <>
      <h1>{__('AI tools')}</h1>
      <p className="intro">
        {__(
          'AI assistants and other programs can use this site as a set of tools, with the Model Context Protocol (MCP). Each program signs in with an application password of its own and can do only what the user of the password may do.',
        )}
      </p>
      <Tools categories={categories} onChange={setCategories} />
      <OwnerSection id={ownerId} owner={owner} error={error} onChange={setOwnerId} />
      {owner && (
        <>
          <Connect key={owner.id} {...{ owner, connection, issued, setIssued }} />
          <Passwords owner={owner} />
        </>
      )}
    </>
  );
}

/** Returns the user with an ID, who may be the signed-in one. */
function useOwner(id: number): { readonly owner: Owner | undefined; readonly error: Error | null } {
  const { user: self } = useBootstrap();
  const { data, error } = useQuery({
    queryKey: ['users', 'user', id],
    queryFn: ({ signal }) => readUser(id, signal),
    enabled: id !== self.id,
  });
  return { owner: id === self.id ? self : data?.user, error };
}

interface OwnerProps {
  readonly id: number;
  readonly owner: Owner | undefined;
  readonly error: Error | null;
  readonly onChange: (id: number) => void;
}

/** The choice of the user whose rights the program has, for those who may edit other users. */
function OwnerSection({ id, owner, error, onChange }: OwnerProps) {
  const mayChoose = mayManageUsers(useBootstrap());
  return (
    <section className="panel" aria-labelledby="owner">
      <h2 id="owner">{__('Whose rights does the program have?')}</h2>
      <p className="quiet">
        {mayChoose
          ? __('A user whose role has only the necessary rights is the safest choice. The audit log names this user.')
          : __('The program has your rights, within the limits of its password.')}
      </p>
      {mayChoose && (
        <RecordField label={__('User')} value={id} source={userRecords} isOptional={false} onChange={onChange} />
      )}
      {error && (
        <p role="alert" className="error">
          {error.message}
        </p>
      )}
      {owner && (
        <p>
          {sprintf(
            /* translators: 1: username, 2: list of roles. */
            __('%1$s: %2$s'),
            owner.username,
            owner.roles.map(roleLabel).join(', ') || __('no role'),
          )}
        </p>
      )}
    </section>
  );
}
