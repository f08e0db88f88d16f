// Builds images and runs containers in plain folders: executes the steps of a Dockerfile, whose base image is replaced by the programs of
// this machine and the installed version of Node.js.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { environmentOf, execForm, type Instruction, parseDockerfile, type Stage } from '../dockerfile.ts';
import { type Mount, runInSandbox, type Sandbox } from './sandbox.ts';

/** A built image. */
export interface Image {
  /** Its root folder. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workingDirectory: string;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: string;
  readonly volumes: readonly string[];
}

/** The PATH of the base image. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The user `node` of the base image. */
const accounts = 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n';
const groups = 'root:x:0:\nnode:x:1000:\n';

/** Mounts of all containers: the programs of this machine instead of those of the base image, and the files of the kernel. */
const machineMounts = (folder: string): Mount[] => [
  { source: '/usr', target: '/usr', isReadOnly: true },
  { source: path.join(folder, 'usr-local'), target: '/usr/local', isReadOnly: true },
  { source: '/etc/ssl', target: '/etc/ssl', isReadOnly: true },
  ...['/proc', '/dev', '/sys'].map((each) => ({ source: each, target: each })),
];

/**
 * Environment variables that npm needs to reach its registry, as build arguments of a container engine would be: those of this process,
 * and the settings in configuration files of npm, which the image does not contain.
 */
function registryEnvironment(): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    /^(?:NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(name) ? [[name, value ?? '']] : [],
  );
  const configured = ['registry', 'cafile'].flatMap((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
    return value === 'null' || value === 'undefined' ? [] : [[`npm_config_${name}`, value]];
  });
  return Object.fromEntries([...inherited, ...configured]);
}

/**
 * Executes the steps of the Dockerfile in a folder, and returns the image of its last stage. `folder` is for the files of the images.
 * Throws Error with the output of a step that fails.
 */
export function buildImage(context: string, folder: string): Image {
  createBase(folder);
  const stages = parseDockerfile(readFileSync(path.join(context, 'Dockerfile'), 'utf8'));
  const images = new Map<string, Image>();
  let image: Image | undefined;
  for (const [at, stage] of stages.entries()) {
    image = buildStage(stage, { context, folder, root: path.join(folder, `stage-${at}`), images });
    if (stage.alias !== undefined) images.set(stage.alias, image);
  }
  if (!image) throw new Error('The Dockerfile has no stage.');
  return image;
}

/** Returns the sandbox of a container. Its `environment` is added to that of the image. */
export const containerOf = (
  image: Image,
  folder: string,
  options: Pick<Sandbox, 'isReadOnly' | 'temporary'> & {
    readonly mounts?: readonly Mount[];
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Sandbox => ({
  root: image.root,
  workingDirectory: image.workingDirectory,
  user: image.user,
  ...options,
  mounts: [...machineMounts(folder), ...(options.mounts ?? [])],
  environment: { PATH: searchPath, ...image.environment, ...options.environment },
});

/** Creates the folder of Node.js in `/usr/local`, where it is in the base image. */
function createBase(folder: string): void {
  const programs = path.join(folder, 'usr-local/bin');
  if (existsSync(programs)) return;
  mkdirSync(programs, { recursive: true });
  const node = path.join(programs, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
}

interface Build {
  readonly context: string;
  readonly folder: string;
  readonly root: string;
  readonly images: ReadonlyMap<string, Image>;
}

function buildStage({ instructions }: Stage, build: Build): Image {
  createRoot(build.root);
  let image: Image = {
    root: build.root,
    environment: {},
    workingDirectory: '/',
    user: { uid: 0, gid: 0 },
    ...{ entrypoint: [], command: [], healthCheck: [], stopSignal: 'SIGTERM', volumes: [] },
  };
  for (const instruction of instructions) image = { ...image, ...applyInstruction(instruction, image, build) };
  return image;
}

/** Creates a root folder with the accounts of the base image, in which the folders of this machine can be mounted. */
function createRoot(root: string): void {
  for (const name of ['usr', 'etc/ssl', 'proc', 'dev', 'sys', 'tmp', 'root', 'home/node', 'var/tmp'])
    mkdirSync(path.join(root, name), { recursive: true });
  for (const name of ['tmp', 'var/tmp']) chmodSync(path.join(root, name), 0o1777);
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, path.join(root, name));
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf', 'ld.so.cache'])
    if (existsSync(`/etc/${name}`)) copyFileSync(`/etc/${name}`, path.join(root, 'etc', name));
  writeFileSync(path.join(root, 'etc/passwd'), accounts);
  writeFileSync(path.join(root, 'etc/group'), groups);
  execFileSync('chown', ['1000:1000', path.join(root, 'home/node')]);
}

/** Executes an instruction and returns the changed properties of the image. Throws Error for an unknown instruction. */
function applyInstruction({ name, flags, text, line }: Instruction, image: Image, build: Build): Partial<Image> {
  const inImage = (target: string) => path.join(image.root, path.posix.resolve(image.workingDirectory, target));
  switch (name) {
    case 'WORKDIR':
      mkdirSync(inImage(text), { recursive: true });
      return { workingDirectory: path.posix.resolve(image.workingDirectory, text) };
    case 'ENV':
      return { environment: { ...image.environment, ...Object.fromEntries(environmentOf(text)) } };
    case 'USER':
      return { user: parseUser(text) };
    case 'COPY': {
      const [source = '', target = ''] = text.split(/\s+/);
      if (flags.from === undefined) copyContext(build.context, path.join(build.context, source), inImage(target));
      else copyAll(path.join(build.images.get(flags.from)?.root ?? '', source), inImage(target));
      return {};
    }
    case 'RUN': {
      const { status, stdout, stderr } = runStep(text, image, build.folder);
      if (status !== 0) throw new Error(`Line ${line}: ${text}\n${stdout}${stderr}`);
      return {};
    }
    case 'HEALTHCHECK':
      return { healthCheck: execForm(text.replace(/^CMD\s+/, '')) ?? [] };
    case 'ENTRYPOINT':
      return { entrypoint: execForm(text) ?? [] };
    case 'CMD':
      return { command: execForm(text) ?? [] };
    case 'STOPSIGNAL':
      return { stopSignal: text };
    case 'VOLUME':
      return { volumes: [...image.volumes, ...(execForm(text) ?? text.split(/\s+/))] };
    case 'EXPOSE':
      return {};
    default:
      throw new Error(`Line ${line}: ${name} is not supported.`);
  }
}

function runStep(command: string, image: Image, folder: string) {
  const { user, ...container } = containerOf(image, folder, { environment: registryEnvironment() });
  // A step that runs as root has its privileges.
  return runInSandbox({ ...container, ...(user?.uid !== 0 && user && { user }) }, ['/bin/sh', '-c', command]);
}

function parseUser(text: string): Image['user'] {
  const known: Readonly<Record<string, number>> = { root: 0, node: 1000 };
  const [user = '', group = user] = text.split(':');
  const idOf = (name: string) => known[name] ?? Number(name);
  return { uid: idOf(user), gid: idOf(group) };
}

/** Copies files of the build context as root, except those that `.dockerignore` lists. */
function copyContext(context: string, source: string, target: string): void {
  const patterns = readFileSync(path.join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const unsupported = patterns.find((pattern) => /[!?[\]/]|\*\*/.test(pattern));
  if (unsupported !== undefined) throw new Error(`The pattern ${unsupported} in .dockerignore is not supported.`);
  cpSync(source, target, {
    recursive: true,
    filter: (file) => {
      const [name = ''] = path.relative(context, file).split(path.sep);
      return !patterns.some((pattern) => path.matchesGlob(name, pattern));
    },
  });
  execFileSync('chown', ['-R', '0:0', target]);
}

/** Copies a folder of another stage with its owners and permissions. */
function copyAll(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  execFileSync('cp', ['-a', `${source}/.`, target]);
}
