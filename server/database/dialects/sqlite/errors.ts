import BetterSqlite from 'better-sqlite3';
import {
  DatabaseBusy,
  DatabaseMisuse,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  ForeignKeyViolation,
  UniqueViolation,
} from '../../errors.ts';

type Translation = (cause: Error) => Error;

const byCode: Readonly<Record<string, Translation>> = {
  SQLITE_CONSTRAINT_UNIQUE: (cause) => new UniqueViolation('This value is already taken.', { cause }),
  SQLITE_CONSTRAINT_PRIMARYKEY: (cause) => new UniqueViolation('This key is already taken.', { cause }),
  SQLITE_CONSTRAINT_ROWID: (cause) => new UniqueViolation('This key is already taken.', { cause }),
  SQLITE_CONSTRAINT_FOREIGNKEY: (cause) =>
    new ForeignKeyViolation('The row references a row that does not exist.', { cause }),
};

/** Translations by the first two words of the code; SQLite adds details as a third word. */
const byCodePrefix: Readonly<Record<string, Translation>> = {
  SQLITE_BUSY: (cause) => new DatabaseBusy('The database is busy; try again.', { cause }),
  SQLITE_FULL: (cause) => new DiskFull('The disk is full.', { cause }),
  SQLITE_IOERR: (cause) => new DatabaseUnavailable('The database file could not be read or written.', { cause }),
  SQLITE_CANTOPEN: (cause) => new DatabaseUnusable('The database file cannot be opened.', { cause }),
  SQLITE_NOTADB: (cause) => new DatabaseUnusable('The file is not a database.', { cause }),
  SQLITE_CORRUPT: (cause) => new DatabaseUnusable('The database file is damaged.', { cause }),
  SQLITE_READONLY: (cause) => new DatabaseUnusable('The database file is read-only.', { cause }),
};

/** Translates errors of the driver into the errors of `database/errors.ts`; returns any other error unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof BetterSqlite.SqliteError) {
    const prefix = error.code.split('_', 2).join('_');
    return (byCode[error.code] ?? byCodePrefix[prefix])?.(error) ?? error;
  }
  if (error instanceof TypeError) return new DatabaseMisuse(error.message, { cause: error });
  return error;
}
