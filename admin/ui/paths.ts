// The paths of the screens below the admin.

/** The path of the home screen. */
const home = '/';

/** The path of the list of a content type. */
const entries = (type: string): string => `/content/${type}`;

/** The path that starts a new entry of a content type. */
const newEntry = (type: string): string => `/content/${type}/new`;

/** The path of the editor of an entry. */
const entry = (type: string, id: number): string => `/content/${type}/${id}`;

/** The path of the health of the site. */
const health = '/operations/health';

/** The path of the audit log. */
const auditLog = '/operations/audit-log';

/** Paths for links. */
export const paths = { home, entries, newEntry, entry, health, auditLog };
