// A resource: fields, links and routes, declared once.
import type { Noun } from './labels.ts';
import type { Link } from './link.ts';
import type { Parameters } from './parameter.ts';
import type { Route } from './route.ts';

export interface Resource<F extends Parameters = Parameters> {
  /** The name of its schema: post, category, user. */
  readonly title: string;
  /** The noun for its records in descriptions; absent: its title. */
  readonly noun?: Noun;
  /** What clients should know of the whole resource, in sentences; told in its schema. */
  readonly description?: string;
  readonly namespace: string;
  /** The name of the content type whose entries, or what belongs to them, it serves. */
  readonly type?: string;
  /** The room of the server that serves it. Where a room serves several families, each in its way: `revisions:templates`. */
  readonly room: string;
  readonly fields: F;
  readonly links: readonly Link[];
  /** What its schema tells of links beside the actions among `links`. */
  readonly toldLinks?: readonly Pick<Required<Link>, 'rel' | 'href' | 'action'>[];
  readonly routes: readonly Route[];
}
