// Quick edit: changes the names, the email address and the roles of a user in the list.
import { useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useVersionedForm, type Versioned } from '../../data/drafts/use-versioned-form.ts';
import { readUser, type User, updateUser } from '../../data/resources/users.ts';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { ConflictNotice } from '../../ui/fields/conflict-notice.tsx';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { LoadedFormDialog } from '../../ui/loaded-form-dialog.tsx';
import { textOf } from '../../ui/text-of.ts';
import { RoleFields } from './role-fields.tsx';

interface Props {
  readonly user: Pick<User, 'id' | 'username'>;
  readonly close: () => void;
  /** Runs when the user was stored, with the display name. */
  readonly onSaved: (name: string) => void;
}

/** The values of the form. Names are plain text. */
type Values = Pick<User, 'name' | 'first_name' | 'last_name' | 'email' | 'roles'>;

const valuesOf = ({ name, first_name, last_name, email, roles }: User): Values => ({
  ...{ name: textOf(name), first_name, last_name, email, roles },
});

/** The dialog. What the signed-in user has typed remains in the browser until it is saved, also if the dialog is closed. */
export const QuickEditDialog = ({ user, close, onSaved }: Props) => (
  <LoadedFormDialog
    // translators: %s: username.
    title={sprintf(__('Quick edit: %s'), user.username)}
    close={close}
    queryKey={['quick-edit', 'user', user.id]}
    load={() => read(user.id)}
  >
    {(loaded) => <QuickEditForm {...{ loaded, close, onSaved }} />}
  </LoadedFormDialog>
);

async function read(id: number): Promise<Versioned<User>> {
  const { user, etag } = await readUser(id);
  return { record: user, etag };
}

interface FormProps extends Omit<Props, 'user'> {
  readonly loaded: Versioned<User>;
}

function QuickEditForm({ loaded, close, onSaved }: FormProps) {
  const { id, username } = loaded.record;
  const { user: self } = useBootstrap();
  const queries = useQueryClient();
  const { form, hasConflict, conflictOf } = useVersionedForm<User, Values>({
    name: `quick-edit-user-${id}`,
    ...{ loaded, valuesOf },
    save: async (etag, changes) => void (await updateUser({ user: { id }, etag }, changes)),
    read: () => {
      void queries.invalidateQueries({ queryKey: ['users'] });
      return read(id);
    },
  });
  const { values, change } = form;
  const textOfField = (name: Exclude<keyof Values, 'roles'>) => ({
    value: values[name],
    onChange: (value: string) => change({ [name]: value }),
    error: form.errorOf(name),
  });
  return (
    <FormFrame
      form={form}
      onSaved={() => {
        onSaved(values.name || username);
        close();
      }}
    >
      <TextField label={__('First name')} help={conflictOf('first_name')} {...textOfField('first_name')} />
      <TextField label={__('Last name')} help={conflictOf('last_name')} {...textOfField('last_name')} />
      <TextField
        label={__('Display name')}
        help={conflictOf('name') ?? __('The name that readers see.')}
        {...textOfField('name')}
      />
      {/* Your own email address is changed in your profile, where it is confirmed. */}
      {id !== self.id && (
        <TextField label={__('Email')} type="email" isRequired help={conflictOf('email')} {...textOfField('email')} />
      )}
      {id !== self.id && (
        <div>
          <RoleFields value={values.roles} onChange={(roles) => change({ roles })} />
          {conflictOf('roles') !== undefined && <p className="help">{conflictOf('roles')}</p>}
        </div>
      )}
      {hasConflict && <ConflictNotice>{__('Someone else has changed this user.')}</ConflictNotice>}
    </FormFrame>
  );
}
