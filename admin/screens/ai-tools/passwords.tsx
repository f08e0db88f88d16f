// The application passwords with which programs can use the tools.
import { __, sprintf } from '@wordpress/i18n';
import { PasswordSection } from '../../actions/application-passwords/password-section.tsx';
import type { ApplicationPassword } from '../../data/resources/accounts.ts';
import { abilitiesNamespace } from './namespaces.ts';
import type { Owner } from './types.ts';

/** Whether a program can use tools with a password. */
const hasTools = ({ namespaces = [] }: ApplicationPassword): boolean =>
  namespaces.length === 0 || namespaces.includes(abilitiesNamespace);

/** The passwords of a user that are valid for the tools. */
export const Passwords = ({ owner }: { readonly owner: Owner }) => (
  <PasswordSection
    user={owner.id}
    /* translators: %s: username. */
    title={sprintf(__('Passwords of %s that are valid for tools'), owner.username)}
    isListed={hasTools}
    empty={__('There are none. No program can use the tools.')}
  />
);
