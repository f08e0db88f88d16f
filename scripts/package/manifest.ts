// Creates the package.json of the package.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { separateLibraries } from './bundle.ts';
import { root } from './sources.ts';

/** The properties of package.json that are the same in the package. */
const sharedProperties = ['name', 'version', 'description', 'license', 'repository', 'type', 'engines', 'bin'] as const;

/** The package.json of the repository, as far as it is read here. */
interface Manifest extends Readonly<Record<(typeof sharedProperties)[number], unknown>> {
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

const readManifest = (): Manifest => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** Returns the version of the package. */
export const packageVersion = (): string => readManifest().version;

/** Returns the text of the package.json of the package, which depends only on the libraries that are not compiled into it. */
export function formatManifest(): string {
  const manifest = readManifest();
  const { dependencies, optionalDependencies } = manifest;
  const packed = {
    ...Object.fromEntries(sharedProperties.map((name) => [name, manifest[name]])),
    exports: Object.fromEntries(Object.entries(manifest.exports).map(([name, file]) => [name, packedExport(file)])),
    dependencies: Object.fromEntries(separateLibraries.map((name) => [name, dependencies[name]])),
    optionalDependencies,
    // The types of the package refer to those of Node.js.
    peerDependencies: { '@types/node': '>=24' },
    peerDependenciesMeta: { '@types/node': { optional: true } },
  };
  return `${JSON.stringify(packed, undefined, 2)}\n`;
}

const packedExport = (file: string) =>
  file.endsWith('.ts') ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') } : file;
