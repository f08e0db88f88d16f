// Prints the URLs of the service after a successful start.
import path from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import type { InitializedSite } from '../initialize-site.ts';
import { screenPaths } from '../screens/paths.ts';
import { administratorLines } from './first-start-line.ts';

const describeDataLocation = ({ database, data }: ServeConfig): string =>
  database === undefined ? path.resolve(data) : `PostgreSQL at ${formatDatabase(database)}`;

/** Prints the URLs of the service and of the sign-in page and, after a first start, the credentials of the administrator. */
export function printGreeting(config: ServeConfig, first: InitializedSite | undefined): void {
  const rest = `${config.home}/rest`;
  const lines = [`Octavo serves ${rest}/ from ${describeDataLocation(config)}`];
  lines.push(...administratorLines(first), `Sign in at ${config.home}${screenPaths.signIn}`);
  lines.push(
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  console.log(lines.join('\n'));
}
