// The state of a dry run or an import, as it is stored.
import type { ImportRunRecord } from '../../contract/octavo-v1/imports.ts';
import { parseStored } from '../database/stored-json.ts';
import type { ImportRow, RunKind } from './store.ts';

/** The stored state of a run. Timestamps are in milliseconds since 1970. */
export interface RunState extends Omit<ImportRunRecord, 'started' | 'finished'> {
  readonly started: number;
  readonly finished: number | null;
}

/** The reason of a run whose process no longer exists. */
export const interruptedMessage = 'The service has ended during the import.';

/** The reason of a run that has ended because another process may have started one. */
export const lostMessage = 'The service was paused, or could not reach the database, for too long during the import.';

/** Returns whether a run is the one in progress of an import. */
export const isCurrentRun = (
  row: ImportRow | undefined,
  kind: RunKind,
  { started }: Pick<RunState, 'started'>,
): row is ImportRow => row?.running === kind && runStateOf(row, kind)?.started === started;

/** Returns the latest run of a kind; undefined if there was none. Throws DatabaseUnusable if the stored value is damaged. */
export function runStateOf(row: ImportRow, kind: RunKind): RunState | undefined {
  return row[kind] === '' ? undefined : (parseStored(row[kind]) as RunState);
}

/** Returns the row with its run in progress marked as interrupted; a row without one unchanged. `now` is in milliseconds since 1970. */
export function markInterrupted(row: ImportRow, now: number): ImportRow {
  if (row.running === '') return row;
  const kind = row.running as RunKind;
  const state = runStateOf(row, kind);
  const interrupted: RunState | undefined = state && {
    ...state,
    ...{ state: 'interrupted', finished: now, error: interruptedMessage },
  };
  return { ...row, running: '', stop_requested: 0, ...(interrupted && { [kind]: JSON.stringify(interrupted) }) };
}
