// Rows of users to records (users-and-comments.md §3.1).
import type { userFields } from '../../../contract/cms-v2/users.ts';
import type { FieldMaker, Presenter, View } from '../../http/room.ts';
import { avatarAddresses } from './avatars.ts';
import { readMeta } from './meta.ts';
import type { UserParts } from './parts.ts';
import { findRoles } from './roles-store.ts';
import type { UserRow } from './rows.ts';
import { maySeeRoles } from './rules.ts';

/** The roles of each user, by its number. */
type Prepared = ReadonlyMap<number, readonly string[]>;

type Maker = (row: UserRow, prepared: Prepared, view: View) => unknown;

/** The site's language, which stands in where a user has chosen none. */
const siteLocale = 'en_US';

/** The presenter of users. */
export function userPresenter(parts: UserParts): Presenter {
  const fields = { ...plainFields(parts), ...madeFields(parts) } satisfies Record<
    Exclude<keyof typeof userFields, 'password'>,
    Maker
  >;
  return {
    prepare: (rows: readonly UserRow[], view) => prepare(parts, rows, view),
    fields: fields as Record<string, FieldMaker>,
    facts: ({ id }: UserRow) => ({ id }),
    dependsOnRowAlone: () => true,
  };
}

const ofRoles = ['roles', 'capabilities', 'extra_capabilities'];

async function prepare({ database }: UserParts, rows: readonly UserRow[], { projection }: View): Promise<Prepared> {
  const unknown = rows.filter((row) => !row.roles).map((row) => row.id);
  const wanted = ofRoles.some((name) => projection.wants.has(name)) && unknown.length > 0;
  const found = wanted ? await findRoles(database.read, unknown) : new Map<number, string[]>();
  return new Map(rows.map((row) => [row.id, row.roles ?? found.get(row.id) ?? []]));
}

const plainFields = ({ site }: UserParts) =>
  ({
    id: (row) => row.id,
    username: (row) => row.login,
    name: (row) => row.name,
    first_name: (row) => row.first_name,
    last_name: (row) => row.last_name,
    email: (row) => row.email,
    url: (row) => row.url,
    description: (row) => row.description,
    link: (row) => `${site.front}/author/${row.slug}/`,
    locale: (row) => row.locale || siteLocale,
    nickname: (row) => row.nickname,
    slug: (row) => row.slug,
    registered_date: (row) => `${row.registered}+00:00`,
  }) as const satisfies Record<string, Maker>;

const madeFields = ({ roles, entries: { settings } }: UserParts) =>
  ({
    roles: (row, held, { actor }) => (maySeeRoles(actor, row) ? held.get(row.id) : undefined),
    capabilities: whole('capabilities', (row, held) => {
      const own = held.get(row.id) ?? [];
      return granted([...roles.capabilitiesOf(own), ...own]);
    }),
    extra_capabilities: whole('extra_capabilities', (row, held) => granted(held.get(row.id) ?? [])),
    avatar_urls: whole('avatar_urls', (row) => avatarAddresses(row.email, settings.values)),
    meta: whole('meta', (row) => readMeta(row.meta)),
  }) as const satisfies Record<string, Maker>;

/** Objects of a user are shown whole or not at all: `_fields` cannot name a part of one (users-and-comments.md §3.1). */
const whole =
  (name: string, make: Maker): Maker =>
  (row, prepared, view) =>
    view.projection.named === undefined || view.projection.named.includes(name) ? make(row, prepared, view) : undefined;

const granted = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));
