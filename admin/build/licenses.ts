// Collects the packages that the built files contain, with their licenses, and checks that these licenses are compatible with that of the
// admin.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Metafile } from 'esbuild';

/** A package of which the built files contain code or styles. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** The text of the license; undefined if the package contains none. */
  readonly text: string | undefined;
}

/**
 * Licenses whose code may be part of a work under the GNU General Public License, version 2 or later. `Apache-2.0` is compatible with version
 * 3 only, which "or later" allows.
 */
const compatibleLicenses: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'GPL-2.0-or-later', 'ISC', 'MIT', 'MIT-0'],
  ...['Unlicense', 'Zlib'],
]);

/** Licenses of packages whose package.json does not declare them in the current form; their license files were read. */
const knownLicenses: Readonly<Record<string, string>> = { 'computed-style': 'MIT', 'gradient-parser': 'MIT' };

/** Returns whether an SPDX expression is a compatible license, or a choice that includes one. Nested expressions are not accepted. */
export function isCompatible(expression: string): boolean {
  const choice = expression.replace(/^\(([^()]*)\)$/, '$1');
  return !/[()]/.test(choice) && choice.split(' OR ').some((license) => compatibleLicenses.has(license));
}

/**
 * Returns the packages that the outputs of builds contain, in alphabetical order. `root` is the folder of the sources, to which the paths in
 * the metafiles are relative. Throws an error for a package whose license is unknown or incompatible.
 */
export function findBundledPackages(root: string, metafiles: readonly Metafile[]): BundledPackage[] {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  );
  // An input `(disabled):…` is an empty module, which replaces one that browsers do not need.
  const folders = new Set(inputs.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const packages = [...folders].map((folder) => readPackage(path.resolve(root, folder)));
  const incompatible = packages.filter(({ license }) => !isCompatible(license));
  if (incompatible.length > 0) {
    const names = incompatible.map(({ name, license }) => `${name} (${license})`);
    throw new Error(`The license of the admin does not allow these packages in it: ${names.join(', ')}.`);
  }
  const sorted = new Map(packages.map((each) => [`${each.name} ${each.version}`, each] as const));
  return [...sorted.keys()].sort().flatMap((key) => sorted.get(key) ?? []);
}

/** The package.json of a package, as far as it is read here. */
interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

function readPackage(folder: string): BundledPackage {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { name, version, license = knownLicenses[name] ?? 'unknown' } = manifest;
  return { name, version, license, text: readLicense(folder) };
}

/** Returns the license in a package: the text of a file, or a section of the README up to the next section. */
function readLicense(folder: string): string | undefined {
  const names = readdirSync(folder).sort();
  const file = names.find((name) => /^(?:licen[cs]e|copying)(?:[-.].*)?$/i.test(name));
  if (file !== undefined) return readFileSync(path.join(folder, file), 'utf8');
  const readme = names.find((name) => /^readme(?:\.md)?$/i.test(name));
  const section = /^#+ *(?:the )?licen[cs]e\b[^\n]*\n([\s\S]+?)(?=^#+ |$(?![\s\S]))/im;
  return readme === undefined ? undefined : section.exec(readFileSync(path.join(folder, readme), 'utf8'))?.[1];
}

/** Returns a text with the licenses of packages. Packages whose licenses have the same text share it. */
export function formatLicenses(packages: readonly BundledPackage[]): string {
  const sections = new Map<string, BundledPackage[]>();
  for (const each of packages) {
    const text = each.text?.replaceAll('\r\n', '\n').trim() ?? 'The package contains no text of its license.';
    const known = sections.get(text);
    if (known) known.push(each);
    else sections.set(text, [each]);
  }
  const separator = `\n${'-'.repeat(80)}\n\n`;
  const texts = [...sections].map(([text, members]) => `${members.map(formatName).join('\n')}\n\n${text}\n`);
  const introduction =
    'The admin of Octavo has the license GPL-2.0-or-later and contains the following packages. Every release includes their sources.\n';
  return [introduction, ...texts].join(separator);
}

const formatName = ({ name, version, license }: BundledPackage): string => `${name} ${version} (${license})`;
