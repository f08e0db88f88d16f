// Displays an application password in a list.
import { __, sprintf } from '@wordpress/i18n';
import { formatGmt } from './format-date.ts';
import { textOf } from './text-of.ts';

/** An application password. Times are in GMT. */
interface DisplayedPassword {
  /** The name, escaped for HTML. */
  readonly name: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly last_ip: string | null;
  readonly expires?: string;
  readonly read_only?: boolean;
  readonly namespaces?: readonly string[];
}

interface Props {
  readonly password: DisplayedPassword;
  readonly revoke: () => void;
}

/** An application password with its limits and its last use, and a button that revokes it. */
export function ApplicationPasswordItem({ password, revoke }: Props) {
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

const limitsOf = ({ read_only, namespaces = [], expires }: DisplayedPassword): readonly string[] => [
  ...(read_only ? [__('read-only')] : []),
  ...namespaces,
  /* translators: %s: time. */
  ...(expires === undefined ? [] : [sprintf(__('until %s'), formatGmt(expires))]),
];

function describe({ created, last_used, last_ip }: DisplayedPassword): string {
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
