// Declares a type with filterable meta fields, for tests.
import type { DeclaredType } from '../contract/grammar/content-type.ts';
import type { Parameters } from '../contract/grammar/parameter.ts';
import { Type } from '../contract/grammar/schema.ts';
import type { TestResponse } from './site.ts';

const meta: Parameters = {
  starts: Type.Unsafe({ type: ['string', 'null'], format: 'date-time', default: null, filterable: true }),
  day: Type.String({ format: 'date', filterable: true }),
  venue: Type.String({ default: '', filterable: true, revised: true }),
  seats: Type.Integer({ default: 0, filterable: true }),
  price: Type.Number({ filterable: true }),
  free: Type.Boolean({ filterable: true }),
  internal: Type.String({ filterable: true, context: ['edit'] }),
  remark: Type.String(),
};

/** A type with filterable fields of each kind. */
export const event: DeclaredType = {
  name: 'event',
  restBase: 'events',
  noun: { one: 'event', many: 'events' },
  supports: ['title', 'editor', 'author', 'custom-fields', 'revisions', 'sticky'],
  meta,
};

/** The path of the list of events. */
export const path = '/cms/v2/events';

/** Returns the total number of items of a list. */
export const totalOf = ({ headers }: TestResponse): number => Number(headers['X-CMS-Total']);
