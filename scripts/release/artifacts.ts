// Creates the files that accompany the package of a release: software bills of materials, checksums and their signature.
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Name of the signer in the list of allowed signers, and namespace of the signatures. */
export const signer = 'octavo-release';

/** Name of the file with the checksums. */
export const checksumFile = 'SHA256SUMS';

/** Formats of software bills of materials, with the endings of their files. */
const formats = [
  { format: 'cyclonedx', ending: 'cdx.json' },
  { format: 'spdx', ending: 'spdx.json' },
] as const;

interface BillOfMaterials {
  serialNumber?: string;
  documentNamespace?: string;
  metadata?: { timestamp?: string; component?: { name: string; properties?: readonly object[] } };
  creationInfo?: { created?: string };
  /** CycloneDX: the components; SPDX: the packages. */
  readonly components?: readonly object[];
  readonly packages?: readonly object[];
}

/** A package of a release. */
export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  /** The folder with its lock file. */
  readonly source: string;
}

/**
 * Writes the bills of materials of the dependencies of a package on all platforms, except those for development, to a folder. `created` is the
 * time that they contain, so that the same commit has the same files. Returns the names of the files. Rejects if npm fails or finds no
 * packages.
 */
export async function writeBillsOfMaterials(
  folder: string,
  { name, version, source }: ReleasedPackage,
  created: Date,
): Promise<string[]> {
  return Promise.all(
    formats.map(async ({ format, ending }) => {
      const args = ['sbom', '--sbom-format', format, '--omit', 'dev', '--package-lock-only'];
      const { stdout } = await run('npm', args, { cwd: source, maxBuffer: 64 * 1024 * 1024 });
      const file = `${name}-${version}.${ending}`;
      const bill = makeReproducible(JSON.parse(stdout), created, name);
      if ((bill.components ?? bill.packages ?? []).length < 2)
        throw new Error(`npm sbom lists no packages in ${file}.`);
      writeFileSync(path.join(folder, file), `${JSON.stringify(bill, null, 2)}\n`);
      return file;
    }),
  );
}

/**
 * Replaces the time and the random identifier of a bill of materials by values that depend only on its content. npm names the package
 * after its folder and calls it private; it gets its name and the state of the published package.
 */
export function makeReproducible(bill: BillOfMaterials, created: Date, name: string): BillOfMaterials {
  const time = created.toISOString().replace(/\.\d+Z$/, 'Z');
  const result = structuredClone(bill);
  if (result.metadata) result.metadata.timestamp = time;
  if (result.metadata?.component) Object.assign(result.metadata.component, { name, properties: [] });
  if (result.creationInfo) result.creationInfo.created = time;
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
  const zero = '00000000-0000-4000-8000-000000000000';
  const identifiers = ['serialNumber', 'documentNamespace'] as const;
  const replaceIn = (id: string) => {
    for (const key of identifiers) if (result[key] !== undefined) result[key] = result[key].replace(uuid, id);
  };
  replaceIn(zero);
  const hash = createHash('sha256').update(JSON.stringify(result)).digest('hex');
  const variant = `8${hash.slice(17, 20)}`;
  replaceIn([hash.slice(0, 8), hash.slice(8, 12), `4${hash.slice(13, 16)}`, variant, hash.slice(20, 32)].join('-'));
  return result;
}

/** Writes the list of checksums of files in a folder, as `sha256sum --check` reads it. */
export function writeChecksums(folder: string, names: readonly string[]): void {
  const lines = names.toSorted().map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  writeFileSync(path.join(folder, checksumFile), lines.join(''));
}

/**
 * Signs the list of checksums with a private SSH key, or with the key of an agent if `key` is a public key. Throws Error if ssh-keygen
 * fails.
 */
export function signChecksums(folder: string, key: string): void {
  rmSync(path.join(folder, `${checksumFile}.sig`), { force: true });
  execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', path.resolve(key), '-n', signer, checksumFile], {
    cwd: folder,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
}

/** Checks the signature and the checksums in a folder. Throws Error if one is wrong, or the signer is not allowed. */
export function verifyArtifacts(folder: string, allowedSigners: string): void {
  const args = ['-Y', 'verify', '-f', path.resolve(allowedSigners), '-I', signer, '-n', signer];
  execFileSync('ssh-keygen', [...args, '-s', `${checksumFile}.sig`], {
    cwd: folder,
    input: readFileSync(path.join(folder, checksumFile)),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  execFileSync('sha256sum', ['--check', '--quiet', checksumFile], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Returns a line of the list of allowed signers for a public key. */
export const allowedSigner = (publicKey: string): string =>
  `${signer} namespaces="${signer}" ${publicKey.trim().split(' ').slice(0, 2).join(' ')}\n`;

/** Creates a key pair without a passphrase, for a dry run, and returns the path of the private key. */
export function createThrowawayKey(folder: string): string {
  const key = path.join(folder, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'dry run', '-f', key]);
  return key;
}
