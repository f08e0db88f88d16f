// Prints the URLs of the service after a successful start.
import path from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import type { InitializedSite } from '../initialize-site.ts';
import { screenPaths } from '../screens/paths.ts';
import { adminPackage, findAdmin } from './find-admin.ts';
import { presentAdministrator } from './first-start-line.ts';
import type { Output } from './output.ts';

const describeDataLocation = ({ database, data }: ServeConfig): string =>
  database === undefined ? path.resolve(data) : `PostgreSQL at ${formatDatabase(database)}`;

const setupNote = 'The link works once, within an hour. Restart the service to get a new one.';

const withoutAdmin = `To write in the browser, run: npm install ${adminPackage}`;

/** The site that the start of a service has found or created. */
interface Start {
  /** The new site if this start has created it. */
  readonly first: InitializedSite | undefined;
  /** The secret of the link with which the site is set up; undefined if it has an administrator. */
  readonly setupSecret: string | undefined;
}

/**
 * Prints the link with which a site without an administrator is set up; otherwise, the URL of the admin, or that of the sign-in page if the
 * admin is not installed; the URLs of the API; and where to get the admin.
 */
export function printGreeting(output: Output, config: ServeConfig, { first, setupSecret }: Start): void {
  const { home } = config;
  const rest = `${home}/rest`;
  const signIn = `${home}${screenPaths.signIn}`;
  const admin = findAdmin(config) ? `${home}/admin/` : undefined;
  const location = describeDataLocation(config);
  const setup = setupSecret === undefined ? undefined : `${home}${screenPaths.setup}#${setupSecret}`;
  const signInLine = admin === undefined ? `Sign in at ${signIn}` : `Sign in and write at ${admin}`;
  output.write(
    {
      home,
      admin: admin ?? null,
      rest: `${rest}/`,
      signIn,
      setup: setup ?? null,
      data: location,
      administrator: presentAdministrator(first),
    },
    ...(setup === undefined ? [signInLine] : [`Set up the site at ${setup}`, setupNote]),
    `Octavo serves ${rest}/ from ${location}`,
    ...(admin === undefined ? [withoutAdmin] : []),
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  output.finish();
}
