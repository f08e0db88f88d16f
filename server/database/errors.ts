// What can go wrong in the database, in the house's own words. Each engine translates its driver's errors by code.

/** A value that must be unique is already there. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row points at something that is not there, or something still pointed at was to go. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

/** Others held the database for longer than we wait; nothing was changed, and trying again later may work. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy';
}

/** The database cannot be reached, or can no longer promise to keep what it is given. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** This database cannot be used by this program as things stand; the message is one sentence for the operator. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** The disk has no room left; nothing was changed. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
}

/** The house itself used the database wrongly: a bug, never a caller's fault. */
export class DatabaseMisuse extends Error {
  override readonly name = 'DatabaseMisuse';
}

/** A statement used more CPU time than was left of what one request may use. It would do so again. */
export class StatementTooExpensive extends Error {
  override readonly name = 'StatementTooExpensive';
  /** The parameter of the request that makes it so. */
  readonly parameter: string;
  /** Whether it is too expensive by itself: it had all of the CPU time, and statements before it had used none. */
  readonly isAlone: boolean;

  constructor(parameter: string, { isAlone }: { readonly isAlone: boolean }) {
    super(`The statement for the parameter "${parameter}" takes too long.`);
    this.parameter = parameter;
    this.isAlone = isAlone;
  }
}

/** Too many statements wait for their turn, or the machine was too busy to finish one; trying again later may work. */
export class DatabaseOverloaded extends Error {
  override readonly name = 'DatabaseOverloaded';
}
