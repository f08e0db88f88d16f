// octavo user create|list|set-password
import { hashPassword, longestPassword, randomSecret } from '../access/secrets.ts';
import {
  findUserByEmail,
  findUserByLogin,
  freeUserSlug,
  insertUser,
  listUserNames,
  writePasswordHash,
} from '../cms-v2/users/store.ts';
import { dataConfig, optionLines } from '../config/config.ts';
import { isEmail } from '../http/parameters/formats.ts';
import { toSlug } from '../rendering/slug.ts';
import { now } from '../time/zone.ts';
import { type Command, CommandFault } from './command.ts';
import { withService } from './open-service.ts';
import { takeOption } from './take-option.ts';

const usage =
  'Call it so: octavo user create LOGIN EMAIL [--role ROLE], octavo user list, or: octavo user set-password LOGIN';

export const user: Command = {
  name: 'user',
  summary: 'makes and lists users, sets their passwords',
  help: [
    'octavo user create LOGIN EMAIL [--role ROLE] [OPTIONS]',
    'octavo user list [OPTIONS]',
    'octavo user set-password LOGIN [OPTIONS]',
    '',
    'A new password is read from OCTAVO_PASSWORD; without it one is made up and printed.',
    '',
    ...optionLines(false),
  ].join('\n'),
  async run(args, env) {
    const { value: role = 'subscriber', others } = takeOption(args, 'role');
    const { config, rest } = dataConfig(others, env);
    const [verb, login, email] = rest;
    const password = passwordOf(env.OCTAVO_PASSWORD);
    await withService(config, async (service, database) => {
      if (verb === 'list' && rest.length === 1) {
        for (const each of await listUserNames(database.read)) console.log(`${each.id}\t${each.login}\t${each.email}`);
      } else if (verb === 'create' && login && email && rest.length === 3) {
        if (!service.roles.has(role)) throw new CommandFault(`There is no role ${JSON.stringify(role)}.`);
        await create(database, { login, email, role, password: password.text, registered: now(service.clock) });
        if (password.madeUp) console.log(password.text);
      } else if (verb === 'set-password' && login && rest.length === 2) {
        const known = await findUserByLogin(database.read, login);
        if (!known) throw new CommandFault(`There is no user ${JSON.stringify(login)}.`);
        const hash = await hashPassword(password.text);
        await database.transaction((tx) => writePasswordHash(tx, known.id, hash));
        if (password.madeUp) console.log(password.text);
      } else {
        throw new CommandFault(usage);
      }
    });
    return 0;
  },
};

function passwordOf(given: string | undefined): { text: string; madeUp: boolean } {
  if (given === undefined || given === '') return { text: randomSecret(20), madeUp: true };
  if (Buffer.byteLength(given) > longestPassword)
    throw new CommandFault(`A password has at most ${longestPassword} bytes.`);
  return { text: given, madeUp: false };
}

interface NewUser {
  readonly login: string;
  readonly email: string;
  readonly role: string;
  readonly password: string;
  readonly registered: string;
}

async function create(database: Parameters<Parameters<typeof withService>[1]>[1], wish: NewUser): Promise<void> {
  if (!/^[\w .@-]{1,60}$/.test(wish.login))
    throw new CommandFault('A login has letters, digits, blanks and _ . - @ only, 60 at most.');
  if (!isEmail(wish.email)) throw new CommandFault(`${JSON.stringify(wish.email)} is no e-mail address.`);
  const hash = await hashPassword(wish.password);
  await database.transaction(async (tx) => {
    await tx.lock('users');
    if (await findUserByLogin(tx, wish.login))
      throw new CommandFault(`There is a user ${JSON.stringify(wish.login)} already.`);
    if (await findUserByEmail(tx, wish.email)) throw new CommandFault('Another user has this e-mail address.');
    const slug = await freeUserSlug(tx, toSlug(wish.login));
    const names = { name: wish.login, first_name: '', last_name: '', nickname: wish.login };
    const rest = { url: '', description: '', locale: '', meta: '{}', registered: wish.registered, password_hash: hash };
    await insertUser(tx, { login: wish.login, email: wish.email, slug, ...names, ...rest }, [wish.role]);
  });
}
