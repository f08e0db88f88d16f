// The users of the fixtures' site. Their passwords are public: they are worth nothing outside the fixtures.

export interface Account {
  readonly login: string;
  readonly roles: readonly string[];
  readonly password: string;
}

const account = (login: string, ...roles: string[]): Account => ({ login, roles, password: `password of ${login}` });

/** The first administrator, whom the service creates itself. */
export const administrator = account('admin', 'administrator');

/** Everybody else, in the order of their creation: two users of each role, one of two roles, one of none. */
export const others: readonly Account[] = [
  ...['administrator', 'editor', 'author', 'contributor', 'subscriber', 'reviewer'].flatMap((role) => [
    account(`${role}-1`, role),
    account(`${role}-2`, role),
  ]),
  account('author-and-reviewer', 'author', 'reviewer'),
  account('without-role'),
];

export const accounts: readonly Account[] = [administrator, ...others];
