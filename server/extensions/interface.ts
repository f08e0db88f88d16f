// What extensions may import, as `octavo/extension`: the words of declarations, and what rooms are made of. Nothing else of
// the service is promised to them.
export type { DeclaredTaxonomy, DeclaredType } from '../../contract/grammar/content-type.ts';
export { type Args, contextParameter, optional, type Parameters, writable } from '../../contract/grammar/parameter.ts';
export type { Resource } from '../../contract/grammar/resource.ts';
export { changing, type Method, type Route } from '../../contract/grammar/route.ts';
export { editOnly, everywhere, type Static, type TSchema, Type, words } from '../../contract/grammar/schema.ts';
export { type Actor, isSignedIn } from '../access/actor.ts';
export type { Backups } from '../backup/backups.ts';
export { BackupBroken, BackupBusy, BackupNotReady, BackupUnfit, BackupUnknown } from '../backup/errors.ts';
export type { BackupRecord } from '../backup/record.ts';
export type { Judge, Remark, Verdict } from '../cms-v2/comments/judge.ts';
export { UniqueViolation } from '../database/errors.ts';
export type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
export type { Migration } from '../database/migrate.ts';
export { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
export { parseStoredObject, readStoredList, readStoredObject } from '../database/stored-json.ts';
export type { DeclaredEvent, EventKind, Listener, NewEvent, SiteEvent } from '../events/event.ts';
export { FetchFailed, type FetchLimits, guardedFetch, guardedSend, type Reply } from '../fetch/guarded-fetch.ts';
export { textOf } from '../http/json-text.ts';
export { check } from '../http/parameters/check.ts';
export { makeRequest } from '../http/request.ts';
export {
  type Call,
  type Denial,
  everyone,
  type FieldMaker,
  numberIn,
  type Operation,
  type Outcome,
  type Permission,
  type Presenter,
  type Room,
} from '../http/room.ts';
export { type Mail, MailRefused } from '../mail/mail.ts';
export { isMailAddress, oneLine } from '../mail/mailbox.ts';
export type { OfferedTransport } from '../mail/make-transport.ts';
export { MailProblem } from '../mail/problem.ts';
export { placeOfServer } from '../mail/server-address.ts';
export type { MailServer, Security } from '../mail/transport.ts';
export { Refusal } from '../refusal.ts';
export { readableText } from '../rendering/readable-text.ts';
export type { CalmLimits, RequireCalm } from './calm.ts';
export { cookieIn, cookieOf } from './cookies.ts';
export type { DeclaredAbility, Extension, Job, Opened } from './extension.ts';
export { type OwnSettings, settingParameters } from './own-settings.ts';
export type { ExtensionServices, KnownExtension } from './services.ts';
