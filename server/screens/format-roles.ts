/** Formats roles as text; returns `no role` for an empty list. */
export const formatRoles = (roles: readonly string[]): string =>
  roles.length === 0 ? 'no role' : roles.map((role) => role.replaceAll(/[_-]/g, ' ')).join(', ');
