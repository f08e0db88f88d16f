// Declares the errors of the database. Each engine maps the error codes of its driver to these classes.

/** A unique constraint is violated. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row references a row that does not exist, or a referenced row was to be deleted. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

/**
 * The database stayed locked for longer than the timeout, or a transaction of the same commit has failed; nothing was changed, and a later
 * retry may succeed.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

/** The database is unreachable, or can no longer guarantee that commits are stored. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** The database cannot be used until the operator fixes something; the message is a sentence for the operator. */
export class DatabaseUnusable extends Error {
  override readonly name: string = 'DatabaseUnusable';
}

/** A newer version of the program or of an extension has migrated the database; nothing was changed. */
export class DatabaseNewer extends DatabaseUnusable {
  override readonly name = 'DatabaseNewer';
}

/** A newer version has migrated the database while this program was running, and excluded it; nothing was changed. */
export class NodeOutdated extends DatabaseUnusable {
  override readonly name = 'NodeOutdated';

  constructor(options: ErrorOptions) {
    super(
      'A newer version of Octavo has migrated the database, and this version cannot use it any more; install the newer version.',
      options,
    );
  }
}

/** A migration has thrown an error; the message is a sentence that names the migration and contains no rows. */
export class MigrationFailed extends Error {
  override readonly name = 'MigrationFailed';
}

/** The disk is full; nothing was changed. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** Code of the service or of an extension used the database incorrectly, which is always a bug. */
export class DatabaseMisuse extends Error {
  override readonly name = 'DatabaseMisuse';
}

/** A statement used more CPU time than was left of the request's budget. If it had the full budget, a retry fails again. */
export class StatementTooExpensive extends Error {
  override readonly name = 'StatementTooExpensive';
  /** The parameter of the request that caused the error. */
  readonly parameter: string;
  /** Whether the statement had the full budget, because no statement before it had used any CPU time. */
  readonly hadFullBudget: boolean;

  constructor(parameter: string, { hadFullBudget }: { readonly hadFullBudget: boolean }) {
    super(`The statement for the parameter "${parameter}" takes too long.`);
    this.parameter = parameter;
    this.hadFullBudget = hadFullBudget;
  }
}

/** The queue is full, or the machine was too busy to finish a statement; a later retry may succeed. */
export class DatabaseOverloaded extends Error {
  override readonly name = 'DatabaseOverloaded';
}
