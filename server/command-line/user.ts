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
import { type DataConfig, makeDataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { WriteHandle } from '../database/handle.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { toSlug } from '../rendering/slug.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Command, CommandError } from './command.ts';
import { withExistingService, withService } from './open-service.ts';
import type { Output } from './output.ts';

export const user: Command = {
  description: [
    'The environment variable OCTAVO_PASSWORD sets the password; otherwise a password is generated and printed. list prints',
    'the ID, username and email address of each user, separated by tabs.',
  ],
  async run({ verb, operands, options, env, output }) {
    const config = makeDataConfig(options);
    const [login = '', email = ''] = operands;
    const submittedPassword = env.OCTAVO_PASSWORD;
    const { role = 'subscriber' } = options.values;
    if (verb === 'list') await list(config, output);
    else if (verb === 'create') await create(config, { login, email, role }, submittedPassword, output);
    else await setPassword(config, login, submittedPassword, output);
    return 0;
  },
};

const list = (config: DataConfig, output: Output) =>
  withExistingService(config, async (_service, { read }) => {
    const users = (await listUsers(read)).map(({ id, login, email }) => ({ id, username: login, email }));
    output.write({ users }, ...users.map(({ id, username, email }) => `${id}\t${username}\t${email}`));
  });

async function setPassword(
  config: DataConfig,
  login: string,
  submittedPassword: string | undefined,
  output: Output,
): Promise<void> {
  const password = passwordOf(submittedPassword);
  const id = await withExistingService(config, async ({ clock }, database) => {
    const known = await findUserByLogin(database.read, login);
    if (!known) throw new CommandError(`No user with the username ${JSON.stringify(login)}.`);
    const hash = await hashPassword(password.text);
    await database.transaction(async (tx) => {
      await updatePasswordHash(tx, known.id, hash);
      const auditEvent = { action: 'user-password-changed', kind: 'user', id: known.id, name: known.login } as const;
      await recordAuditEvent(tx, clock, commandLine, auditEvent);
    });
    return known.id;
  });
  writePassword(output, { id, username: login }, password);
}

interface Password {
  readonly text: string;
  readonly isGenerated: boolean;
}

/** Prints a user, and the password if it was generated; otherwise the password is null. */
function writePassword(output: Output, user: { id: number; username: string }, { text, isGenerated }: Password): void {
  output.write({ ...user, password: isGenerated ? text : null }, ...(isGenerated ? [text] : []));
}

interface NewUser {
  readonly login: string;
  readonly email: string;
  readonly role: string;
}

async function create(
  config: DataConfig,
  newUser: NewUser,
  submittedPassword: string | undefined,
  output: Output,
): Promise<void> {
  if (!/^[\w .@-]{1,60}$/.test(newUser.login))
    throw new CommandError('A username must have 1 to 60 characters: letters, digits, spaces, and _ . - @.');
  if (!isEmail(newUser.email)) throw new CommandError(`${JSON.stringify(newUser.email)} is not a valid email address.`);
  const password = passwordOf(submittedPassword);
  const id = await withService(config, async ({ roles, clock }, database) => {
    if (!roles.has(newUser.role))
      throw new CommandError(`Unknown role ${JSON.stringify(newUser.role)}; choose one of ${roles.names.join(', ')}.`);
    const hash = await hashPassword(password.text);
    return database.transaction((tx) => insertNewUser(tx, newUser, hash, clock));
  });
  writePassword(output, { id, username: newUser.login }, password);
}

async function insertNewUser(tx: WriteHandle, newUser: NewUser, hash: string, clock: Clock): Promise<number> {
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
  return id;
}

function passwordOf(submittedPassword: string | undefined): Password {
  if (submittedPassword === undefined || submittedPassword === '') return { text: randomSecret(20), isGenerated: true };
  const error = validateNewPassword(submittedPassword);
  if (error !== undefined) throw new ConfigError(`Invalid OCTAVO_PASSWORD: ${error}`);
  return { text: submittedPassword, isGenerated: false };
}
