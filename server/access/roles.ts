// Declares roles and their capabilities (users-and-comments.md §1). In the table, each role also has the capabilities of the roles
// before it.

const addedCapabilities: readonly (readonly [role: string, capabilities: readonly string[]])[] = [
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
  /** Names of all roles, least privileged first. */
  readonly names: readonly string[];
  /** Returns whether a role exists. */
  has(role: string): boolean;
  /** Returns the capabilities of several roles; unknown roles have none. */
  capabilitiesOf(roles: readonly string[]): ReadonlySet<string>;
  /** Returns the roles that have a capability. */
  having(capability: string): readonly string[];
}

/** A custom role: a list of capabilities, or the differences from another role. */
export type CustomRole =
  | readonly string[]
  | { readonly like: string; readonly with?: readonly string[]; readonly without?: readonly string[] };

/** Custom roles by name. `like` refers to a built-in role or to a custom role that is declared earlier. */
export type CustomRoles = Readonly<Record<string, CustomRole>>;

/** All capabilities of built-in roles. */
export const builtInCapabilities: readonly string[] = addedCapabilities.flatMap(([, capabilities]) => capabilities);

/**
 * Returns the five built-in roles and the custom ones. A custom role with the name of a built-in one replaces it.
 *
 * Throws an Error, whose message is one sentence, if `like` refers to an unknown role.
 */
export function makeRoles(customRoles: CustomRoles = {}): Roles {
  const table = new Map<string, ReadonlySet<string>>();
  let inherited: readonly string[] = [];
  for (const [role, capabilities] of addedCapabilities) {
    inherited = [...inherited, ...capabilities];
    table.set(role, new Set(inherited));
  }
  for (const [role, declared] of Object.entries(customRoles)) table.set(role, capabilitiesOf(role, declared, table));
  const unionCache = new Map<string, ReadonlySet<string>>();
  const union = (roles: readonly string[]) => new Set(roles.flatMap((role) => [...(table.get(role) ?? [])]));
  return {
    names: [...table.keys()],
    has: (role) => table.has(role),
    capabilitiesOf(roles) {
      const key = roles.join(' ');
      const granted = unionCache.get(key) ?? union(roles);
      if (unionCache.size < 1000) unionCache.set(key, granted);
      return granted;
    },
    having: (capability) => [...table].filter(([, capabilities]) => capabilities.has(capability)).map(([role]) => role),
  };
}

function capabilitiesOf(
  role: string,
  declared: CustomRole,
  table: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  if (!('like' in declared)) return new Set(declared);
  const baseRole = table.get(declared.like);
  if (!baseRole) throw new Error(`the role ${role} is like ${declared.like}, which is not declared before it`);
  const without = new Set(declared.without);
  return new Set([...baseRole, ...(declared.with ?? [])].filter((capability) => !without.has(capability)));
}
