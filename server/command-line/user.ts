// octavo user create|list|set-password
import { validateNewPassword } from '../access/new-password.ts';
import { hashPassword, randomSecret } from '../access/secrets.ts';
import { commandLine, noteDeed } from '../audit/note.ts';
import {
  findUserByEmail,
  findUserByLogin,
  freeUserSlug,
  insertUser,
  listUserNames,
  writePasswordHash,
} from '../cms-v2/users/store.ts';
import { type DataConfig, dataConfig } from '../config/config.ts';
import { optionLine, optionLines } from '../config/options.ts';
import type { WriteHandle } from '../database/handle.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { toSlug } from '../rendering/slug.ts';
import { type Clock, now } from '../time/zone.ts';
import { type Command, CommandFault, UsageFault } from './command.ts';
import { withExistingService, withService } from './open-service.ts';
import { takeOption } from './take-option.ts';

const usage =
  'Call it so: octavo user create LOGIN EMAIL [--role ROLE], octavo user list, or: octavo user set-password LOGIN';

export const user: Command = {
  help: [
    'octavo user create LOGIN EMAIL [--role ROLE] [OPTIONS]',
    'octavo user list [OPTIONS]',
    'octavo user set-password LOGIN [OPTIONS]',
    '',
    'A new password is read from OCTAVO_PASSWORD; without it one is made up and printed.',
    '',
    optionLine('role ROLE', 'the role of a new user (default: subscriber)'),
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: role = 'subscriber', others } = takeOption(args, 'role');
    const { config, rest } = dataConfig(others, env);
    const [verb, login = '', email = ''] = rest;
    const given = env.OCTAVO_PASSWORD;
    if (verb === 'list' && rest.length === 1) await list(config);
    else if (verb === 'create' && rest.length === 3) await create(config, { login, email, role }, given);
    else if (verb === 'set-password' && rest.length === 2) await setPassword(config, login, given);
    else throw new UsageFault(usage);
    return 0;
  },
};

const list = (config: DataConfig) =>
  withExistingService(config, async (_service, { read }) => {
    for (const { id, login, email } of await listUserNames(read)) console.log(`${id}\t${login}\t${email}`);
  });

async function setPassword(config: DataConfig, login: string, given: string | undefined): Promise<void> {
  const password = passwordOf(given);
  await withExistingService(config, async ({ clock }, database) => {
    const known = await findUserByLogin(database.read, login);
    if (!known) throw new CommandFault(`There is no user ${JSON.stringify(login)}.`);
    const hash = await hashPassword(password.text);
    await database.transaction(async (tx) => {
      await writePasswordHash(tx, known.id, hash);
      const deed = { action: 'user-password-changed', kind: 'user', id: known.id, name: known.login } as const;
      await noteDeed(tx, clock, commandLine, deed);
    });
  });
  if (password.madeUp) console.log(password.text);
}

interface NewUser {
  readonly login: string;
  readonly email: string;
  readonly role: string;
}

async function create(config: DataConfig, wish: NewUser, given: string | undefined): Promise<void> {
  if (!/^[\w .@-]{1,60}$/.test(wish.login))
    throw new CommandFault('A login has letters, digits, blanks and _ . - @ only, 60 at most.');
  if (!isEmail(wish.email)) throw new CommandFault(`${JSON.stringify(wish.email)} is no e-mail address.`);
  const password = passwordOf(given);
  await withService(config, async ({ roles, clock }, database) => {
    if (!roles.has(wish.role))
      throw new CommandFault(`There is no role ${JSON.stringify(wish.role)}; choose one of ${roles.names.join(', ')}.`);
    const hash = await hashPassword(password.text);
    await database.transaction((tx) => store(tx, wish, hash, clock));
  });
  if (password.madeUp) console.log(password.text);
}

async function store(tx: WriteHandle, wish: NewUser, hash: string, clock: Clock): Promise<void> {
  await tx.lock('users');
  if (await findUserByLogin(tx, wish.login))
    throw new CommandFault(`There is a user ${JSON.stringify(wish.login)} already.`);
  if (await findUserByEmail(tx, wish.email)) throw new CommandFault('Another user has this e-mail address.');
  const slug = await freeUserSlug(tx, toSlug(wish.login));
  const names = { name: wish.login, first_name: '', last_name: '', nickname: wish.login };
  const rest = { url: '', description: '', locale: '', meta: '{}', registered: now(clock), password_hash: hash };
  const id = await insertUser(tx, { login: wish.login, email: wish.email, slug, ...names, ...rest }, [wish.role]);
  const deed = { action: 'user-created', kind: 'user', id, name: wish.login, details: { roles: [wish.role] } } as const;
  await noteDeed(tx, clock, commandLine, deed);
}

function passwordOf(given: string | undefined): { text: string; madeUp: boolean } {
  if (given === undefined || given === '') return { text: randomSecret(20), madeUp: true };
  const fault = validateNewPassword(given);
  if (fault !== undefined) throw new CommandFault(`OCTAVO_PASSWORD cannot be used: ${fault}`);
  return { text: given, madeUp: false };
}
