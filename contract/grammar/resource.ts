// A resource: fields, links and routes, declared once.
import type { DescribedType } from './content-type.ts';
import type { Link } from './link.ts';
import type { Parameters } from './parameter.ts';
import type { Route } from './route.ts';

export interface Resource<F extends Parameters = Parameters> {
  /** The name of its schema: post, category, user. */
  readonly title: string;
  readonly namespace: string;
  /** The name of the content type whose entries, or what belongs to them, it serves. */
  readonly type?: string;
  /** The room of the server that serves it. */
  readonly room: string;
  /** The content type that it is the resource of, which the descriptive routes show (protocol.md §15). */
  readonly describes?: DescribedType;
  readonly fields: F;
  readonly links: readonly Link[];
  readonly routes: readonly Route[];
}
