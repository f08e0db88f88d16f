// Reads systemd units, and determines the sandbox in which systemd runs their services.
import { execFileSync } from 'node:child_process';
import type { Sandbox } from './sandbox.ts';

/** The settings of a unit by name. A setting can occur repeatedly. */
export type Unit = ReadonlyMap<string, readonly string[]>;

/** Returns the settings of all sections of a unit. An empty value deletes the previous values of its setting. */
export function parseUnit(text: string): Unit {
  const settings = new Map<string, string[]>();
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name !== '') settings.set(name, value === '' ? [] : [...(settings.get(name) ?? []), value]);
  }
  return settings;
}

/** Returns the last value of a setting. Throws Error if the unit does not contain it. */
export function settingOf(unit: Unit, name: string): string {
  const value = unit.get(name)?.at(-1);
  if (value === undefined) throw new Error(`The unit does not contain ${name}.`);
  return value;
}

/** Returns the folders that systemd creates for the service, and that it can write. */
export const foldersOf = (unit: Unit): string[] =>
  Object.entries({ StateDirectory: '/var/lib', CacheDirectory: '/var/cache', LogsDirectory: '/var/log' }).flatMap(
    ([name, parent]) => (unit.get(name) ?? []).map((folder) => `${parent}/${folder}`),
  );

/**
 * Returns the sandbox of the service. It contains the file systems, the user, and the absence of privileges; the filter of system calls,
 * devices and namespaces are not included. `environment` contains the variables of the environment file.
 */
export function sandboxOf(
  unit: Unit,
  user: { readonly uid: number; readonly gid: number },
  environment: Readonly<Record<string, string>>,
): Sandbox {
  const isOn = (name: string) => unit.get(name)?.at(-1) === 'yes';
  const folders = [...foldersOf(unit), ...(unit.get('ReadWritePaths') ?? [])];
  const variables = (unit.get('Environment') ?? []).flatMap((line) => line.split(/\s+/));
  return {
    root: '/',
    isReadOnly: unit.get('ProtectSystem')?.at(-1) === 'strict',
    mounts: folders.map((folder) => ({ source: folder, target: folder })),
    temporary: isOn('PrivateTmp') ? ['/tmp', '/var/tmp'] : [],
    hidden: isOn('ProtectHome') ? ['/home', '/root'] : [],
    user,
    workingDirectory: settingOf(unit, 'WorkingDirectory'),
    environment: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
      ...Object.fromEntries(variables.map((variable) => variable.split(/=(.*)/s) as [string, string])),
      ...environment,
    },
  };
}

/** Returns the names of the system calls that the unit allows, as the installed version of systemd defines its sets. */
export function allowedSystemCalls(unit: Unit): Set<string> {
  const output = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8' });
  const sets = new Map<string, string[]>();
  for (const line of output.split('\n')) {
    const [, name, member] = /^(?:(@[\w-]+)| {4}(@?[a-z][\w-]*))$/.exec(line) ?? [];
    if (name !== undefined) sets.set(name, []);
    else if (member !== undefined) [...sets.values()].at(-1)?.push(member);
  }
  const membersOf = (name: string): string[] =>
    (sets.get(name) ?? [name]).flatMap((each) => (each === name ? [each] : membersOf(each)));
  const allowed = new Set<string>();
  for (const filter of unit.get('SystemCallFilter') ?? [])
    for (const name of filter.replace(/^~/, '').split(/\s+/).flatMap(membersOf))
      if (filter.startsWith('~')) allowed.delete(name);
      else allowed.add(name);
  return allowed;
}
