// Roles and what they may do, as a table (users-and-comments.md §1). Each role has all that the one above it has.

const added: readonly (readonly [role: string, capabilities: readonly string[]])[] = [
  ['subscriber', ['read', 'level_0']],
  ['contributor', ['edit_posts', 'delete_posts', 'level_1']],
  ['author', ['upload_files', 'publish_posts', 'edit_published_posts', 'delete_published_posts', 'level_2']],
  [
    'editor',
    [
      'moderate_comments',
      'manage_categories',
      'manage_links',
      'unfiltered_html',
      'edit_others_posts',
      'delete_others_posts',
      'read_private_posts',
      'edit_private_posts',
      'delete_private_posts',
      'edit_pages',
      'publish_pages',
      'edit_published_pages',
      'edit_others_pages',
      'delete_pages',
      'delete_published_pages',
      'delete_others_pages',
      'read_private_pages',
      'edit_private_pages',
      'delete_private_pages',
      'level_3',
      'level_4',
      'level_5',
      'level_6',
      'level_7',
    ],
  ],
  [
    'administrator',
    [
      'list_users',
      'create_users',
      'edit_users',
      'delete_users',
      'promote_users',
      'remove_users',
      'manage_options',
      'edit_theme_options',
      'switch_themes',
      'edit_themes',
      'install_themes',
      'update_themes',
      'delete_themes',
      'activate_plugins',
      'edit_plugins',
      'install_plugins',
      'update_plugins',
      'delete_plugins',
      'edit_files',
      'unfiltered_upload',
      'update_core',
      'edit_dashboard',
      'import',
      'export',
      'level_8',
      'level_9',
      'level_10',
    ],
  ],
];

export interface Roles {
  /** The names of all roles, the least first. */
  readonly names: readonly string[];
  /** Whether a role of this name exists. */
  has(role: string): boolean;
  /** Everything that the roles together may do; unknown roles add nothing. */
  capabilitiesOf(roles: readonly string[]): ReadonlySet<string>;
  /** The roles that have a capability. */
  having(capability: string): readonly string[];
}

/** A role of the site's own: everything that it may do, or what it may do beside or without what another role may. */
export type OwnRole =
  | readonly string[]
  | { readonly like: string; readonly with?: readonly string[]; readonly without?: readonly string[] };

/** Roles of the site's own by their names. `like` names a built-in role, or an own one that stands before. */
export type OwnRoles = Readonly<Record<string, OwnRole>>;

/** Everything that a built-in role may do. */
export const builtInCapabilities: readonly string[] = added.flatMap(([, capabilities]) => capabilities);

/** The names of the built-in roles. */
export const builtInRoles: readonly string[] = added.map(([role]) => role);

/**
 * The five built-in roles, and the site's own beside them. An own role of a built-in name takes its place.
 *
 * Throws Error with one sentence where a role is to be like one that there is not.
 */
export function makeRoles(own: OwnRoles = {}): Roles {
  const table = new Map<string, ReadonlySet<string>>();
  let above: readonly string[] = [];
  for (const [role, capabilities] of added) {
    above = [...above, ...capabilities];
    table.set(role, new Set(above));
  }
  for (const [role, declared] of Object.entries(own)) table.set(role, capabilitiesOf(role, declared, table));
  const together = new Map<string, ReadonlySet<string>>();
  const union = (roles: readonly string[]) => new Set(roles.flatMap((role) => [...(table.get(role) ?? [])]));
  return {
    names: [...table.keys()],
    has: (role) => table.has(role),
    capabilitiesOf(roles) {
      const key = roles.join(' ');
      const known = together.get(key) ?? union(roles);
      if (together.size < 1000) together.set(key, known);
      return known;
    },
    having: (capability) => [...table].filter(([, capabilities]) => capabilities.has(capability)).map(([role]) => role),
  };
}

function capabilitiesOf(
  role: string,
  declared: OwnRole,
  table: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  if (!('like' in declared)) return new Set(declared);
  const model = table.get(declared.like);
  if (!model) throw new Error(`the role ${role} is to be like ${declared.like}, and there is no such role before it`);
  const without = new Set(declared.without);
  return new Set([...model, ...(declared.with ?? [])].filter((capability) => !without.has(capability)));
}
