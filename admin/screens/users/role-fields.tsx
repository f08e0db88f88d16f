// The field for the roles of a user.
import { __ } from '@wordpress/i18n';
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { CheckboxesField } from '../../ui/fields/choice-fields.tsx';
import { roleLabel } from '../../ui/role-labels.ts';

interface Props {
  readonly value: readonly string[];
  readonly onChange: (roles: readonly string[]) => void;
}

/** The roles that the signed-in user may assign. Other roles of a user are displayed, but cannot be changed. */
export function RoleFields({ value, onChange }: Props) {
  const { roles, capabilities } = useBootstrap();
  const fixed = value.filter((role) => !roles.some(({ name, assignable }) => name === role && assignable));
  const assignable = roles.filter((role) => role.assignable).map(({ name }) => name);
  const isDisabled = !capabilities.promote_users || fixed.length > 0;
  const names = isDisabled ? [...new Set([...value, ...assignable])] : assignable;
  return (
    <>
      <CheckboxesField
        label={__('Roles')}
        value={value}
        onChange={onChange}
        options={names.map((name) => ({ value: name, label: roleLabel(name) }))}
        isDisabled={isDisabled}
      />
      {isDisabled && <p className="quiet">{__('You are not allowed to change the roles of this user.')}</p>}
    </>
  );
}
