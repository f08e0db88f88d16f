// Exports the public interface of the service for extensions, which import it as `octavo/extension`. Everything else in the service may
// change at any time.

export type { Generated } from 'kysely';
export type { DeclaredTaxonomy, DeclaredType } from '../../contract/grammar/content-type.ts';
export { declareEndpoints, type ModuleDeclaration } from '../../contract/grammar/module.ts';
export { type Args, contextParameter, optional, type Parameters, writable } from '../../contract/grammar/parameter.ts';
export type { Resource } from '../../contract/grammar/resource.ts';
export { type Method, type Route, updateMethods } from '../../contract/grammar/route.ts';
export {
  editOnly,
  enumOf,
  everywhere,
  needed,
  type Static,
  type TSchema,
  Type,
} from '../../contract/grammar/schema.ts';
export { type Actor, isSignedIn } from '../access/actor.ts';
export { ApiError } from '../api-error.ts';
export type { Backups } from '../backup/backups.ts';
export { BackupBusy, BackupCorrupt, BackupIncompatible, BackupNotFound, BackupNotReady } from '../backup/errors.ts';
export type { BackupRecord } from '../backup/record.ts';
export type { Classification, Classifier, Submission } from '../cms-v2/comments/classifier.ts';
export { UniqueViolation } from '../database/errors.ts';
export type { Database, ReadHandle, WriteHandle } from '../database/handle.ts';
export type { Migration } from '../database/migrate.ts';
export { type Builder, type Slots, statement, statementFamily } from '../database/statement.ts';
export { parseStoredObject, readStoredList, readStoredObject } from '../database/stored-json.ts';
export type { DeclaredEvent, EventKind, Listener, NewEvent, SiteEvent } from '../events/event.ts';
export {
  FetchError,
  type FetchedResponse,
  type FetchLimits,
  guardedFetch,
  guardedPost,
} from '../fetch/guarded-fetch.ts';
export { implement, type Operations, type PermissionArgs, type Permissions } from '../http/implement.ts';
export { toText } from '../http/json-text.ts';
export {
  type ArgsOf,
  type Call,
  type FieldMaker,
  type Module,
  type Operation,
  type Outcome,
  type Permission,
  type PermissionError,
  type Presenter,
  parseId,
  publicAccess,
} from '../http/module.ts';
export { check } from '../http/parameters/check.ts';
export { makeRequest } from '../http/request.ts';
export { InvalidMail, isMailAddress, type Mail, oneLine } from '../mail/mail.ts';
export { MailProblem } from '../mail/problem.ts';
export type { MailServer, ProvidedTransport, Security } from '../mail/transport.ts';
export { formatServer } from '../mail/transport.ts';
export type { SettingsChange, SettingsRules } from '../namespaces/extension-settings/endpoints.ts';
export { htmlToPlainText } from '../rendering/html-to-plain-text.ts';
export { parseTimestamp } from '../time/timestamps.ts';
export type {
  ContentComment,
  ContentEntry,
  ContentTerm,
  ContentUser,
  ContentWriter,
  ExtensionContent,
  NewContentEntry,
} from './content.ts';
export { getCookie, serializeCookie } from './cookies.ts';
export type { DeclaredAbility, Extension, Job, OpenedExtension } from './extension.ts';
export {
  type ExtensionSettings,
  type SettingSchemas,
  type SettingsOf,
  settingParameters,
} from './extension-settings.ts';
export {
  type OAuthAuthorization,
  type OAuthClient,
  OAuthError,
  type OAuthFailure,
  type OAuthServer,
  type OAuthTokens,
} from './oauth.ts';
export type { RateLimit, RateLimits } from './rate-limit.ts';
export type {
  DeclaredScreen,
  ScreenCleanup,
  ScreenComponent,
  ScreenContext,
  ScreenRequest,
  ScreenResponse,
} from './screens.ts';
export type { ExtensionServices, KnownExtension } from './services.ts';
