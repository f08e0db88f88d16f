// Starts programs with the version of Node.js that the service needs, from any version. This folder and the files that import it use
// only features of Node.js 20.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chooseNode, isSupported, NodeMissing } from './installed-node.js';
import { endWithParent } from './parent.js';

/** The environment variable that passes the process ID of the launcher to the process that it starts or becomes. */
const launcherVariable = 'OCTAVO_LAUNCHER';

/**
 * Settings of the GNU C library, which reads them when a process starts. By default it returns a large block to the system only
 * until the first one is freed; from then on, blocks of up to 32 MB are allocated from the heap shared with small ones and stay
 * in the process as long as any of these is in use (docs/performance.md). Other C libraries ignore them.
 * @type {Readonly<Record<string, string>>}
 */
export const memoryVariables = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '4194304' };

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program that npm links as `octavo`. */
const mainProgram = 'server/main.js';

/**
 * Returns immediately in the Node.js that the service needs. In any other Node.js, it starts the program again with the needed one and
 * the same arguments, and never returns: this process becomes the new one if Node.js supports that. Otherwise this process forwards
 * signals and the exit code, and the new process ends with it, even when it is killed.
 *
 * When there is no suitable Node.js, it prints one sentence and exits with 1.
 * @param {string} url The program that calls this, as its `import.meta.url`.
 */
export async function launch(url) {
  const program = fileURLToPath(url);
  // Processes that the service forks run on the same Node.js, and end when their channel closes.
  if (process.channel && isSupported(process.versions.node)) return;
  const launcher = takeLauncher();
  if (launcher !== undefined && launcher !== process.pid) return endWithParent(launcher);
  if (isRunByNpm(program)) endWithParent(process.ppid);
  if (launcher !== undefined) return;
  const node = await nodeFor(program);
  if (node === process.execPath) return;
  const args = [...process.execArgv, program, ...process.argv.slice(2)];
  const env = { ...memoryVariables, ...process.env, [launcherVariable]: String(process.pid) };
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env);
  const { endAsChild } = await import('./child.js');
  await endAsChild(node, args, env);
}

/**
 * Returns the process ID of the launcher if this process was launched. The variable is deleted, so that it does not reach child
 * processes.
 */
function takeLauncher() {
  const id = process.env[launcherVariable];
  delete process.env[launcherVariable];
  return id === undefined ? undefined : Number(id);
}

/** @param {string} program */
async function nodeFor(program) {
  try {
    return await chooseNode(program);
  } catch (error) {
    if (!(error instanceof NodeMissing)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/**
 * Returns whether the parent of this process is npm itself, or a shell that npm started only for this process. The scripts of package.json
 * replace npm's shell (`exec`), so that this process receives npm's signals. In a project that has installed the package, `npm start` and
 * `npx` run `octavo`; some shells replace themselves with it, and others end when npm is stopped. SIGKILL of npm cannot be forwarded.
 * @param {string} program
 */
function isRunByNpm(program) {
  const script = process.env.npm_lifecycle_script ?? '';
  const name = path.relative(root, program).replaceAll('\\', '/');
  // The shell of a script with several commands may end before this process.
  return (
    `${script} `.startsWith(`exec node ${name} `) ||
    (name === mainProgram && /^(exec )?(['"]?)octavo\2( [^&|;<>()\n]*)?$/.test(script))
  );
}
