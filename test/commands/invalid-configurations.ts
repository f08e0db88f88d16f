// Lists invalid configurations with the sentences that `octavo serve` prints about them.
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { runOctavo } from './in-process.ts';
import { newFolder } from './processes.ts';
import { listen, rejectAsPostgres } from './rejecting-servers.ts';

/** An invalid configuration. */
export interface InvalidConfiguration {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The content of `octavo.config.ts`. */
  readonly configFile?: string;
  /** The command; default: serve. */
  readonly command?: string;
  /** The name of the setting that the message must contain. */
  readonly setting: string;
  readonly message: RegExp;
  /** Whether the case runs in the process of the tests, because another case of the same check runs in a process of its own. */
  readonly inProcess?: true;
}

/** Creates folders, files and servers for invalid configurations, and returns the configurations by name. */
export async function makeInvalidConfigurations(): Promise<Readonly<Record<string, InvalidConfiguration>>> {
  const occupied = String(await listen());
  const wrongPassword = await listen(rejectAsPostgres('28P01', 'password authentication failed for user "me"'));
  const noDatabase = await listen(rejectAsPostgres('3D000', 'database "site" does not exist'));
  const file = path.join(newFolder(), 'file');
  writeFileSync(file, 'not a folder');
  const dangling = path.join(newFolder(), 'link');
  symlinkSync('/nowhere/at/all', dangling);
  const newer = newFolder();
  assert.equal((await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', newer])).status, 0);
  const database = new BetterSqlite(path.join(newer, 'octavo.sqlite'));
  database.exec("insert into migrations (number, name, applied_at) values (9999, 'to come', '2099-01-01')");
  database.close();
  const noSqlite = newFolder();
  writeFileSync(path.join(noSqlite, 'octavo.sqlite'), 'this is no database, only text '.repeat(100));
  const foreign = newFolder();
  const other = new BetterSqlite(path.join(foreign, 'octavo.sqlite'));
  other.exec('create table other (id integer)');
  other.close();
  const themeFolder = newFolder();
  mkdirSync(path.join(themeFolder, 'theme'));
  const throwing = path.join(newFolder(), 'throwing-extension.ts');
  writeFileSync(throwing, "throw new Error('the extension is broken');\nexport const extension = {};\n");

  return {
    'port in use': {
      args: ['--port', occupied],
      setting: '--port',
      message: /^Port \d+ on 127\.0\.0\.1 is already in use/,
    },
    'port in use, set in the environment': {
      env: { OCTAVO_PORT: occupied },
      setting: 'OCTAVO_PORT',
      message: /^Port \d+ on 127\.0\.0\.1 is already in use/,
      inProcess: true,
    },
    'port for metrics in use': {
      args: ['--metrics-port', occupied],
      setting: '--metrics-port',
      message: /^Port \d+ on 127\.0\.0\.1 is already in use/,
      inProcess: true,
    },
    'port in use, with several workers': {
      args: ['--port', occupied, '--workers', '2'],
      setting: '--port',
      message: /^Port \d+ on 127\.0\.0\.1 is already in use/,
    },
    'port out of range': {
      args: ['--port', '99999'],
      setting: '--port',
      message: /^The option --port must be an integer from 0 to 65535, not "99999"\.$/,
    },
    'port that is not a number, set in the environment': {
      env: { OCTAVO_PORT: 'http' },
      setting: 'OCTAVO_PORT',
      message: /^The environment variable OCTAVO_PORT must be an integer from 0 to 65535, not "http"\.$/,
      inProcess: true,
    },
    'several workers on a chosen port': {
      args: ['--port', '0', '--workers', '2'],
      setting: '--port',
      message: /^The option --port must not be 0 with several workers\.$/,
      inProcess: true,
    },
    'address of another machine': {
      args: ['--host', '203.0.113.9'],
      setting: '--host',
      message: /^203\.0\.113\.9 is not an address of this machine/,
    },
    'data folder that is a file': {
      args: ['--data', file],
      setting: '--data',
      message: /^The data folder \S+file \(--data\) is a file\.$/,
    },
    'data folder that is a file, set in the environment': {
      env: { OCTAVO_DATA: file },
      setting: 'OCTAVO_DATA',
      message: /^The data folder \S+file \(OCTAVO_DATA\) is a file\.$/,
      inProcess: true,
    },
    'data folder below a file': {
      args: ['--data', path.join(file, 'below')],
      setting: '--data',
      message: /cannot be created: not a directory \(ENOTDIR\)\.$/,
      inProcess: true,
    },
    'data folder that is a broken link': {
      args: ['--data', dangling],
      setting: '--data',
      message: /^The data folder .* cannot be created: /,
      inProcess: true,
    },
    'data folder with a name that is too long': {
      args: ['--data', path.join(newFolder(), 'long'.repeat(100))],
      setting: '--data',
      message: /cannot be created: name too long /,
      inProcess: true,
    },
    'database of another kind': {
      args: ['--database', 'mysql://me:secret@127.0.0.1/site'],
      setting: '--database',
      message: /^The option --database must be a postgres:\/\/ URL/,
    },
    'database URL with a character that is not encoded': {
      env: { OCTAVO_DATABASE: 'postgres://me:12#secret@127.0.0.1:1/site' },
      setting: 'OCTAVO_DATABASE',
      message: /^The environment variable OCTAVO_DATABASE is not a valid URL; percent-encode /,
      inProcess: true,
    },
    'direct database URL of another kind': {
      args: ['--database', 'postgres://127.0.0.1:1/site', '--database-direct', 'mysql://me:secret@127.0.0.1/site'],
      setting: '--database-direct',
      message: /^The option --database-direct must be a postgres:\/\/ URL; omit it without a pooler\.$/,
      inProcess: true,
    },
    'replica URL of another kind': {
      args: [
        ...['--database', 'postgres://127.0.0.1:1/site'],
        ...['--read-database', 'postgres://127.0.0.1:2/site mysql://me:secret@127.0.0.1/site'],
      ],
      setting: '--read-database',
      message: /^The option --read-database must be a postgres:\/\/ URL; omit it without replicas\.$/,
      inProcess: true,
    },
    'replica URL without that of the server': {
      env: { OCTAVO_READ_DATABASE: 'postgres://127.0.0.1:1/site' },
      setting: 'OCTAVO_READ_DATABASE',
      message: /^The environment variable OCTAVO_READ_DATABASE must not be set without --database\.$/,
      inProcess: true,
    },
    'direct database URL without the one of a pooler': {
      env: { OCTAVO_DATABASE_DIRECT: 'postgres://127.0.0.1:1/site' },
      setting: 'OCTAVO_DATABASE_DIRECT',
      message: /^The environment variable OCTAVO_DATABASE_DIRECT must not be set without --database\.$/,
      inProcess: true,
    },
    'database that is not reachable': {
      args: ['--database', 'postgres://me:secret@127.0.0.1:1/site'],
      setting: '--database',
      message: /^PostgreSQL at 127\.0\.0\.1:1\/site \(--database\): The database is unreachable: connection refused/,
    },
    'wrong password of the database': {
      env: { OCTAVO_DATABASE: `postgres://me:secret@127.0.0.1:${wrongPassword}/site` },
      setting: 'OCTAVO_DATABASE',
      message: /\(OCTAVO_DATABASE\): The password is wrong, or the user does not exist\./,
    },
    'database that does not exist': {
      args: ['--database', `postgres://me:secret@127.0.0.1:${noDatabase}/site`],
      setting: '--database',
      message: /\(--database\): The database does not exist; create it/,
      inProcess: true,
    },
    'certificate of the database that does not exist': {
      args: ['--database', 'postgres://me:secret@127.0.0.1:1/site?sslrootcert=/nowhere.pem'],
      setting: '--database',
      message: /\(--database\): .*no such file or directory/,
      inProcess: true,
    },
    'database of a newer version': {
      args: ['--data', newer],
      setting: '--data',
      message: /\(--data\): The database was migrated by a newer version of Octavo/,
    },
    'file that is not a database': {
      args: ['--data', noSqlite],
      setting: '--data',
      message: /^The database in \S+ \(--data\): .*octavo\.sqlite/,
      inProcess: true,
    },
    'database of another program': {
      args: ['--data', foreign],
      setting: '--data',
      message: /^The database in \S+ \(--data\): .*octavo\.sqlite is a database of another program/,
      inProcess: true,
    },
    'files in a file': {
      args: ['--files', file],
      setting: '--files',
      message: /\(--files\) is unavailable: .*\(ENOTDIR\)\.$/,
    },
    'bucket without a name': {
      args: ['--files', 's3://'],
      setting: '--files',
      message: /must be a folder or s3:\/\/BUCKET/,
      inProcess: true,
    },
    'bucket with an invalid endpoint': {
      env: { OCTAVO_FILES: 's3://bucket?endpoint=localhost' },
      setting: 'OCTAVO_FILES',
      message: /^The environment variable OCTAVO_FILES must be a folder or s3:\/\/BUCKET/,
      inProcess: true,
    },
    'bucket without credentials': {
      args: ['--files', 's3://bucket?endpoint=http://127.0.0.1:1'],
      env: { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
      setting: '--files',
      message: /requires the environment variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY\.$/,
    },
    'unknown option': {
      args: ['--prot', '80'],
      setting: '--prot',
      message: /^Unknown option --prot; did you mean --port\?$/,
    },
    'option without a value': {
      args: ['--port'],
      setting: '--port',
      message: /^The option --port needs a value \(NUMBER\)\.$/,
    },
    'argument too many': {
      args: ['now'],
      setting: '"now"',
      message: /^Unexpected argument "now"; run octavo serve --help/,
      inProcess: true,
    },
    'unknown command': {
      command: 'sevre',
      setting: '"sevre"',
      message: /^Unknown command "sevre"; did you mean serve\? Run octavo --help for a list\.$/,
    },
    'environment variable with a typing error': {
      env: { OCTAVO_PROT: '80' },
      setting: 'OCTAVO_PROT',
      message: /^Unknown environment variable OCTAVO_PROT; did you mean OCTAVO_PORT\?$/,
    },
    'option of version 0.1 with another name': {
      args: ['--kept-answers', '0'],
      setting: '--kept-answers',
      message: /^Unknown option --kept-answers; its name is now --response-cache\.$/,
      inProcess: true,
    },
    'environment variable of version 0.1 with another name': {
      env: { OCTAVO_LARGEST_UPLOAD: '10' },
      setting: 'OCTAVO_LARGEST_UPLOAD',
      message: /^Unknown environment variable OCTAVO_LARGEST_UPLOAD; its name is now OCTAVO_MAX_UPLOAD\.$/,
      inProcess: true,
    },
    'public URL without a protocol': {
      args: ['--home', 'example.org'],
      setting: '--home',
      message: /^The option --home must be an http:\/\/ or https:\/\/ URL, not "example\.org"\.$/,
    },
    'front end without a protocol': {
      env: { OCTAVO_FRONT: 'nowhere' },
      setting: 'OCTAVO_FRONT',
      message: /must be an http/,
      inProcess: true,
    },
    'redirected pages without a front end': {
      args: ['--pages', 'redirect'],
      setting: '--pages',
      message: /^The option --pages must not be redirect without a front end \(--front\)\.$/,
      inProcess: true,
    },
    'unknown value of the option for pages': {
      env: { OCTAVO_PAGES: 'none' },
      setting: 'OCTAVO_PAGES',
      message: /must be one of on, redirect, off, not "none"\.$/,
      inProcess: true,
    },
    'invalid origin': {
      args: ['--origins', 'https://a.example,b'],
      setting: '--origins',
      message: /URL, not "b"\.$/,
      inProcess: true,
    },
    'invalid proxy': {
      env: { OCTAVO_TRUST_PROXY: '127.0.0.1,everybody' },
      setting: 'OCTAVO_TRUST_PROXY',
      message: /^The environment variable OCTAVO_TRUST_PROXY must list addresses or networks .* not "everybody"\.$/,
    },
    'fetch host with a port': {
      args: ['--fetch-hosts', 'a:1'],
      setting: '--fetch-hosts',
      message: /hosts without ports/,
      inProcess: true,
    },
    'unknown log level': {
      args: ['--log-level', 'loud'],
      setting: '--log-level',
      message: /must be one of fatal, error/,
      inProcess: true,
    },
    'mail server without a protocol': {
      env: { OCTAVO_MAIL: 'mail.example' },
      setting: 'OCTAVO_MAIL',
      message:
        /^The environment variable OCTAVO_MAIL is invalid: the mail server must be an smtp:\/\/ or smtps:\/\/ URL\.$/,
    },
    'mail server with a character that is not encoded': {
      args: ['--mail', 'smtp://me:12#secret@mail.example'],
      setting: '--mail',
      message: /^The option --mail is invalid: the URL of the mail server is invalid; percent-encode /,
      inProcess: true,
    },
    'mail server without a password': {
      args: ['--mail', 'smtp://me@mail.example'],
      setting: '--mail',
      message: /must contain both a username and a password, or neither\.$/,
      inProcess: true,
    },
    'invalid sender': {
      args: ['--mail-from', 'nobody'],
      setting: '--mail-from',
      message: /email address .* not "nobody"\.$/,
      inProcess: true,
    },
    'password of the administrator that is too short': {
      env: { OCTAVO_ADMIN_PASSWORD: 'secret' },
      setting: 'OCTAVO_ADMIN_PASSWORD',
      message: /at least 8 characters\.$/,
      inProcess: true,
    },
    'admin that does not exist': {
      args: ['--admin', '/nowhere'],
      setting: '--admin',
      message: /^No admin in \/nowhere \(--admin\)\.$/,
    },
    'theme that does not exist': {
      args: ['--theme', '/nowhere'],
      setting: '--theme',
      message: /^Invalid theme in \/nowhere \(--theme\): /,
    },
    'theme in the data folder without files': {
      args: ['--data', themeFolder],
      setting: `${themeFolder}/theme`,
      message: /^Invalid theme in /,
      inProcess: true,
    },
    'configuration file that does not exist': {
      args: ['--config', 'nowhere.ts'],
      setting: '--config',
      message: /^No such file: \S+nowhere\.ts \(--config\)\.$/,
    },
    'wrong type in the configuration file': {
      configFile: "export default { roles: { reviewer: 'read' } };",
      setting: 'roles.reviewer',
      message: /^Invalid configuration file \S+octavo\.config\.ts: roles\.reviewer must be an array or an object\.$/,
    },
    'unknown key in the configuration file': {
      configFile: 'export default { tipes: [] };',
      setting: 'tipes',
      message: /^Invalid configuration file \S+: the default export has the unknown key tipes\.$/,
    },
    'syntax error in the configuration file': {
      configFile: 'export default {\n  types: [,\n;\n',
      setting: 'octavo.config.ts',
      message: /^Invalid configuration file \S+octavo\.config\.ts: /,
    },
    'configuration file that throws an error': {
      configFile: "throw new Error('no database of recipes');\nexport default {};",
      setting: 'octavo.config.ts',
      message: /^Invalid configuration file \S+octavo\.config\.ts: no database of recipes\.$/,
    },
    'configuration file without a default export': {
      configFile: 'export const types = [];',
      setting: 'octavo.config.ts',
      message: /it has no default export\.$/,
      inProcess: true,
    },
    'mail server in the configuration file': {
      configFile: "export default { mail: { server: 'mail.example' } };",
      setting: 'mail.server',
      message: /: mail\.server is invalid: the mail server must be an smtp/,
      inProcess: true,
    },
    'unknown extension': {
      configFile: "export default { extensions: ['spam-filter'] };",
      setting: 'spam-filter',
      message: /: unknown extension spam-filter; available: .*spamfilter/,
    },
    'extension whose file does not exist': {
      configFile: "import { own } from './nowhere.ts';\nexport default { extensions: [own] };",
      setting: 'octavo.config.ts',
      message: /Cannot find module .*nowhere\.ts/,
      inProcess: true,
    },
    'extension that throws an error when it is loaded': {
      configFile: `import { extension } from ${JSON.stringify(throwing)};\nexport default { extensions: [extension] };`,
      setting: 'octavo.config.ts',
      message: /: the extension is broken\.$/,
    },
    ...(process.platform === 'linux' && linuxCases),
  };
}

const linuxCases: Readonly<Record<string, InvalidConfiguration>> = {
  'data folder that cannot be created': {
    args: ['--data', '/proc/octavo/data'],
    setting: '--data',
    message:
      /^The data folder \/proc\/octavo\/data \(--data\) cannot be created: no such file or directory \(ENOENT\)\.$/,
  },
  'data folder that is not writable': {
    args: ['--data', '/proc'],
    setting: '--data',
    message: /^The (data folder|database in) \/proc \(--data\)/,
  },
  'disk that is not writable': {
    args: ['--files', '/proc/octavo'],
    setting: '--files',
    message: /^The file store \/proc\/octavo \(--files\) is unavailable: /,
    inProcess: true,
  },
};
