// Reads compose.yaml, and runs the `docker compose` commands of the documentation for services that are built from the Dockerfile.
import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { buildImage, containerOf, type Image } from './image.ts';
import { runInSandbox, type Sandbox, startInSandbox } from './sandbox.ts';

/** A service in compose.yaml, as far as it is used here. */
export interface ComposeService {
  readonly build?: string;
  readonly image?: string;
  readonly command?: readonly string[];
  readonly profiles?: readonly string[];
  readonly env_file?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly read_only?: boolean;
  readonly init?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly networks: Readonly<
    Record<
      string,
      { readonly ipam: { readonly config: readonly Readonly<Record<'subnet' | 'gateway' | 'ip_range', string>>[] } }
    >
  >;
}

/** Returns the services of a compose.yaml, in which `${NAME:-default}` is replaced by variables. */
export function readComposeFile(file: string, variables: Readonly<Record<string, string>>): ComposeFile {
  const text = readFileSync(file, 'utf8').replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_match, name: string, other = '') =>
    variables[name] ? variables[name] : other,
  );
  return parse(text, { merge: true }) as ComposeFile;
}

/** Returns the variables in the text of an environment file. */
export const parseEnvironmentFile = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** A container that is running. */
interface Container {
  readonly sandbox: Sandbox;
  readonly image: Image;
  readonly process: ChildProcess;
  output: string;
}

/** The containers of a folder with a compose.yaml. */
export class Compose {
  readonly #context: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #containers = new Map<string, Container>();

  /** `folder` is for images and volumes; `port` replaces the port 8080, which another program may use. */
  constructor(context: string, folder: string, port: number) {
    this.#context = context;
    this.#folder = folder;
    this.#port = port;
  }

  /** Runs a `docker compose` command of the documentation and returns its output. Throws Error if it is unknown or fails. */
  async run(args: readonly string[]): Promise<string> {
    const [command, ...rest] = args;
    const service = rest.find((arg) => !arg.startsWith('-')) ?? '';
    if (command === 'up' && rest.join(' ') === `-d --build --wait ${service}`) return this.#up(service);
    if (command === 'logs') return this.container(service).output;
    if (command === 'exec') return this.#exec(service, rest.slice(1));
    if (command === 'down' && rest.length === 0) return this.#down();
    throw new Error(`The command docker compose ${args.join(' ')} is not supported.`);
  }

  /** Returns a running container. Throws Error if there is none. */
  container(service: string): Container {
    const container = this.#containers.get(service);
    if (!container) throw new Error(`The container ${service} is not running.`);
    return container;
  }

  /** Runs the health check of a container once, and returns whether it succeeds. */
  isHealthy(service: string): boolean {
    const { sandbox, image } = this.container(service);
    return runInSandbox(sandbox, image.healthCheck, 5000).status === 0;
  }

  /** Ends all processes immediately. */
  kill(): void {
    for (const { process } of this.#containers.values()) process.kill('SIGKILL');
  }

  async #up(name: string): Promise<string> {
    const image = buildImage(this.#context, path.join(this.#folder, 'image'));
    const sandbox = this.#sandboxOf(image, name);
    const process = startInSandbox(sandbox, [...image.entrypoint, ...image.command]);
    const container = { sandbox, image, process, output: '' };
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (text) => {
        container.output += text;
      });
    this.#containers.set(name, container);
    for (const began = performance.now(); !this.isHealthy(name); await pause(200))
      if (process.exitCode !== null || performance.now() - began > 60_000)
        throw new Error(`The container ${name} is not healthy:\n${container.output}`);
    // The intervals between the health checks of a container engine are longer.
    await pause(1000);
    return '';
  }

  #sandboxOf(image: Image, name: string): Sandbox {
    const { services } = readComposeFile(path.join(this.#context, 'compose.yaml'), this.#variables());
    const service = services[name];
    if (service?.build !== '.') throw new Error(`The service ${name} is not built from the Dockerfile.`);
    return containerOf(image, path.join(this.#folder, 'image'), {
      isReadOnly: service.read_only ?? false,
      temporary: service.tmpfs ?? [],
      mounts: (service.volumes ?? []).map((volume) => this.#mountOf(image, volume)),
      environment: { ...this.#variables(), ...service.environment, OCTAVO_PORT: String(this.#port) },
    });
  }

  /** Returns the mount of a volume. As in Docker, a new volume has the content and the permissions of the folder in the image. */
  #mountOf(image: Image, volume: string) {
    const [name = '', target = ''] = volume.split(':');
    const source = path.join(this.#folder, 'volumes', name);
    if (!existsSync(source)) {
      mkdirSync(path.dirname(source), { recursive: true });
      execFileSync('cp', ['-a', path.join(image.root, target), source]);
    }
    return { source, target };
  }

  #variables(): Record<string, string> {
    return parseEnvironmentFile(readFileSync(path.join(this.#context, '.env'), 'utf8'));
  }

  #exec(name: string, command: readonly string[]): string {
    const { status, stdout, stderr } = runInSandbox(this.container(name).sandbox, command);
    if (status !== 0) throw new Error(`${command.join(' ')}\n${stdout}${stderr}`);
    return stdout;
  }

  /** Stops all containers with their stop signals. Throws Error if one of them does not exit with 0 within its time limit. */
  async #down(): Promise<string> {
    for (const [name, { process, image, output }] of this.#containers) {
      const exited = once(process, 'exit', { signal: AbortSignal.timeout(15_000) });
      process.kill(image.stopSignal as NodeJS.Signals);
      const [code] = await exited;
      if (code !== 0) throw new Error(`The container ${name} has exited with ${code}:\n${output}`);
      this.#containers.delete(name);
    }
    return '';
  }
}
