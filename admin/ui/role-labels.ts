// The names of roles.
import { _x } from '@wordpress/i18n';

/** Returns the name of a role. Roles that the configuration of the site declares are named after their identifiers. */
export function roleLabel(role: string): string {
  const labels: Readonly<Record<string, string>> = {
    subscriber: _x('Subscriber', 'role'),
    contributor: _x('Contributor', 'role'),
    author: _x('Author', 'role'),
    editor: _x('Editor', 'role'),
    administrator: _x('Administrator', 'role'),
  };
  const words = role.replaceAll(/[_-]+/g, ' ').trim();
  return labels[role] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
