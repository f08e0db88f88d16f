// What another setting up has exported, in our words. Beside our own exports that is the shape which is common with services
// of this kind: groups `mail`, `smtp`, `gmail`, `outlook`, with `ssl` and `tls` for the ways to TLS.
import { settings as declared, mailers as known } from './contract.ts';
import { isObject } from './sent.ts';

type Members = Record<string, unknown>;

export interface ReadExport {
  readonly settings: Readonly<Record<string, Members>>;
  /** What was taken over, and what means nothing here: `smtp.host`. */
  readonly imported: readonly string[];
  readonly ignored: readonly string[];
}

const groups: Readonly<Record<string, string>> = { gmail: 'google', outlook: 'microsoft' };
const members: Readonly<Record<string, string>> = { pass: 'password' };
const mailers: Readonly<Record<string, string>> = { ...groups, mail: 'none' };

/** Members that say how another one is meant. */
const about = new Set(['auth', 'autotls']);

/** Reads an export, whatever is in it. What it says is not checked yet. */
export function readExport(value: Readonly<Record<string, unknown>>): ReadExport {
  const settings: Record<string, Members> = {};
  const imported: string[] = [];
  const ignored: string[] = [];
  for (const [given, group] of Object.entries(value)) {
    const name = ownName(groups, given);
    const fields =
      isObject(group) && Object.hasOwn(declared, name) ? declared[name as keyof typeof declared] : undefined;
    if (!fields || !isObject(group)) {
      ignored.push(given);
      continue;
    }
    const taken: Members = {};
    for (const [key, member] of Object.entries(group)) {
      const own = ownName(members, key);
      if (about.has(key)) continue;
      if (!Object.hasOwn(fields.properties, own) || !isMeant(own, member)) ignored.push(`${given}.${key}`);
      else {
        taken[own] = meaning(own, member, group);
        imported.push(`${name}.${own}`);
      }
    }
    if (isNo(group.auth)) Object.assign(taken, { user: '', password: '' });
    if (Object.keys(taken).length > 0) settings[name] = { ...settings[name], ...taken };
  }
  return { settings, imported, ignored };
}

const ownName = (names: Readonly<Record<string, string>>, given: string): string =>
  Object.hasOwn(names, given) ? (names[given] ?? given) : given;

const ownMailer = (value: unknown): string => (typeof value === 'string' ? ownName(mailers, value) : '');

/** Whether a value can be meant at all: other mailers are not to be had here, and an empty secret says nothing of one. */
function isMeant(key: string, value: unknown): boolean {
  if (key === 'mailer') return known.some((each) => each === ownMailer(value));
  return !((key === 'password' || key === 'client_secret') && value === '');
}

function meaning(key: string, value: unknown, group: Readonly<Record<string, unknown>>): unknown {
  if (key === 'mailer') return ownMailer(value);
  if (key !== 'encryption') return value;
  if (value === 'ssl') return 'implicit';
  if (value === 'tls') return 'required';
  // There, TLS is taken where it is offered, unless it is said that it must not be.
  return (value === 'none' || value === '') && 'autotls' in group && !isNo(group.autotls) ? 'offered' : value || 'none';
}

const isNo = (value: unknown): boolean => value === false || value === '' || value === 0 || value === '0';
