// octavo user: creates and lists users, and sets passwords.
import { validateNewPassword } from '../access/new-password.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { commandLine, recordAuditEvent } from '../audit/record-event.ts';
import {
  findFreeUserSlug,
  findUserByEmail,
  findUserByLogin,
  insertUser,
  listUsers,
  updatePasswordHash,
} from '../cms-v2/users/store.ts';
import { type DataConfig, dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import type { WriteHandle } from '../database/handle.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { toSlug } from '../rendering/slug.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Command, CommandError, UsageError } from './command.ts';
import { withExistingService, withService } from './open-service.ts';
import { takeOption } from './take-option.ts';

const usage =
  'Usage: octavo user create USERNAME EMAIL [--role ROLE] | octavo user list | octavo user set-password USERNAME';

export const user: Command = {
  help: [
    'octavo user create USERNAME EMAIL [--role ROLE] [OPTIONS]',
    'octavo user list [OPTIONS]',
    'octavo user set-password USERNAME [OPTIONS]',
    '',
    'The environment variable OCTAVO_PASSWORD sets the password; otherwise a password is generated and printed. list prints',
    'the ID, username and email address of each user, separated by tabs.',
    '',
    optionLine('role ROLE', 'the role of a new user (default: subscriber)'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: role = 'subscriber', rest: others } = takeOption(args, 'role');
    const { config, rest } = dataConfig(others, env);
    const [verb, login = '', email = ''] = rest;
    const submittedPassword = env.OCTAVO_PASSWORD;
    if (verb === 'list' && rest.length === 1) await list(config);
    else if (verb === 'create' && rest.length === 3) await create(config, { login, email, role }, submittedPassword);
    else if (verb === 'set-password' && rest.length === 2) await setPassword(config, login, submittedPassword);
    else throw new UsageError(usage);
    return 0;
  },
};

const list = (config: DataConfig) =>
  withExistingService(config, async (_service, { read }) => {
    for (const { id, login, email } of await listUsers(read)) console.log(`${id}\t${login}\t${email}`);
  });

async function setPassword(config: DataConfig, login: string, submittedPassword: string | undefined): Promise<void> {
  const password = passwordOf(submittedPassword);
  await withExistingService(config, async ({ clock }, database) => {
    const known = await findUserByLogin(database.read, login);
    if (!known) throw new CommandError(`No user with the username ${JSON.stringify(login)}.`);
    const hash = await hashPassword(password.text);
    await database.transaction(async (tx) => {
      await updatePasswordHash(tx, known.id, hash);
      const auditEvent = { action: 'user-password-changed', kind: 'user', id: known.id, name: known.login } as const;
      await recordAuditEvent(tx, clock, commandLine, auditEvent);
    });
  });
  if (password.isGenerated) console.log(password.text);
}

interface NewUser {
  readonly login: string;
  readonly email: string;
  readonly role: string;
}

async function create(config: DataConfig, newUser: NewUser, submittedPassword: string | undefined): Promise<void> {
  if (!/^[\w .@-]{1,60}$/.test(newUser.login))
    throw new CommandError('A username must have 1 to 60 characters: letters, digits, spaces, and _ . - @.');
  if (!isEmail(newUser.email)) throw new CommandError(`${JSON.stringify(newUser.email)} is not a valid email address.`);
  const password = passwordOf(submittedPassword);
  await withService(config, async ({ roles, clock }, database) => {
    if (!roles.has(newUser.role))
      throw new CommandError(`Unknown role ${JSON.stringify(newUser.role)}; choose one of ${roles.names.join(', ')}.`);
    const hash = await hashPassword(password.text);
    await database.transaction((tx) => insertNewUser(tx, newUser, hash, clock));
  });
  if (password.isGenerated) console.log(password.text);
}

async function insertNewUser(tx: WriteHandle, newUser: NewUser, hash: string, clock: Clock): Promise<void> {
  await tx.lock('users');
  if (await findUserByLogin(tx, newUser.login))
    throw new CommandError(`The username ${JSON.stringify(newUser.login)} is already taken.`);
  if (await findUserByEmail(tx, newUser.email)) throw new CommandError('This email address is already taken.');
  const slug = await findFreeUserSlug(tx, toSlug(newUser.login));
  const names = { name: newUser.login, first_name: '', last_name: '', nickname: newUser.login };
  const rest = { meta: '{}', registered: now(clock), password_hash: hash };
  const id = await insertUser(tx, { login: newUser.login, email: newUser.email, slug, ...names, ...rest }, [
    newUser.role,
  ]);
  const auditEvent = {
    action: 'user-created',
    kind: 'user',
    id,
    name: newUser.login,
    details: { roles: [newUser.role] },
  } as const;
  await recordAuditEvent(tx, clock, commandLine, auditEvent);
}

function passwordOf(submittedPassword: string | undefined): { text: string; isGenerated: boolean } {
  if (submittedPassword === undefined || submittedPassword === '') return { text: randomSecret(20), isGenerated: true };
  const error = validateNewPassword(submittedPassword);
  if (error !== undefined) throw new CommandError(`Invalid OCTAVO_PASSWORD: ${error}`);
  return { text: submittedPassword, isGenerated: false };
}
