// Presents users as JSON records (users-and-comments.md §3.1).
import type { PresentedUserFields } from '../../../contract/cms-v2/users.ts';
import type { FieldMaker, Presenter, View } from '../../http/module.ts';
import { presentColumns } from '../plain-columns.ts';
import { avatarUrls } from './avatars.ts';
import { canSeeRoles } from './conditions.ts';
import type { UserDeps } from './deps.ts';
import { readMeta } from './meta.ts';
import { findRoles } from './roles-store.ts';
import type { UserRow } from './rows.ts';

/** Roles of each user, keyed by user ID. */
type Prepared = ReadonlyMap<number, readonly string[]>;

type UserPresenter = Presenter<PresentedUserFields, UserRow, Prepared>;
type FieldPresenter = FieldMaker<UserRow, Prepared>;

/** Locale of users who have not chosen one. */
const siteLocale = 'en_US';

export function userPresenter(deps: UserDeps): UserPresenter {
  return {
    prepare: (rows, view) => prepare(deps, rows, view),
    fields: { ...columnFields(deps), ...computedFields(deps) },
    facts: ({ id }) => ({ id }),
    dependsOnRowAlone: () => true,
  };
}

const roleFields = ['roles', 'capabilities', 'extra_capabilities'];

async function prepare({ database }: UserDeps, rows: readonly UserRow[], { projection }: View): Promise<Prepared> {
  const idsWithoutRoles = rows.filter((row) => !row.roles).map((row) => row.id);
  const needsRoles = roleFields.some((name) => projection.fieldNames.has(name)) && idsWithoutRoles.length > 0;
  const found = needsRoles ? await findRoles(database.read, idsWithoutRoles) : new Map<number, string[]>();
  return new Map(rows.map((row) => [row.id, row.roles ?? found.get(row.id) ?? []]));
}

const columnFields = ({ site }: UserDeps) =>
  ({
    ...presentColumns('users', (row: UserRow) => row),
    id: (row) => row.id,
    username: (row) => row.login,
    name: (row) => row.name,
    first_name: (row) => row.first_name,
    last_name: (row) => row.last_name,
    email: (row) => row.email,
    link: (row) => `${site.front}/author/${row.slug}/`,
    locale: (row) => row.locale || siteLocale,
    nickname: (row) => row.nickname,
    slug: (row) => row.slug,
    registered_date: (row) => `${row.registered}+00:00`,
  }) as const satisfies Record<string, FieldPresenter>;

const computedFields = ({ roles, settings }: UserDeps) =>
  ({
    roles: (row, rolesByUser, { actor }) => (canSeeRoles(actor, row) ? rolesByUser.get(row.id) : undefined),
    capabilities: wholeOnly('capabilities', (row, rolesByUser) => {
      const ownRoles = rolesByUser.get(row.id) ?? [];
      return toFlags([...roles.capabilitiesOf(ownRoles), ...ownRoles]);
    }),
    extra_capabilities: wholeOnly('extra_capabilities', (row, rolesByUser) => toFlags(rolesByUser.get(row.id) ?? [])),
    avatar_urls: wholeOnly('avatar_urls', (row) => avatarUrls(row.email, settings.values)),
    meta: wholeOnly('meta', (row) => readMeta(row.meta)),
  }) as const satisfies Record<string, FieldPresenter>;

/**
 * Returns a field presenter that presents an object only as a whole, because `_fields` cannot select properties of these objects
 * (users-and-comments.md §3.1).
 */
const wholeOnly =
  (name: string, present: FieldPresenter): FieldPresenter =>
  (row, prepared, view) =>
    view.projection.named === undefined || view.projection.named.includes(name)
      ? present(row, prepared, view)
      : undefined;

const toFlags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));
