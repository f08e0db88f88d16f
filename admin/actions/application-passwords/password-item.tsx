// Displays an application password in a list.
import { __, sprintf } from '@wordpress/i18n';
import type { ApplicationPassword } from '../../data/resources/accounts.ts';
import { formatGmt } from '../../ui/format-date.ts';
import { textOf } from '../../ui/text-of.ts';

interface Props {
  readonly password: ApplicationPassword;
  readonly revoke: () => void;
}

/** An application password with its limits and its last use, and a button that revokes it. */
export function PasswordItem({ password, revoke }: Props) {
  const name = textOf(password.name);
  return (
    <li className="with-buttons">
      <span>
        <strong>{name}</strong>
        {limitsOf(password).map((limit) => (
          <span key={limit} className="badge">
            {limit}
          </span>
        ))}
        <span className="quiet block">{describe(password)}</span>
      </span>
      <button
        type="button"
        className="button"
        /* translators: %s: name of an application. */
        aria-label={sprintf(__('Revoke %s'), name)}
        onClick={revoke}
      >
        {__('Revoke')}
      </button>
    </li>
  );
}

const limitsOf = ({ read_only, namespaces = [], expires }: ApplicationPassword): readonly string[] => [
  ...(read_only ? [__('read-only')] : []),
  ...namespaces,
  /* translators: %s: time. */
  ...(expires === undefined ? [] : [sprintf(__('until %s'), formatGmt(expires))]),
];

function describe({ created, last_used, last_ip }: ApplicationPassword): string {
  /* translators: %s: time. */
  const creation = sprintf(__('Created %s.'), formatGmt(created));
  if (last_used === null) return `${creation} ${__('Never used.')}`;
  const use = sprintf(
    /* translators: 1: time, 2: IP address. */
    __('Last used %1$s from %2$s.'),
    formatGmt(last_used),
    last_ip ?? '?',
  );
  return `${creation} ${use}`;
}
