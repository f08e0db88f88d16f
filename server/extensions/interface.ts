// What extensions may import, as `octavo/extension`: the words of declarations, and what rooms are made of. Nothing else of
// the service is promised to them.
export type { DeclaredTaxonomy, DeclaredType } from '../../contract/grammar/content-type.ts';
export { type Args, contextParameter, optional, type Parameters, writable } from '../../contract/grammar/parameter.ts';
export type { Resource } from '../../contract/grammar/resource.ts';
export { changing, type Method, type Route } from '../../contract/grammar/route.ts';
export { type Static, type TSchema, Type, words } from '../../contract/grammar/schema.ts';
export { type Actor, isSignedIn } from '../access/actor.ts';
export type { Judge, Remark, Verdict } from '../cms-v2/comments/judge.ts';
export { UniqueViolation } from '../database/errors.ts';
export type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
export type { Migration } from '../database/migrate.ts';
export { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
export type { EventKind, Listener, SiteEvent } from '../events/event.ts';
export { FetchFailed, guardedFetch, guardedSend, type Reply } from '../fetch/guarded-fetch.ts';
export { textOf } from '../http/json-text.ts';
export { makeRequest } from '../http/request.ts';
export {
  type Call,
  type Denial,
  everyone,
  type Operation,
  type Outcome,
  type Permission,
  type Room,
} from '../http/room.ts';
export { Refusal } from '../refusal.ts';
export { cookieIn, cookieOf } from './cookies.ts';
export type { DeclaredAbility, Extension, Job, Opened } from './extension.ts';
export { type OwnSettings, settingParameters } from './own-settings.ts';
export type { ExtensionServices } from './services.ts';
