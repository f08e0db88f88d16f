// Describes errors without the contents of rows, which errors of the engines and of JavaScript may contain.

/** Maximum length of a message that the author of the code has written, in characters. */
const maxMessageLength = 300;

/** Properties of errors of the engines that contain names in the schema. */
const identifiers = ['table', 'column', 'constraint'] as const;

/**
 * Describes an error for a message that an operator may publish. The message of an `Error` is included, because the author of the code has
 * written it. Messages of other classes may quote values, such as those of PostgreSQL about
 * invalid values or of `JSON.parse`. They are replaced by the code of the engine with the names of the table, column and constraint, or
 * by the location in the code.
 */
export function describeCause(cause: unknown): string {
  if (!(cause instanceof Error)) return 'a value that is not an Error was thrown';
  const message = cause.constructor === Error ? [firstLineOf(cause.message)] : [];
  const engineDetails = engineDetailsOf(rootOf(cause));
  const details = engineDetails.length > 0 ? engineDetails : locationOf(cause);
  return [cause.constructor.name, ...message, ...details].join(', ');
}

const rootOf = (error: Error): Error => (error.cause instanceof Error ? rootOf(error.cause) : error);

const firstLineOf = (message: string): string =>
  (message.split('\n')[0] ?? '').slice(0, maxMessageLength).replace(/\.$/, '');

/** Messages of SQLite about wrong statements. They contain only parts of the statement. */
const statementMessage =
  /^(?:no such \w+: \S+|near ".{1,40}": syntax error|\w+ \S+ already exists|duplicate column name: \S+)$/;

/** Whether an error is about the text of a statement. SQLSTATE class 42 contains syntax errors and missing tables. */
const isAboutStatement = (code: string, message: string): boolean =>
  /^42\w{3}$/.test(code) || (code === 'SQLITE_ERROR' && statementMessage.test(message));

/** Returns the code of the engine, the names in the schema that an error contains, and messages about wrong statements. */
function engineDetailsOf(error: Error): string[] {
  const { code, ...names }: Readonly<Record<string, unknown>> = { ...error };
  if (typeof code !== 'string' || !/^(?:SQLITE_\w+|(?=.*\d)[0-9A-Z]{5})$/.test(code)) return [];
  const message = isAboutStatement(code, error.message) ? [firstLineOf(error.message)] : [];
  const parts = identifiers.flatMap((name) => (typeof names[name] === 'string' ? [`${name} ${names[name]}`] : []));
  return [code, ...message, ...parts];
}

/** Returns the location at which an error was created, such as `at first.ts:12:5`, if it is known. */
function locationOf({ stack = '', message }: Error): string[] {
  // The message may contain lines that look like the stack.
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  const locations = frames.map((frame) => /^\s+at (?:.*[\\/(])?([^\\/()<>]+:\d+:\d+)\)?$/.exec(frame)?.[1]);
  const found = locations.find((location) => location !== undefined);
  return found === undefined ? [] : [`at ${found}`];
}
