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
  NodeOutdated,
  UniqueViolation,
} from '../../errors.ts';
import { GENERATION_CONSTRAINT } from '../../generations.ts';

type Translation = (cause: Error) => Error;

const busy: Translation = (cause) => new DatabaseBusy('The database is busy; try again.', { cause });
const unavailable: Translation = (cause) =>
  new DatabaseUnavailable(`The database is unreachable: ${reasonOf(cause)}.`, { cause });
const misuse: Translation = (cause) => new DatabaseMisuse('A read handle cannot write.', { cause });
/**
 * Returns a translation for errors that an operator has to fix. Appends the server's message, which may name the user, the database or
 * other objects, but never contains a password.
 */
const unusable =
  (message: string): Translation =>
  (cause) =>
    new DatabaseUnusable(`${message} (${cause.message})`, { cause });

/** Returns an error for a row of the log of changes that a migration rejects (../../generations.ts); any other error unchanged. */
const outdated: Translation = (cause) =>
  cause instanceof pg.DatabaseError && cause.constraint === GENERATION_CONSTRAINT ? new NodeOutdated({ cause }) : cause;

/** Translations by SQLSTATE. */
const bySqlState: Readonly<Record<string, Translation>> = {
  '23505': (cause) => new UniqueViolation('This value is already taken.', { cause }),
  '23514': outdated,
  '23503': (cause) => new ForeignKeyViolation('The row references a row that does not exist.', { cause }),
  '25006': misuse,
  '26000': busy,
  '40001': busy,
  '40P01': busy,
  '42P05': busy,
  '55P03': busy,
  '57014': busy,
  '53100': (cause) => new DiskFull('The disk of the database is full.', { cause }),
  '53300': (cause) => new DatabaseUnavailable('The database has no free connections.', { cause }),
  '3D000': unusable('The database does not exist; create it, or correct the database URL.'),
  // The server does not report which of the two is the case.
  '28P01': unusable('The password is wrong, or the user does not exist.'),
  '28000': unusable('The server rejected this user.'),
  '42501': unusable('The user lacks a permission.'),
  '58P01': unusable('A file of the server is missing.'),
  '25P03': unavailable,
};

/** Translations by the class of the SQLSTATE, its first two characters. */
const bySqlStateClass: Readonly<Record<string, Translation>> = {
  '08': unavailable,
  '28': unusable('The server rejected the credentials.'),
  '53': unavailable,
  '57': unavailable,
  '58': unavailable,
};

/** Returns the reason why there is no connection, for a message to the operator. */
function reasonOf(error: Error): string {
  const { code, errno, message } = error instanceof AggregateError ? (error.errors[0] ?? error) : error;
  if (typeof errno === 'number') return `${getSystemErrorMessage(errno)} (${code})`;
  return /timeout/.test(message) ? 'connection timed out' : message.replace(/\.$/, '');
}

/** Whether the server requires a password and none is configured. The driver's error has no code. */
const lacksPassword = (error: unknown): boolean =>
  error instanceof Error && /^SASL: .*password must be a (?:non-empty )?string/.test(error.message);

/**
 * Whether the server aborted a transaction in favor of another one, or because a prepared statement was unusable, so that a retry can
 * succeed.
 */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof DatabaseBusy ? error.cause : undefined;
  if (!(cause instanceof pg.DatabaseError)) return false;
  return cause.code === '40P01' || cause.code === '40001' || isUnusableName(cause) || isUnusablePlan(cause);
}

/** Whether the server does not know the name of a prepared statement, or knows it from another client of a pooler. */
export const isUnusableName = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '26000' || error.code === '42P05');

/** Whether a statement did not run because an earlier one of its transaction has failed. */
export const isInFailedTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25P02';

/** Whether the columns of a prepared statement have changed since the server has prepared it. */
export const isUnusablePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/** Whether the connection is unusable after an error: no response was received, or the server closes the connection. */
export function endsConnection(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Whether a pooler has rejected a parameter of the connection. */
export const isRejectedParameter = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === '08P01' && /unsupported startup parameter/.test(error.message);

/** Whether an error of the driver reports that the server has canceled a statement, because of its timeout or on request. */
export const isCancellation = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014';

/** Whether a translated error reports that the server has canceled a statement, because of its timeout or on request. */
export const isCanceled = (error: unknown): boolean => error instanceof DatabaseBusy && isCancellation(error.cause);

/**
 * Translates errors of the driver into the errors of `database/errors.ts`; returns any other error unchanged. Deletes the properties that
 * contain values of rows, so that they appear neither in logs nor in the output of commands.
 */
export function translateError(error: unknown): unknown {
  if (error instanceof pg.DatabaseError) {
    for (const name of ['detail', 'where', 'internalQuery'] as const) delete error[name];
    if (isUnusablePlan(error)) return busy(error);
    const code = error.code ?? '';
    return (bySqlState[code] ?? bySqlStateClass[code.slice(0, 2)])?.(error) ?? error;
  }
  if (lacksPassword(error))
    return new DatabaseUnusable('The server requires a password; add it to the database URL.', {
      cause: error,
    });
  // Any other error comes from the connection: refused, reset, closed, timed out.
  const isInternal = [TypeError, RangeError, DatabaseMisuse, DatabaseOverloaded, NodeOutdated].some(
    (kind) => error instanceof kind,
  );
  return error instanceof Error && !isInternal ? unavailable(error) : error;
}
