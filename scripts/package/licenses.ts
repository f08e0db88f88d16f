// Collects the licenses of the libraries that the compiled code contains.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './sources.ts';

/** Names of files with the text of a license. */
const licenseFile = /^(licen[cs]e|copying)([-.].*)?$/i;

const separator = `\n${'-'.repeat(80)}\n\n`;

/** The section of a README with the license, up to the end. */
const licenseSection = /^#+ *licen[cs]e *\n([\s\S]+)$/im;

/** Returns the names, versions and licenses of libraries in these folders. Throws an Error if one of them contains no license. */
export function formatLicenses(libraries: readonly string[]): string {
  const sections = libraries.map((library) => {
    const folder = path.join(root, library);
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const text = readLicense(folder);
    if (text === undefined) throw new Error(`The package ${name} contains no license.`);
    return `${name} ${version}\n\n${text.replaceAll('\r\n', '\n').trim()}\n`;
  });
  return ['The compiled code of Octavo contains the following libraries.\n', ...sections].join(separator);
}

/** Returns the license of a package: a file, or a section of the README. */
function readLicense(folder: string): string | undefined {
  const names = readdirSync(folder);
  const file = names.find((each) => licenseFile.test(each));
  if (file !== undefined) return readFileSync(path.join(folder, file), 'utf8');
  const readme = names.find((each) => /^readme\.md$/i.test(each));
  return readme === undefined ? undefined : licenseSection.exec(readFileSync(path.join(folder, readme), 'utf8'))?.[1];
}
