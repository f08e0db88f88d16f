// What a command of the command line is.

export interface Command {
  /** Everything on how to call it. */
  readonly help: string;
  /** Does it; gives the exit code. Throws UsageFault, CommandFault or ConfigFault for what people can mend. */
  run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<number>;
}

/** What people can mend, in one sentence. */
export class CommandFault extends Error {
  override readonly name: string = 'CommandFault';
}

/** A command that was called with too little or too much; the message says how to call it. */
export class UsageFault extends CommandFault {
  override readonly name = 'UsageFault';
}
