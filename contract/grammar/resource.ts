// Declarations of resources: fields, links and routes.
import type { Noun } from './labels.ts';
import type { Link } from './link.ts';
import type { Parameters } from './parameter.ts';
import type { Route } from './route.ts';

export interface Resource<F extends Parameters = Parameters> {
  /** The name of its schema: post, category, user. */
  readonly title: string;
  /** The noun for its records in descriptions; absent: its title. */
  readonly noun?: Noun;
  /** The description of the resource in its schema. */
  readonly description?: string;
  readonly namespace: string;
  /** The name of the content type whose entries, or parts of them, it serves. */
  readonly type?: string;
  /** The module that serves it. A module with variants has a suffix for each: `revisions:templates`. */
  readonly module: string;
  readonly fields: F;
  readonly links: readonly Link[];
  /** Links that are only documented in the schema, in addition to the actions in `links`. */
  readonly toldLinks?: readonly Pick<Required<Link>, 'rel' | 'href' | 'action'>[];
  readonly routes: readonly Route[];
}
