// Prints the URLs of the service after a successful start.
import path from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import type { InitializedSite } from '../initialize-site.ts';
import { screenPaths } from '../screens/paths.ts';
import { administratorLines, presentAdministrator } from './first-start-line.ts';
import type { Output } from './output.ts';

const describeDataLocation = ({ database, data }: ServeConfig): string =>
  database === undefined ? path.resolve(data) : `PostgreSQL at ${formatDatabase(database)}`;

/** Prints the URLs of the service and of the sign-in page and, after a first start, the credentials of the administrator. */
export function printGreeting(output: Output, config: ServeConfig, first: InitializedSite | undefined): void {
  const { home } = config;
  const rest = `${home}/rest`;
  const signIn = `${home}${screenPaths.signIn}`;
  const location = describeDataLocation(config);
  output.write(
    { home, rest: `${rest}/`, signIn, data: location, administrator: presentAdministrator(first) },
    `Octavo serves ${rest}/ from ${location}`,
    ...administratorLines(first),
    `Sign in at ${signIn}`,
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  output.finish();
}
