// Declares the commands in the order of the help. A command is loaded only when it is called.
import type { Option } from '../config/options.ts';
import type { Command, CommandDeclaration } from './command.ts';

/** A command before it is loaded. */
export interface CommandEntry extends CommandDeclaration {
  load(): Promise<Command>;
}

const username = { name: 'USERNAME' };

const settingOperand = {
  name: 'NAME',
  values: async () => (await import('../settings/declared.ts')).settingNames,
};

const auditListOptions: readonly Option[] = [
  {
    flag: 'action',
    placeholder: 'ACTION',
    help: 'list only events with this action',
    values: async () => (await import('../../contract/octavo-v1/audit-log.ts')).auditActions,
  },
  { flag: 'user', placeholder: 'USERNAME', help: 'list only the actions of this user' },
  { flag: 'limit', placeholder: 'NUMBER', help: 'maximum number of events (default: 50)' },
];

export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'runs the service (npm start runs this command)',
    isService: true,
    forms: [{}],
    shared: 'serve',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'init',
    summary: 'creates a folder with a new site',
    forms: [
      {
        operands: [{ name: 'FOLDER', path: 'folder' }],
        options: [
          {
            flag: 'package',
            placeholder: 'FILE|VERSION',
            help: 'the package on which the site depends: a file octavo-VERSION.tgz, which is copied into the folder, or a version in the npm registry (default: the running package)',
            path: 'file',
          },
          {
            flag: 'admin-package',
            placeholder: 'FILE|VERSION|none',
            help: 'the package octavo-admin on which the site depends, or none for a site without the admin (default: that of the running package, or the same version)',
            path: 'file',
          },
        ],
      },
    ],
    shared: 'none',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'doctor',
    summary: 'checks the configuration, the data and the environment of the service',
    forms: [{}],
    shared: 'serve',
    load: async () => (await import('./doctor/doctor.ts')).doctor,
  },
  {
    name: 'info',
    summary: 'prints versions, the configuration in effect, sizes and counts for bug reports',
    forms: [{}],
    shared: 'serve',
    load: async () => (await import('./info.ts')).info,
  },
  {
    name: 'user',
    summary: 'creates and lists users, and sets passwords',
    forms: [
      {
        verb: 'create',
        operands: [username, { name: 'EMAIL' }],
        options: [{ flag: 'role', placeholder: 'ROLE', help: 'the role of a new user (default: subscriber)' }],
      },
      { verb: 'list' },
      { verb: 'set-password', operands: [username] },
    ],
    shared: 'data',
    load: async () => (await import('./user.ts')).user,
  },
  {
    name: 'app-password',
    summary: 'creates an application password',
    forms: [
      {
        verb: 'create',
        operands: [username],
        options: [
          { flag: 'name', placeholder: 'NAME', help: 'the name of the application', isRequired: true },
          { flag: 'read-only', help: 'limit the password to reading' },
          { flag: 'expires', placeholder: 'TIME', help: 'expiry time in GMT, such as 2027-01-31T12:00:00' },
          {
            flag: 'namespaces',
            placeholder: 'LIST',
            help: 'limit the password to these namespaces, separated by commas, such as cms/v2',
          },
        ],
      },
    ],
    shared: 'data',
    load: async () => (await import('./app-password.ts')).appPassword,
  },
  {
    name: 'setting',
    summary: "reads or changes one of the site's settings",
    forms: [
      { verb: 'get', operands: [settingOperand] },
      { verb: 'set', operands: [settingOperand, { name: 'VALUE' }] },
    ],
    shared: 'data',
    load: async () => (await import('./setting.ts')).setting,
  },
  {
    name: 'audit',
    summary: 'lists and prunes the audit log',
    forms: [
      { verb: 'list', options: auditListOptions },
      {
        verb: 'prune',
        options: [
          {
            flag: 'days',
            placeholder: 'NUMBER',
            help: 'delete events older than this number of days',
            isRequired: true,
          },
        ],
      },
    ],
    shared: 'data',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'import',
    summary: 'imports the content of another site from its export',
    forms: [
      {
        operands: [{ name: 'FILE', path: 'file' }],
        options: [
          {
            flag: 'author',
            placeholder: 'FILE_USERNAME=SITE_USERNAME',
            help: 'assign the entries of an author to a user of this site, by their usernames; may be repeated',
            isRepeatable: true,
          },
          {
            flag: 'fetch-attachments',
            help: 'download the files of media from the old site, and create the image sizes',
          },
          { flag: 'dry-run', help: 'print what would be imported and skipped, without changing the site' },
        ],
      },
    ],
    shared: 'data',
    load: async () => (await import('./import.ts')).importCommand,
  },
  {
    name: 'demo',
    summary: 'fills an empty site with example content',
    forms: [{}],
    shared: 'data',
    load: async () => (await import('./demo.ts')).demo,
  },
  {
    name: 'generate',
    summary: 'generates synthetic content for benchmarks',
    forms: [
      {
        options: [
          { flag: 'posts', placeholder: 'N', help: 'number of posts, at least 10', isRequired: true },
          { flag: 'seed', placeholder: 'S', help: 'an integer (default: 1)' },
        ],
      },
    ],
    shared: 'data',
    load: async () => (await import('./generate.ts')).generate,
  },
  {
    name: 'backup',
    summary: 'creates, lists and restores backups',
    forms: [
      {
        verb: 'create',
        options: [
          { flag: 'name', placeholder: 'NAME', help: 'the name of the backup' },
          {
            flag: 'to',
            placeholder: 'FILE',
            help: 'write the backup to this file instead of the backup folder',
            path: 'file',
          },
        ],
      },
      { verb: 'list' },
      {
        verb: 'restore',
        operands: [{ name: 'FILE|ID', path: 'file' }],
        options: [{ flag: 'foreign', help: 'allow replacing the current site with a backup of another site' }],
      },
    ],
    shared: 'data',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'mail',
    summary: 'lists queued and sent emails, and retries emails that were not sent',
    forms: [{ verb: 'list' }, { verb: 'retry' }],
    shared: 'data',
    load: async () => (await import('./mail.ts')).mail,
  },
  {
    name: 'migrate',
    summary: 'migrates the database (serve does so automatically)',
    forms: [
      {
        options: [
          {
            flag: 'plan',
            help: 'describe the pending migrations, their duration and the disk space, and change nothing',
          },
          { flag: 'no-backup', help: 'do not copy the embedded database first' },
        ],
      },
    ],
    shared: 'data',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'completion',
    summary: 'prints a script that completes commands and options in a shell',
    forms: [{ verb: 'bash' }, { verb: 'zsh' }, { verb: 'fish' }],
    shared: 'none',
    load: async () => (await import('./completion/completion.ts')).makeCompletion(commands),
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
