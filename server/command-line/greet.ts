// What the service prints when it serves.
import path from 'node:path';
import type { ServeConfig } from '../config/config.ts';
import { placeOf } from '../config/postgres-address.ts';
import type { FirstStart } from '../first-start.ts';
import { places } from '../screens/places.ts';
import { administratorLines } from './first-start-line.ts';

const placeOfData = ({ database, data }: ServeConfig): string =>
  database === undefined ? path.resolve(data) : `PostgreSQL at ${placeOf(database)}`;

/** Prints where the service is reached and, after a first start, how to sign in. */
export function greet(config: ServeConfig, first: FirstStart | undefined): void {
  const rest = `${config.home}/rest`;
  const lines = [`Octavo serves ${rest}/ from ${placeOfData(config)}`];
  lines.push(...administratorLines(first), `Sign in at ${config.home}${places.signIn}`);
  lines.push(
    first?.post === undefined
      ? `Try: curl ${rest}/cms/v2/posts`
      : `Your first post: curl ${rest}/cms/v2/posts/${first.post}`,
  );
  console.log(lines.join('\n'));
}
