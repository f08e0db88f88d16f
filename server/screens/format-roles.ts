/** Returns roles as text; `no role` when there is none. */
export const formatRoles = (roles: readonly string[]): string =>
  roles.length === 0 ? 'no role' : roles.map((role) => role.replaceAll(/[_-]/g, ' ')).join(', ');
