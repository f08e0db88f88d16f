// Tests the examples of reverse proxies: each runs in front of a site, with the ports and paths of the test.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../test/free-port.ts';

const execute = promisify(execFile);

/** The domain name in the examples. */
export const domain = 'cms.example.com';

/** The site, and the folders and the environment of its tests. */
export interface Options {
  /** The folder of an installed site. */
  readonly site: string;
  /** A folder for the files of the tests. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Returns the reason why a program cannot be used, or false. */
  readonly reasonWithout: (program: string) => string | false;
}

/** A proxy in front of the service. */
interface Proxy {
  readonly name: string;
  /** Starts the proxy with files in a folder and returns its process. */
  start(folder: string, ports: Ports): ChildProcess;
}

export interface Ports {
  readonly service: number;
  readonly http: number;
  readonly https: number;
}

/** Declares the tests of both examples. */
export function describeProxies({ site, folder, environment, reasonWithout }: Options): void {
  const proxies: readonly Proxy[] = [
    { name: 'nginx', start: (work, ports) => startNginx(path.join(site, 'deploy/nginx.conf'), work, ports) },
    {
      name: 'caddy',
      start: (work, ports) =>
        startCaddy(path.join(site, 'deploy/Caddyfile'), work, ports, { OCTAVO_NODES: `127.0.0.1:${ports.service}` }),
    },
  ];
  for (const proxy of proxies)
    describe(`the example for ${proxy.name}`, { skip: reasonWithout(proxy.name) }, () =>
      testProxy(proxy, site, path.join(folder, proxy.name), environment),
    );
}

function testProxy(proxy: Proxy, site: string, folder: string, environment: NodeJS.ProcessEnv): void {
  let ports: Ports;
  let log = '';
  let authorization = '';
  const processes: ChildProcess[] = [];
  // Both programs stop on SIGTERM; after SIGKILL, the workers of nginx would continue to run.
  after(() => Promise.all(processes.map(stop)));

  before(async () => {
    mkdirSync(folder, { recursive: true });
    const [service, http, https] = [await freePort(), await freePort(), await freePort()];
    ports = { service, http, https };
    const env = {
      ...environment,
      OCTAVO_PORT: String(service),
      OCTAVO_DATA: path.join(folder, 'data'),
      OCTAVO_CONFIG: path.join(site, 'octavo.config.ts'),
      OCTAVO_HOME: `https://${domain}`,
      OCTAVO_TRUST_PROXY: '127.0.0.1',
    };
    const program = 'node_modules/octavo/server/main.js';
    const started = spawn('node', [program, 'serve'], { cwd: site, env, stdio: ['ignore', 'pipe', 'pipe'] });
    processes.push(started);
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (text) => (log += text));
    await untilResponds(`http://127.0.0.1:${service}/readyz`, () => log);
    const args = [program, 'app-password', 'create', 'admin', '--name', 'proxy'];
    authorization = `admin:${execFileSync('node', args, { cwd: site, env, encoding: 'utf8' }).trim()}`;
    const running = proxy.start(folder, ports);
    processes.push(running);
    let output = '';
    for (const stream of [running.stdout, running.stderr]) stream?.on('data', (text) => (output += text));
    await untilResponds(`http://127.0.0.1:${http}/`, () => output);
  });

  /** Runs curl with the domain name of the site, and returns the output. */
  const curl = async (...args: string[]) => {
    const resolve = [ports.http, ports.https].flatMap((port) => ['--resolve', `${domain}:${port}:127.0.0.1`]);
    const common = ['--silent', '--show-error', '--insecure', '--max-time', '60', ...resolve];
    return (await execute('curl', [...common, ...args], { maxBuffer: 256 * 1024 * 1024 })).stdout;
  };
  const url = (target: string) => `https://${domain}:${ports.https}${target}`;

  it('passes on requests for the public URL', async () => {
    const post = JSON.parse(await curl('--fail', url('/rest/cms/v2/posts/1')));
    assert.ok(post.link.startsWith(`https://${domain}/`), post.link);
    assert.match(await curl('--fail', url('/rest/hello/v1/greeting')), /Hello world!/);
    assert.match(await curl('--fail', url('/rest/cms/v2/events')), /^\[\]$/);
  });

  it('redirects requests without TLS', async () => {
    const headers = await curl('--head', `http://${domain}:${ports.http}/rest/`);
    assert.match(headers, /^HTTP\/1\.1 30[18] /);
    assert.match(headers, new RegExp(`^location: https://${domain}`, 'im'));
  });

  it('passes on cookies that browsers send over encrypted connections only', async () => {
    const headers = await curl('--dump-header', '-', '--output', '/dev/null', url('/account/sign-in'));
    assert.match(headers, /^set-cookie: .*; Secure/im);
  });

  it('compresses responses', async () => {
    const headers = await curl(
      '--dump-header',
      '-',
      '--output',
      '/dev/null',
      '--compressed',
      url('/rest/cms/v2/posts'),
    );
    assert.match(headers, /^content-encoding: gzip/im);
  });

  it('does not change the ETags of responses that are not compressed', async () => {
    const target = '/rest/cms/v2/posts/1';
    const tagOf = (headers: string) => /^etag: (.*)$/im.exec(headers)?.[1]?.trim();
    const get = ['--dump-header', '-', '--output', '/dev/null', '--header', 'Accept-Encoding: identity'];
    const direct = tagOf(await curl(...get, `http://127.0.0.1:${ports.service}${target}`));
    assert.ok(direct);
    assert.equal(tagOf(await curl(...get, url(target))), direct);
  });

  it('passes on the address of the client, which the client cannot change', async () => {
    const forged = ['--header', 'X-Forwarded-For: 203.0.113.9', '--interface', '127.0.0.2'];
    await curl(...forged, '--user', 'admin:wrong', url('/rest/cms/v2/users/me'));
    const failed = () => log.split('\n').find((line) => line.includes('"login failed"'));
    for (const began = performance.now(); failed() === undefined; await pause(50))
      assert.ok(performance.now() - began < 5000, log);
    assert.equal(JSON.parse(failed() ?? '').ip, '127.0.0.2');
  });

  it('passes on large uploads and downloads', async () => {
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(64 * 1024 * 1024)]);
    const file = path.join(folder, 'large.pdf');
    writeFileSync(file, content);
    const upload = ['--user', authorization, '--form', `file=@${file};type=application/pdf`];
    const media = JSON.parse(await curl('--fail-with-body', ...upload, url('/rest/cms/v2/media')));
    const downloaded = path.join(folder, 'downloaded.pdf');
    await curl('--fail', '--output', downloaded, url(new URL(media.source_url).pathname));
    const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    assert.equal(digestOf(readFileSync(downloaded)), digestOf(content));
  });

  it('passes on events immediately', async () => {
    const resolve = ['--resolve', `${domain}:${ports.https}:127.0.0.1`];
    const args = ['--silent', '--insecure', '--no-buffer', ...resolve, '--user', authorization];
    const feed = spawn('curl', [...args, url('/rest/octavo/v1/events')], { stdio: ['ignore', 'pipe', 'inherit'] });
    processes.push(feed);
    let received = '';
    feed.stdout.setEncoding('utf8').on('data', (text) => (received += text));
    const within = async (limitMs: number, isDone: () => boolean) => {
      for (const began = performance.now(); !isDone(); await pause(20))
        assert.ok(performance.now() - began < limitMs, `received: ${received}`);
    };
    await within(5000, () => received !== '');
    await curl('--fail', '--user', authorization, '--data', 'title=News&status=publish', url('/rest/cms/v2/posts'));
    await within(3000, () => received.includes('event: entry.created'));
    await stop(feed);
  });

  it('responds with an error when the service has stopped', async () => {
    const [service] = processes;
    assert.ok(service);
    const exited = once(service, 'exit');
    service.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
    const status = await curl('--output', '/dev/null', '--write-out', '%{http_code}', url('/rest/cms/v2/posts/1'));
    assert.match(status, /^50[23]$/);
  });
}

/** Stops a process and waits until it has exited. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Waits until a URL responds. Throws Error with the output of the program after 20 seconds. */
export async function untilResponds(url: string, output: () => string): Promise<void> {
  const responds = () =>
    fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  for (const began = performance.now(); !(await responds()); await pause(50))
    if (performance.now() - began > 20_000) throw new Error(`${url} does not respond:\n${output()}`);
}

/** Returns a text with replacements. Throws Error if a text to replace does not occur. */
function replaceAll(text: string, replacements: readonly (readonly [from: string, to: string])[]): string {
  let replaced = text;
  for (const [from, to] of replacements) {
    assert.ok(replaced.includes(from), `the example does not contain ${from}`);
    replaced = replaced.replaceAll(from, to);
  }
  return replaced;
}

function startNginx(example: string, folder: string, { service, http, https }: Ports): ChildProcess {
  const certificate = path.join(folder, 'certificate.pem');
  const key = path.join(folder, 'key.pem');
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', [...request, '-subj', `/CN=${domain}`, '-keyout', key, '-out', certificate], {
    stdio: 'pipe',
  });
  const site = replaceAll(readFileSync(example, 'utf8'), [
    ['127.0.0.1:8080', `127.0.0.1:${service}`],
    ['listen 80;', `listen ${http};`],
    ['listen [::]:80;', hasIPv6() ? `listen [::]:${http};` : ''],
    ['listen 443 ssl;', `listen ${https} ssl;`],
    ['listen [::]:443 ssl;', hasIPv6() ? `listen [::]:${https} ssl;` : ''],
    [`/etc/ssl/${domain}.pem`, certificate],
    [`/etc/ssl/${domain}.key`, key],
  ]);
  writeFileSync(path.join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${path.join(folder, name)};`,
  );
  const main = path.join(folder, 'nginx.conf');
  // Processes of another user could not read the folder of the test.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    main,
    `${user} daemon off; pid ${path.join(folder, 'nginx.pid')}; error_log stderr; events {}
     http { access_log off; ${temporary.join(' ')} include ${path.join(folder, 'site.conf')}; }`,
  );
  const checked = spawnSync('nginx', ['-t', '-c', main], { encoding: 'utf8' });
  assert.equal(checked.status, 0, checked.stderr);
  assert.doesNotMatch(checked.stderr, /\[warn\]/);
  return spawn('nginx', ['-c', main], { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Whether this machine has an IPv6 address. */
const hasIPv6 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ family }) => family === 'IPv6'));

/** Starts Caddy with the example, and with variables that the example reads. */
export function startCaddy(
  example: string,
  folder: string,
  { http, https }: Pick<Ports, 'http' | 'https'>,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const main = path.join(folder, 'Caddyfile');
  // Caddy obtains no certificates from the internet, and installs none on this machine.
  writeFileSync(
    main,
    `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport "${path.relative(folder, example)}"\n`,
  );
  const env = {
    ...process.env,
    XDG_DATA_HOME: path.join(folder, 'data-home'),
    XDG_CONFIG_HOME: path.join(folder, 'config-home'),
    ...variables,
  };
  const args = ['--adapter', 'caddyfile', '--config', main];
  const checked = spawnSync('caddy', ['validate', ...args], { encoding: 'utf8', env });
  assert.equal(checked.status, 0, checked.stderr);
  return spawn('caddy', ['run', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}
