// Lists the commands in the order of the help. A command is loaded only when it is called.
import type { Command } from './command.ts';

/** A command before it is loaded. */
interface CommandEntry {
  readonly name: string;
  /** Description of the command in the list of commands. */
  readonly summary: string;
  /** Whether the command runs until it is stopped gracefully. Signals terminate other commands immediately. */
  readonly isService?: true;
  load(): Promise<Command>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'runs the service (npm start runs this command)',
    isService: true,
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'user',
    summary: 'creates and lists users, and sets passwords',
    load: async () => (await import('./user.ts')).user,
  },
  {
    name: 'app-password',
    summary: 'creates an application password',
    load: async () => (await import('./app-password.ts')).appPassword,
  },
  {
    name: 'setting',
    summary: "reads or changes one of the site's settings",
    load: async () => (await import('./setting.ts')).setting,
  },
  {
    name: 'audit',
    summary: 'lists and prunes the audit log',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'import',
    summary: 'imports the content of another site from its export',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'generate',
    summary: 'generates synthetic content for benchmarks',
    load: async () => (await import('./generate.ts')).generate,
  },
  {
    name: 'backup',
    summary: 'creates, lists and restores backups',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'mail',
    summary: 'lists queued and sent emails, and retries emails that were not sent',
    load: async () => (await import('./mail.ts')).mail,
  },
  {
    name: 'migrate',
    summary: 'migrates the database (serve does so automatically)',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
];

/** Returns the output of `octavo --help`. */
export const helpText = (): string =>
  [
    'octavo COMMAND',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
    '',
    'Run octavo COMMAND --help for details, octavo --version for the version.',
  ].join('\n');
