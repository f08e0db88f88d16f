// The form for the names and other data of a user.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { type Form, useForm } from '../../data/drafts/use-form.ts';
import { type LoadedUser, readUser, type User, type UserChanges, updateUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { textOf } from '../../ui/text-of.ts';
import { RoleFields } from './role-fields.tsx';

/** The values of the form. Names are plain text. */
type Values = Pick<User, 'name' | 'first_name' | 'last_name' | 'nickname' | 'email' | 'url' | 'description' | 'roles'>;

const valuesOf = (user: User): Values => ({
  name: textOf(user.name),
  first_name: textOf(user.first_name),
  last_name: textOf(user.last_name),
  nickname: textOf(user.nickname),
  email: user.email,
  url: user.url,
  description: user.description,
  roles: user.roles,
});

const keyOf = (id: number) => ['users', 'user', id] as const;

/** Reads a user with its version. */
export const useUser = (id: number) =>
  useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => readUser(id, signal), staleTime: 0 });

/** Returns a function that changes a user of the version that is passed to it. Throws ApiError; 412 if the user has another version. */
export function useUpdateUser() {
  const queries = useQueryClient();
  const { user: self } = useBootstrap();
  return async (loaded: LoadedUser, changes: UserChanges): Promise<LoadedUser> => {
    const { id } = loaded.user;
    const updated = await updateUser(loaded, changes).catch(async (error: unknown) => {
      // The next attempt is based on the current version.
      if (error instanceof ApiError && error.status === 412) queries.setQueryData(keyOf(id), await readUser(id));
      throw error;
    });
    queries.setQueryData<LoadedUser>(keyOf(id), updated);
    void queries.invalidateQueries({ queryKey: ['users'], predicate: ({ queryKey }) => queryKey[1] !== 'user' });
    void queries.invalidateQueries({ queryKey: ['invitations'] });
    if (id === self.id) void queries.invalidateQueries({ queryKey: ['bootstrap'] });
    return updated;
  };
}

/**
 * Returns the state of a form whose changes refer to the version of a user that the form has shown when they were typed. If another user has
 * changed the user meanwhile, saving fails, and the form shows the current version with the changes; saving again overwrites it.
 */
export function useUserForm<T extends object>(
  loaded: LoadedUser,
  { name, valuesOf }: { readonly name: string; readonly valuesOf: (user: User) => T },
) {
  const update = useUpdateUser();
  const queries = useQueryClient();
  const [shown, setShown] = useState(loaded);
  const form = useForm<T>({
    name,
    record: valuesOf(shown.user),
    save: async (changes) => {
      try {
        setShown(await update(shown, changes));
      } catch (error) {
        const current = queries.getQueryData<LoadedUser>(keyOf(shown.user.id));
        if (error instanceof ApiError && error.status === 412 && current) setShown(current);
        throw error;
      }
    },
  });
  if (shown !== loaded && !form.isChanged && !form.isSaving) setShown(loaded);
  return form;
}

interface Props {
  readonly loaded: LoadedUser;
  /** Whether it is the profile of the signed-in user: the email address and the roles are not part of the form. */
  readonly isOwn: boolean;
}

/** The form. */
export function UserForm({ loaded, isOwn }: Props) {
  const { user } = loaded;
  const notify = useNotices();
  const form = useUserForm<Values>(loaded, { name: `user-${user.id}`, valuesOf });
  return (
    <FormFrame form={form} onSaved={() => notify({ kind: 'success', text: __('The changes were saved.') })}>
      <NameFields form={form} user={user} />
      {!isOwn && (
        <TextField
          label={__('Email')}
          type="email"
          isRequired
          value={form.values.email}
          onChange={(email) => form.change({ email })}
          error={form.errorOf('email')}
        />
      )}
      <TextField
        label={__('Website')}
        type="url"
        value={form.values.url}
        onChange={(url) => form.change({ url })}
        error={form.errorOf('url')}
      />
      <TextAreaField
        label={__('Biography')}
        help={__('Readers see it on pages about the author.')}
        value={form.values.description}
        onChange={(description) => form.change({ description })}
        error={form.errorOf('description')}
      />
      {!isOwn && <RoleFields value={form.values.roles} onChange={(roles) => form.change({ roles })} />}
    </FormFrame>
  );
}

function NameFields({ form, user }: { readonly form: Form<Values>; readonly user: User }) {
  const { values, change, errorOf } = form;
  return (
    <>
      <div className="two-columns">
        <TextField
          label={__('First name')}
          value={values.first_name}
          onChange={(first_name) => change({ first_name })}
          error={errorOf('first_name')}
        />
        <TextField
          label={__('Last name')}
          value={values.last_name}
          onChange={(last_name) => change({ last_name })}
          error={errorOf('last_name')}
        />
        <TextField
          label={__('Display name')}
          help={__('The name that readers see.')}
          value={values.name}
          onChange={(name) => change({ name })}
          error={errorOf('name')}
        />
        <TextField
          label={__('Nickname')}
          value={values.nickname}
          onChange={(nickname) => change({ nickname })}
          error={errorOf('nickname')}
        />
      </div>
      <TextField
        label={__('Username')}
        help={__('Usernames cannot be changed.')}
        isDisabled
        value={user.username}
        onChange={() => {}}
      />
    </>
  );
}
