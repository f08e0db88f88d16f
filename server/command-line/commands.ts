// All commands, in the order in which help lists them.
import { appPassword } from './app-password.ts';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { generate } from './generate.ts';
import { importCommand } from './import.ts';
import { mail } from './mail.ts';
import { migrateCommand } from './migrate.ts';
import { serve } from './serve.ts';
import { setting } from './setting.ts';
import { user } from './user.ts';

export const commands: readonly Command[] = [
  serve,
  user,
  appPassword,
  setting,
  audit,
  importCommand,
  generate,
  backup,
  mail,
  migrateCommand,
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
