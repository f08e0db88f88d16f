// Implements the endpoints of backups.
import {
  ApiError,
  BackupBusy,
  BackupCorrupt,
  BackupIncompatible,
  BackupNotFound,
  BackupNotReady,
  type Backups,
  type Call,
  type ExtensionServices,
  implement,
  type Module,
  type Permissions,
} from 'octavo/extension';
import { type BackupEndpoints, type BackupOperations, backupsModule } from './contract.ts';

const forbiddenError = { code: 'bmgr_cannot_manage', message: 'You are not allowed to manage backups.' };

const permissions: Permissions<BackupEndpoints> = {
  'manage-backups': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

/** The services that the endpoints use. */
interface BackupServices {
  readonly backups: Backups;
  readonly api: Pick<ExtensionServices['api'], 'requireAccountPassword'>;
}

/** Returns the endpoints of backups. */
export const backupsEndpoints = ({ backups, api }: BackupServices): Module =>
  implement(backupsModule, {
    permissions,
    operations: {
      'read-backups': readBackups(backups),
      'make-backup': makeBackup(backups),
      'change-backup': changeBackup({ backups, api }),
      'delete-backup': deleteBackup(backups),
    },
  });

/** Responds with the backup with the given `id`, or, without `id`, with all backups, newest first. Throws ApiError 404 `bmgr_unknown`. */
const readBackups = (backups: Backups): BackupOperations['read-backups'] => ({
  async run({ args: { id } }) {
    const value = id === undefined ? { backups: await backups.list() } : await withApiErrors(() => backups.get(id));
    return { kind: 'value', value };
  },
});

/**
 * Starts a backup in the background, with an optional `name`, and responds 202 with its record. GET reports the progress.
 *
 * Throws ApiError 400 `rest_invalid_param`, 409 `bmgr_busy`, `bmgr_not_ready`.
 */
const makeBackup = (backups: Backups): BackupOperations['make-backup'] => ({
  async run(call) {
    if (call.args.id !== undefined)
      throw invalid('id', 'id is not allowed in POST; use PUT or PATCH to change an existing backup.');
    const name = readName(call) ?? '';
    const { record } = await withApiErrors(() => backups.create(name, call));
    return { kind: 'value', status: 202, value: record };
  },
});

/**
 * With `name`, renames a backup and responds with its record. With `action: "restore"` and the account password of the caller in
 * `password`, starts a restore in the background, and responds 202 with the record. The restore creates a backup of the current site, and
 * then replaces all data of the site. GET reports the progress.
 *
 * Throws ApiError 400 `rest_missing_callback_param`, `rest_invalid_param`, `bmgr_broken`, 403 `rest_application_password_restricted`,
 * `rest_incorrect_password`, 404 `bmgr_unknown`, 409 `bmgr_busy`, `bmgr_not_ready`, `bmgr_unfit`, and 429 `rest_too_many_failed_attempts`.
 */
const changeBackup = ({ backups, api }: BackupServices): BackupOperations['change-backup'] => ({
  async run(call) {
    const id = requireId(call);
    const [name, action] = [readName(call), call.submitted('action')];
    if (action !== undefined && action !== 'restore') throw invalid('action', 'action must be restore.');
    if ((name === undefined) === (action === undefined))
      throw invalid('name', 'Send name to rename the backup, or action=restore to restore it, but not both.');
    if (name !== undefined) return { kind: 'value', value: await withApiErrors(() => backups.rename(id, name)) };
    await api.requireAccountPassword(call, readPassword(call));
    const { record } = await withApiErrors(() => backups.restore(id, call, { copiesCurrent: true }));
    return { kind: 'value', status: 202, value: record };
  },
});

/** Deletes a backup and responds with its record. Throws ApiError 400 if `id` is missing, 404 `bmgr_unknown`, 409 `bmgr_busy`. */
const deleteBackup = (backups: Backups): BackupOperations['delete-backup'] => ({
  async run(call) {
    const id = requireId(call);
    const previous = await withApiErrors(() => backups.delete(id, call));
    return { kind: 'value', value: { deleted: true, previous } };
  },
});

/** Maximum length of the name of a backup, in characters. */
const maxNameLength = 200;

/** Returns the `id` of a request. Throws ApiError 400 `rest_missing_callback_param` if it is missing. */
function requireId({ args: { id = '' } }: Call<{ readonly id?: string }>): string {
  if (id !== '') return id;
  throw missing('id');
}

/** Returns the submitted name; undefined if there is none. Throws ApiError 400 `rest_invalid_param` if it is invalid. */
function readName(call: Pick<Call, 'submitted'>): string | undefined {
  const name = call.submitted('name');
  if (name === undefined) return undefined;
  const isValidName = typeof name === 'string' && name.length <= maxNameLength && name.trim() !== '';
  // Control characters and lone surrogates are rejected, because not every storage supports them.
  if (isValidName && !/[\p{Cc}\p{Cs}]/u.test(name)) return name.trim();
  throw invalid('name', `name must be a single line of 1 to ${maxNameLength} characters.`);
}

/** Maximum length of a password, in characters. */
const maxPasswordLength = 4096;

/** Returns the submitted password. Throws ApiError 400 `rest_missing_callback_param` if it is missing, `rest_invalid_param` if it is invalid. */
function readPassword(call: Pick<Call, 'submitted'>): string {
  const password = call.submitted('password');
  if (password === undefined) throw missing('password');
  if (typeof password === 'string' && password !== '' && password.length <= maxPasswordLength) return password;
  throw invalid(
    'password',
    `password must be the password of your account, with at most ${maxPasswordLength} characters.`,
  );
}

const missing = (name: string): ApiError =>
  new ApiError('rest_missing_callback_param', 400, `Missing parameter(s): ${name}`, { data: { params: [name] } });

const invalid = (name: string, message: string): ApiError =>
  new ApiError('rest_invalid_param', 400, message, { data: { params: { [name]: message } } });

/**
 * Calls `work` and returns its result.
 *
 * Throws ApiError 404 `bmgr_unknown`, 409 `bmgr_busy`, `bmgr_not_ready` or `bmgr_unfit`, and 400 `bmgr_broken` instead of the errors of
 * backups and restores.
 */
async function withApiErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error) ?? error;
  }
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof BackupNotFound) return new ApiError('bmgr_unknown', 404, error.message);
  if (error instanceof BackupBusy) return new ApiError('bmgr_busy', 409, error.message);
  if (error instanceof BackupNotReady) return new ApiError('bmgr_not_ready', 409, error.message);
  if (error instanceof BackupIncompatible)
    return new ApiError('bmgr_unfit', 409, error.message, { data: { reason: error.reason } });
  if (error instanceof BackupCorrupt)
    return new ApiError('bmgr_broken', 400, `This backup cannot be used: ${error.message}.`);
  return undefined;
}
