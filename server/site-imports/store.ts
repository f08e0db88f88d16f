// Stores the uploaded export files, their pieces, and the state of their runs.
import type { Selectable } from 'kysely';
import type { ImportReport } from '../../contract/octavo-v1/imports.ts';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import { parseStored } from '../database/stored-json.ts';
import type { ImportsTable } from '../database/tables/imports.ts';

/** A row of the table `imports` without its reports, which may be large. */
export type ImportRow = Omit<Selectable<ImportsTable>, 'dry_run_report' | 'run_report'>;

/** The two kinds of runs, by the names of their columns. */
export type RunKind = 'dry_run' | 'run';

const columns = [
  ...(['id', 'folder', 'file_name', 'fingerprint', 'state', 'site_title', 'site_url', 'username', 'running'] as const),
  ...(['dry_run', 'run', 'size', 'received', 'user_id', 'created', 'updated', 'stop_requested'] as const),
] as const satisfies readonly (keyof ImportRow)[];

const insertedColumns = ['folder', 'file_name', 'fingerprint', 'username', 'size', 'user_id', 'created'] as const;

const listStatement = statement((q) => q.selectFrom('imports').select(columns).orderBy('id', 'desc'));

/** Returns all imports, newest first. */
export const listImportRows = (read: ReadHandle): Promise<ImportRow[]> => read.all(listStatement, {});

const findStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('imports').select(columns).where('id', '=', p.id),
);

/** Returns the import with this ID; undefined if there is none. */
export const findImport = (read: ReadHandle, id: number): Promise<ImportRow | undefined> =>
  read.first(findStatement, { id });

/** Locks an import until the transaction ends. Returns its current row, or undefined if it was deleted. */
export async function lockImport(tx: WriteHandle, id: number): Promise<ImportRow | undefined> {
  await tx.lock(`import ${id}`);
  return findImport(tx, id);
}

type InsertedImport = Pick<ImportRow, (typeof insertedColumns)[number]>;

const insertStatement = statement((q, p: Slots<InsertedImport>) =>
  q
    .insertInto('imports')
    .values({
      ...pickSlots(p, insertedColumns),
      ...{ state: 'uploading', site_title: '', site_url: '', running: '', received: 0, updated: p.created },
      ...{ dry_run: '', run: '', dry_run_report: '', run_report: '', stop_requested: 0 },
    })
    .returning(columns),
);

/** Inserts an import of which nothing was received yet. */
export async function insertImport(tx: WriteHandle, row: InsertedImport): Promise<ImportRow> {
  const inserted = await tx.first(insertStatement, row);
  if (!inserted) throw new Error('the insert of an import returned no row');
  return inserted;
}

const changed = ['state', 'site_title', 'site_url', 'running', 'dry_run', 'run', 'received', 'updated'] as const;

const updateStatement = statement((q, p: Slots<Omit<ImportRow, 'dry_run_report' | 'run_report'>>) =>
  q
    .updateTable('imports')
    .set({ ...pickSlots(p, changed), stop_requested: p.stop_requested })
    .where('id', '=', p.id),
);

/** Updates the columns of an import that can change, except its reports. */
export const updateImport = (tx: WriteHandle, row: ImportRow) => tx.run(updateStatement, row);

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('imports').where('id', '=', p.id));

/** Deletes an import with the names of its pieces. */
export const deleteImportRow = (tx: WriteHandle, id: number) => tx.run(deleteStatement, { id });

const insertPieceStatement = statement((q, p: Slots<{ import_id: number; position: number; name: string }>) =>
  q.insertInto('import_pieces').values({ import_id: p.import_id, position: p.position, name: p.name }),
);

/** Inserts a piece. The caller has locked the import, and there is no other piece at this position. */
export const insertPiece = (tx: WriteHandle, importId: number, position: number, name: string) =>
  tx.run(insertPieceStatement, { import_id: importId, position, name });

const piecesStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('import_pieces').select('name').where('import_id', '=', p.id).orderBy('position'),
);

/** Returns the paths of the pieces of a file in the store of export files, in their order. */
export const listPieces = async (read: ReadHandle, { id, folder }: Pick<ImportRow, 'id' | 'folder'>) =>
  (await read.all(piecesStatement, { id })).map(({ name }) => `${folder}/${name}`);

const deletePiecesStatement = statement((q, p: Slots<{ id: number }>) =>
  q.deleteFrom('import_pieces').where('import_id', '=', p.id),
);

/** Deletes the names of all pieces of an import. */
export const deletePieces = (tx: WriteHandle, id: number) => tx.run(deletePiecesStatement, { id });

const reportStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('imports').select(['dry_run_report', 'run_report']).where('id', '=', p.id),
);

/** Returns the report of the latest run of this kind; undefined if there is none. */
export async function findReport(read: ReadHandle, id: number, kind: RunKind): Promise<ImportReport | undefined> {
  const text = (await read.first(reportStatement, { id }))?.[`${kind}_report`] ?? '';
  return text === '' ? undefined : (parseStored(text) as ImportReport);
}

const updateReportStatements = {
  dry_run: statement((q, p: Slots<{ id: number; report: string }>) =>
    q.updateTable('imports').set({ dry_run_report: p.report }).where('id', '=', p.id),
  ),
  run: statement((q, p: Slots<{ id: number; report: string }>) =>
    q.updateTable('imports').set({ run_report: p.report }).where('id', '=', p.id),
  ),
};

/** Replaces the report of a kind of runs; undefined deletes it. */
export const updateReport = (tx: WriteHandle, id: number, kind: RunKind, report: ImportReport | undefined) =>
  tx.run(updateReportStatements[kind], { id, report: report === undefined ? '' : JSON.stringify(report) });
