// octavo init: creates a folder with a site, from the files in project-template/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from '../create-folder.ts';
import { type Command, CommandError } from './command.ts';
import { adminPackage } from './find-admin.ts';
import { choosePackages, packageRoot, type SitePackages } from './site-package.ts';

export const init: Command = {
  description: [
    'Creates a folder with a site: its configuration, an example of a content type and of an extension, and files to run it',
    'with Docker, systemd and a reverse proxy. The folder must not exist, or must be empty.',
  ],
  async run({ operands: [given = ''], options, output }) {
    const folder = path.resolve(given);
    const name = path.basename(folder);
    const nameError = given === '' ? 'it is empty' : validateName(name);
    if (nameError !== undefined) throw new CommandError(`Invalid folder name ${JSON.stringify(name)}: ${nameError}.`);
    const { package: octavo, 'admin-package': admin } = options.values;
    await createSite(folder, packageName(name), choosePackages({ octavo, admin }));
    const commands = [`cd ${quote(given)}`, 'npm install', 'npm start'];
    output.write(
      { folder, commands },
      ...[`Created the site ${folder}. Next, run:`, '', ...commands.map((line) => `  ${line}`), ''],
      'See README.md in this folder.',
    );
    return 0;
  },
};

const template = path.join(packageRoot, 'project-template');

/** The file of the template from which the `package.json` of a site is created. Node.js would interpret a file of that name. */
const manifestFile = 'npm-package.json';

/** Files of the template that have another name in a site, because npm does not include files of these names in a package. */
const renamedFiles: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  dockerignore: '.dockerignore',
  npmrc: '.npmrc',
  'env.example': '.env.example',
};

/** Names that Windows reserves for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/** Returns the reason why a folder must not have this name on some operating system or with npm, or undefined. */
function validateName(name: string): string | undefined {
  if (name === '') return 'the root folder cannot contain a site';
  if (/[<>:"|?*\\\p{Cc}]/u.test(name)) return 'it must not contain any of < > : " | ? * \\ or control characters';
  if (/^-/.test(name)) return 'it must not begin with a hyphen';
  if (/[. ]$/.test(name)) return 'it must not end with a dot or a space';
  if (deviceName.test(name) || name === 'node_modules') return 'this name is reserved';
  if (Buffer.byteLength(name) > 200) return 'it must not be longer than 200 bytes';
  return undefined;
}

/** Returns a valid package name for a site in a folder with this name. */
function packageName(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  if (name === '') return 'site';
  // A package cannot depend on a package of its own name.
  return name === 'octavo' ? 'octavo-site' : name;
}

/** Quotes a path for a shell, if it contains special characters. */
function quote(text: string): string {
  if (/^[\w./-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}

/** Creates the folder of a site and its files. Throws CommandError if the folder is not empty, or cannot be written. */
async function createSite(folder: string, name: string, packages: SitePackages): Promise<void> {
  // The user that runs the service, and the builder of an image, must be able to read the files. `serve` creates the data folder later.
  const umask = process.umask(0o022);
  try {
    await createFolder(folder);
    if (readdirSync(folder).length > 0)
      throw new CommandError(`The folder ${folder} is not empty; choose another folder, or empty this one.`);
    await copyTemplate(folder);
    writeFileSync(path.join(folder, 'package.json'), manifestOf(name, packages), { flag: 'wx' });
    for (const file of [packages.octavo.file, packages.admin?.file])
      if (file) writeFileSync(path.join(folder, file.name), readFileSync(file.path), { flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CommandError(`The folder ${folder} cannot be created: ${reasons[code] ?? message}.`);
  } finally {
    process.umask(umask);
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'a file has this name',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file has the name of one of its parent folders',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Copies the files of the template, except the manifest, into an empty folder. */
async function copyTemplate(folder: string): Promise<void> {
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === manifestFile) continue;
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(folder, path.relative(template, entry.parentPath), renamedFiles[entry.name] ?? entry.name);
    await createFolder(path.dirname(target));
    writeFileSync(target, readFileSync(source), { flag: 'wx' });
  }
}

/** Returns the content of the `package.json` of a site. */
function manifestOf(name: string, { octavo, admin }: SitePackages): string {
  const manifest = JSON.parse(readFileSync(path.join(template, manifestFile), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const dependencies = {
    ...manifest.dependencies,
    octavo: octavo.dependency,
    ...(admin && { [adminPackage]: admin.dependency }),
  };
  return `${JSON.stringify({ ...manifest, name, dependencies }, undefined, 2)}\n`;
}
