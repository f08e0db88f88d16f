// Declares the users of the fixture site. Their passwords are public, so they must not be used elsewhere.

export interface Account {
  readonly login: string;
  readonly roles: readonly string[];
  readonly password: string;
}

const account = (login: string, ...roles: string[]): Account => ({ login, roles, password: `password of ${login}` });

/** The first administrator, whom the service creates. */
export const administrator = account('admin', 'administrator');

/** All other users in the order in which they are created: two per role, one with two roles, and one without a role. */
export const otherAccounts: readonly Account[] = [
  ...['administrator', 'editor', 'author', 'contributor', 'subscriber', 'reviewer'].flatMap((role) => [
    account(`${role}-1`, role),
    account(`${role}-2`, role),
  ]),
  account('author-and-reviewer', 'author', 'reviewer'),
  account('without-role'),
];

export const accounts: readonly Account[] = [administrator, ...otherAccounts];
