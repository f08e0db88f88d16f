// Runs the command that the command line names, and prints its errors.
import { withSuggestion } from '../config/similar-name.ts';
import { version } from '../version.ts';
import { UsageError } from './command.ts';
import { commands, helpText } from './commands.ts';
import { readEnvironmentFile } from './environment-file.ts';
import { Output } from './output.ts';
import { helpOf, parseCall } from './parse-call.ts';
import { exitCodeOf, printError } from './print-error.ts';
import { endProcess, handleStopRequests, stop } from './stop.ts';

/**
 * The umask. It removes the permissions of the group and of others from files and folders that this process and its child
 * processes create.
 */
const PRIVATE = 0o077;

/**
 * Runs the command that the arguments name as the only work of this process, prints errors, and returns the exit code; a command that
 * serves ends the process instead. Never throws.
 */
export async function run(submittedArgs: readonly string[]): Promise<number> {
  const args = withCommand(submittedArgs);
  // The database, its log, backups and uploads contain passwords, sessions and drafts.
  process.umask(PRIVATE);
  const [name] = withoutLeadingJson(args);
  const isService = commands.some((command) => command.isService && command.name === name);
  // Handlers are installed before anything else is loaded, because a stop during the start must be graceful too.
  if (isService) handleStopRequests();
  const code = await runAndReport(args, readEnvironmentFile);
  return isService ? endProcess(code) : code;
}

/** Options that are used without a command. */
const informationOptions = ['--help', '-h', '--version'];

/** Returns arguments that name a command: if there are none or only options, as in `npx octavo --port 8081`, it is `serve`. */
function withCommand(args: readonly string[]): readonly string[] {
  if (args.length === 0) return ['serve'];
  const [first] = withoutLeadingJson(args);
  const isOption = first?.startsWith('-') && !informationOptions.includes(first);
  return isOption && !commands.some(({ name }) => args.includes(name)) ? ['serve', ...args] : args;
}

/** Runs the command that the arguments name, after `prepare`, prints errors of both, and returns the exit code. Never throws. */
export async function runAndReport(args: readonly string[], prepare: () => void = () => {}): Promise<number> {
  const end = args.indexOf('--');
  const output = new Output(args.slice(0, end === -1 ? args.length : end).includes('--json'));
  try {
    prepare();
    return await runCommand(withoutLeadingJson(args), output);
  } catch (error) {
    printError(error, output);
    return exitCodeOf(error);
  } finally {
    // Also after an error, because what was written before it, such as the password of a new administrator, must not be lost.
    output.finish();
  }
}

/** Returns the arguments from the name of the command on. Only the option --json may precede it. */
const withoutLeadingJson = (args: readonly string[]): readonly string[] => {
  const start = args.findIndex((arg) => arg !== '--json');
  return start === -1 ? [] : args.slice(start);
};

async function runCommand([name = 'help', ...args]: readonly string[], output: Output): Promise<number> {
  if (name === 'help' || name === '--help' || name === '-h') {
    output.write({ commands: commands.map(({ name, summary }) => ({ name, summary })) }, helpText());
    return 0;
  }
  if (name === '--version') {
    output.write({ version: version() }, version());
    return 0;
  }
  const entry = commands.find((each) => each.name === name);
  if (!entry) {
    const names = commands.map((each) => each.name);
    throw new UsageError(
      `${withSuggestion(`Unknown command ${JSON.stringify(name)}`, name, names)} Run octavo --help for a list.`,
    );
  }
  const isHelp = args.includes('--help') || args.includes('-h');
  // Wrong arguments are reported before the command is loaded, because loading the service takes time.
  const call = isHelp ? undefined : parseCall(entry, args, process.env, output);
  // No resources are open while a command is loaded, so a stop does not wait for it.
  const command = await Promise.race([entry.load(), stop.requested]);
  if (!command) return 0;
  if (call) return command.run(call);
  const help = helpOf(entry, command.description);
  output.write({ help }, help);
  return 0;
}
