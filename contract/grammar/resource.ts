// Declares the format of resources: fields, links and routes.
import type { Noun } from './labels.ts';
import type { Link } from './link.ts';
import type { ModuleDeclaration } from './module.ts';
import type { Parameters } from './parameter.ts';
import type { Route } from './route.ts';

export interface Resource<F extends Parameters = Parameters> {
  /** The name of its schema: post, category, user. */
  readonly title: string;
  /** The singular and plural names of its records in descriptions; if absent, descriptions use the title. */
  readonly noun?: Noun;
  readonly description?: string;
  readonly namespace: string;
  /** The name of the content type, if the records are its entries or belong to them, such as revisions. */
  readonly type?: string;
  /** The module that contains its operations. */
  readonly module: ModuleDeclaration;
  readonly fields: F;
  readonly links: readonly Link[];
  /** Links that only the schema documents, in addition to the actions in `links`. */
  readonly toldLinks?: readonly Pick<Required<Link>, 'rel' | 'href' | 'action'>[];
  readonly routes: readonly Route[];
}
