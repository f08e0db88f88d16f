// All commands, in the order in which help lists them. Each is loaded where it is called only.
import type { Command } from './command.ts';

interface CommandLine {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Whether it runs until it is stopped, gracefully. Signals end the others at once. */
  readonly isService?: true;
  load(): Promise<Command>;
}

export const commands: readonly CommandLine[] = [
  {
    name: 'serve',
    summary: 'runs the service (what npm start does)',
    isService: true,
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'user',
    summary: 'makes and lists users, sets their passwords',
    load: async () => (await import('./user.ts')).user,
  },
  {
    name: 'app-password',
    summary: 'makes a password for an application',
    load: async () => (await import('./app-password.ts')).appPassword,
  },
  {
    name: 'setting',
    summary: "reads or changes one of the site's settings",
    load: async () => (await import('./setting.ts')).setting,
  },
  {
    name: 'audit',
    summary: 'tells who did what',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'import',
    summary: 'takes over the content of another site from its export',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'generate',
    summary: 'fills a site with synthetic content for measurements',
    load: async () => (await import('./generate.ts')).generate,
  },
  {
    name: 'backup',
    summary: 'makes, lists and restores backups of everything',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'mail',
    summary: 'lists what mail was sent and what was not, lets it be tried again',
    load: async () => (await import('./mail.ts')).mail,
  },
  {
    name: 'migrate',
    summary: 'brings the database up to date (serve does so by itself)',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
];

/** The text of `octavo --help`. */
export const helpText = (): string =>
  [
    'octavo COMMAND',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
    '',
    'octavo COMMAND --help tells more, octavo --version the version.',
  ].join('\n');
