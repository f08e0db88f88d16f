// Implements the endpoints of imports.
import {
  type ImportEndpoints,
  type ImportRunRecord,
  type importFields,
  importsModule,
} from '../../contract/octavo-v1/imports.ts';
import { canCreateCredentials } from '../access/limits.ts';
import { ApiError } from '../api-error.ts';
import { findUserByLogin } from '../cms-v2/users/store.ts';
import type { Database } from '../database/handle.ts';
import { readStored } from '../database/stored-json.ts';
import { implement, type Operations, type Permissions } from '../http/implement.ts';
import { type Call, type Module, type PermissionError, type Presenter, parseId } from '../http/module.ts';
import { formatTimestamp } from '../time/zone.ts';
import { importNotFound } from './deps.ts';
import type { Imports } from './imports.ts';
import { expiryOf } from './prune.ts';
import type { RunState } from './run-state.ts';
import { findReport, type ImportRow, type RunKind } from './store.ts';

/** Dependencies of the endpoints. */
export interface ImportDeps {
  readonly imports: Imports;
  readonly database: Database;
}

/** The targets of the permissions. They are undefined for callers who may not import. */
type ImportTargets = {
  'read-import': ImportRow | undefined;
  'change-import': ImportRow | undefined;
  'upload-piece': ImportRow | undefined;
  'start-import': ImportRow | undefined;
};

type ImportOperations = Operations<ImportEndpoints, ImportTargets, ImportRow>;

const permit = ({ actor }: Pick<Call, 'actor'>): PermissionError | undefined =>
  actor.can('import') ? undefined : { code: 'rest_cannot_import', message: 'You are not allowed to import sites.' };

/** Rejects limited application passwords, because an import creates users, whose email addresses the file determines. */
const permitUnlimited = (call: Pick<Call, 'actor'>): PermissionError | undefined => {
  const forbiddenError = permit(call);
  if (forbiddenError || canCreateCredentials(call.actor)) return forbiddenError;
  return {
    code: 'rest_cannot_import',
    message: 'You are not allowed to import sites with a limited application password.',
  };
};

function definePermissions({ imports }: ImportDeps): Permissions<ImportEndpoints, ImportTargets> {
  // Only for permitted callers, so that others cannot find out which imports exist.
  const load = async ({ actor, path }: Pick<Call, 'actor' | 'path'>): Promise<ImportRow | undefined> =>
    permit({ actor }) ? undefined : requireImport(await imports.find(parseId(path.id)));
  return {
    'list-imports': { permit },
    'create-import': { permit: permitUnlimited },
    'read-import': { load, permit },
    'change-import': { load, permit },
    'upload-piece': { load, permit: permitUnlimited },
    'start-import': { load, permit: permitUnlimited },
  };
}

function requireImport(row: ImportRow | undefined): ImportRow {
  if (!row) throw importNotFound();
  return row;
}

function presentRun(row: ImportRow, kind: RunKind): ImportRunRecord | null {
  if (row[kind] === '') return null;
  const state = readStored<RunState | undefined>(row[kind], `imports.${kind}`, undefined);
  if (!state) return null;
  const { started, finished } = state;
  return {
    ...state,
    started: formatTimestamp(started),
    finished: finished === null ? null : formatTimestamp(finished),
  };
}

const presenterOf = ({ imports }: ImportDeps): Presenter<typeof importFields, ImportRow, undefined> => ({
  prepare: async () => undefined,
  fields: {
    id: (row) => row.id,
    file_name: (row) => row.file_name,
    size: (row) => row.size,
    fingerprint: (row) => row.fingerprint,
    received: (row) => row.received,
    piece_size: () => imports.pieceBytes,
    state: (row) => row.state,
    expires: (row) => {
      const expiry = expiryOf(row);
      return expiry === undefined ? null : formatTimestamp(expiry);
    },
    site_title: (row) => row.site_title,
    site_url: (row) => row.site_url,
    username: (row) => row.username,
    created: (row) => formatTimestamp(row.created),
    dry_run: (row) => presentRun(row, 'dry_run'),
    run: (row) => presentRun(row, 'run'),
  },
  facts: ({ id }) => ({ id }),
});

// GET /octavo/v1/imports: lists imports.

/** Responds with all imports, newest first. */
const listImports = ({ imports }: ImportDeps): ImportOperations['list-imports'] => ({
  run: async () => ({ kind: 'list', rows: await imports.list(), uncached: true }),
});

// GET /octavo/v1/imports/<id>: returns an import.

/** Responds with the import. */
const getImport = (): ImportOperations['get-import'] => ({
  run: async (_call, row) => ({ kind: 'record', row: requireImport(row), uncached: true }),
});

// POST /octavo/v1/imports: announces an export file.

/** Responds 201 with the import, whose pieces can then be uploaded. Throws the errors of `createUpload`. */
const createImport = ({ imports }: ImportDeps): ImportOperations['create-import'] => ({
  run: async ({ args, actor }) => ({
    ...{ kind: 'record', status: 201, uncached: true },
    row: await imports.create(args, actor),
  }),
});

// POST /octavo/v1/imports/<id>/pieces: receives the next piece of a file.

/** Stores the piece and responds with the import. Throws the errors of `receivePiece`. */
const uploadPiece = ({ imports }: ImportDeps): ImportOperations['upload-piece'] => ({
  run: async ({ args, upload }, row) => ({
    ...{ kind: 'record', uncached: true },
    row: await imports.receivePiece(requireImport(row), args.offset, upload),
  }),
});

// POST /octavo/v1/imports/<id>/run: starts an import or a dry run.

/**
 * Starts the run in the background and responds 202 with the import. Throws ApiError 400 `rest_invalid_param` for unknown users, and the
 * errors of `startRun`.
 */
const startImport = ({ imports, database }: ImportDeps): ImportOperations['start-import'] => ({
  async run(call, row) {
    const { dry_run: isDryRun, fetch_attachments: shouldFetch, authors = {} } = call.args;
    for (const username of new Set(Object.values(authors))) {
      if (await findUserByLogin(database.read, username)) continue;
      const reason = `No user has the username ${JSON.stringify(username)}.`;
      throw new ApiError('rest_invalid_param', 400, `Invalid parameter: authors. ${reason}`, {
        data: { params: { authors: reason } },
      });
    }
    const started = await imports.start(requireImport(row).id, { isDryRun, shouldFetch, authors }, call);
    return { kind: 'record', row: started, status: 202, uncached: true };
  },
});

// POST /octavo/v1/imports/<id>/stop: stops the run in progress.

/** Requests the stop, which takes effect within a few seconds, and responds with the import. */
const stopImport = ({ imports }: ImportDeps): ImportOperations['stop-import'] => ({
  run: async (_call, row) => ({
    ...{ kind: 'record', uncached: true },
    row: await imports.stop(requireImport(row).id),
  }),
});

// DELETE /octavo/v1/imports/<id>: deletes an uploaded file.

/** Deletes the file and its reports, and responds with the previous import. Throws ApiError 409 `rest_import_running`. */
const deleteImport = ({ imports }: ImportDeps): ImportOperations['delete-import'] => ({
  async run(_call, row) {
    const previous = await imports.delete(requireImport(row).id);
    return { kind: 'deleted', previous, context: 'view' };
  },
});

// GET /octavo/v1/imports/<id>/report: returns a report.

/** Responds with the report. Throws ApiError 404 `rest_import_no_report` if there is none. */
const getImportReport = ({ database }: ImportDeps): ImportOperations['get-import-report'] => ({
  async run({ args }, row) {
    const report = await findReport(database.read, requireImport(row).id, args.dry_run ? 'dry_run' : 'run');
    if (!report) throw new ApiError('rest_import_no_report', 404, 'There is no report.');
    return { kind: 'value', value: report, uncached: true };
  },
});

/** Returns the module of imports. All endpoints require the capability `import`. */
export const importsEndpoints = (deps: ImportDeps): Module =>
  implement(importsModule, {
    permissions: definePermissions(deps),
    operations: {
      'list-imports': listImports(deps),
      'create-import': createImport(deps),
      'get-import': getImport(),
      'upload-piece': uploadPiece(deps),
      'start-import': startImport(deps),
      'stop-import': stopImport(deps),
      'delete-import': deleteImport(deps),
      'get-import-report': getImportReport(deps),
    },
    presenter: presenterOf(deps),
  });
