import { getSystemErrorMessage } from 'node:util';
import pg from 'pg';
import {
  DatabaseBusy,
  DatabaseMisuse,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  ForeignKeyViolation,
  UniqueViolation,
} from '../../errors.ts';

type Translation = (cause: Error) => Error;

const busy: Translation = (cause) => new DatabaseBusy('The database is busy.', { cause });
const unavailable: Translation = (cause) =>
  new DatabaseUnavailable(`The database cannot be reached: ${reasonOf(cause)}.`, { cause });
const misuse: Translation = (cause) => new DatabaseMisuse('A read handle cannot write.', { cause });
/** For what an operator has to mend. What the server says names the user and the database, and never a password. */
const unusable =
  (message: string): Translation =>
  (cause) =>
    new DatabaseUnusable(`${message} (${cause.message})`, { cause });

/** By SQLSTATE. */
const exact: Readonly<Record<string, Translation>> = {
  '23505': (cause) => new UniqueViolation('This value is already taken.', { cause }),
  '23503': (cause) => new ForeignKeyViolation('A row would point at nothing.', { cause }),
  '25006': misuse,
  '40001': busy,
  '40P01': busy,
  '55P03': busy,
  '57014': busy,
  '53100': (cause) => new DiskFull('The disk of the database is full.', { cause }),
  '53300': (cause) => new DatabaseUnavailable('The database has no connection left for us.', { cause }),
  '3D000': unusable('The database does not exist; create it, or correct the address.'),
  // The server does not say which of the two it is.
  '28P01': unusable('The password is wrong, or there is no such user.'),
  '28000': unusable('The server does not let this user in.'),
  '42501': unusable('The user lacks a permission.'),
  '58P01': unusable('The server lacks a file.'),
  '25P03': unavailable,
};

/** By the class of the SQLSTATE, its first two characters. */
const families: Readonly<Record<string, Translation>> = {
  '08': unavailable,
  '28': unusable('The server does not let us in.'),
  '53': unavailable,
  '57': unavailable,
  '58': unavailable,
};

/** Why there is no connection, in words for the operator. */
function reasonOf(error: Error): string {
  const { code, errno, message } = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (typeof errno === 'number') return `${getSystemErrorMessage(errno)} (${code})`;
  return /timeout/.test(message) ? 'it does not answer in time' : message.replace(/\.$/, '');
}

/** Whether the server asks for a password, and there is none. The driver's error has no code. */
const lacksPassword = (error: unknown): boolean =>
  error instanceof Error && /^SASL: .*password must be a (?:non-empty )?string/.test(error.message);

/** Whether the server gave a transaction up in favour of another one, so that doing it again will succeed. */
export function lostToAnother(error: unknown): boolean {
  const cause = error instanceof DatabaseBusy ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && (cause.code === '40P01' || cause.code === '40001');
}

/** Whether an error came instead of an answer, or the server ends the connection with it. */
export function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Whether the server ended a statement because of its limit of time, or because it was asked to. */
export function isCancelled(error: unknown): boolean {
  const cause = error instanceof DatabaseBusy ? error.cause : undefined;
  return cause instanceof pg.DatabaseError && cause.code === '57014';
}

/** An error of the driver in the house's words; any other error as it is. */
export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return (exact[code] ?? families[code.slice(0, 2)])?.(error) ?? error;
  }
  if (lacksPassword(error))
    return new DatabaseUnusable('The server asks for a password; put it into the address of the database.', {
      cause: error,
    });
  // What the server did not say comes from the way to it: refused, reset, ended, timed out.
  const ours = [TypeError, RangeError, DatabaseMisuse, DatabaseOverloaded].some((kind) => error instanceof kind);
  return error instanceof Error && !ours ? unavailable(error) : error;
}
