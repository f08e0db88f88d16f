// Prints the URLs of the service after a successful start.
import path from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import type { InitializedSite } from '../initialize-site.ts';
import { screenPaths } from '../screens/paths.ts';
import { adminPackage, findAdmin } from './find-admin.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import type { Output } from './output.ts';

const describeDataLocation = ({ database, data }: ServeConfig): string =>
  database === undefined ? path.resolve(data) : `PostgreSQL at ${formatDatabase(database)}`;

/**
 * Prints the URL of the admin or, if it is not installed, where to get it and the URL of the sign-in page; the URLs of the API; and, after a
 * first start, the credentials of the administrator.
 */
export function printGreeting(output: Output, config: ServeConfig, first: InitializedSite | undefined): void {
  const { home } = config;
  const rest = `${home}/rest`;
  const signIn = `${home}${screenPaths.signIn}`;
  const admin = findAdmin(config) ? `${home}/admin/` : undefined;
  const location = describeDataLocation(config);
  const credentials = administratorLines(first);
  const service = `Octavo serves ${rest}/ from ${location}`;
  output.write(
    {
      home,
      admin: admin ?? null,
      rest: `${rest}/`,
      signIn,
      data: location,
      administrator: presentAdministrator(first),
    },
    ...(admin === undefined
      ? [service, ...credentials, `Sign in at ${signIn}`, `To write in the browser, run: npm install ${adminPackage}`]
      : [`Sign in and write at ${admin}`, ...credentials, service]),
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  output.finish();
}
