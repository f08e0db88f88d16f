// Follows the guides "Install", "Containers" and "systemd" from the packed package, and runs the proxies of the guide "Reverse proxy" in
// front of a site. `npm run deployment` needs the npm registry and, for the guides about servers, root on Linux and the Debian packages
// caddy, docker-compose, nginx and systemd, so `npm test` does not include it.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  checkBlocks,
  checkRun,
  codeBlocksOf,
  commandBlocksOf,
  createPrograms,
  programPath,
  runScript,
  scriptOf,
} from '../test/follow-page.ts';
import { freePort } from '../test/free-port.ts';
import { packedAdmin, packedTarball } from '../test/packed.ts';
import { setUpSite, setupLinkIn } from '../test/set-up-site.ts';
import { describeCluster } from './deployment/cluster.ts';
import { Compose } from './deployment/compose.ts';
import { runOnCopy } from './deployment/overlay.ts';
import { describeProxies, untilResponds } from './deployment/proxies.ts';
import { runInSandbox, sandboxUnavailable } from './deployment/sandbox.ts';
import { allowedSystemCalls, parseUnit, settingOf } from './deployment/unit.ts';
import { packageVersion } from './package/manifest.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-deployment-'));
after(() => rm(folder, { recursive: true, force: true }));

/** Maximum duration of the commands of a page, in milliseconds. */
const timeoutMs = 300_000;

/** Maximum exposure of the unit, as `systemd-analyze security` rates it, in tenths: 0 to 100. */
const maxExposure = 20;

/** The site that a reader of the guide "Install" creates, in a folder whose path has a space. */
const site = path.join(folder, 'my sites/my-site');

const reasonWithout = (program: string): string | false =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? false : `${program} is not installed`;

const readPage = (name: string) => {
  const page = readFileSync(path.join(root, 'docs', name), 'utf8');
  const blocks = codeBlocksOf(page);
  return { page, blocks, commands: commandBlocksOf(blocks) };
};

/** Returns the environment of a reader: that of this process without variables of Octavo, of npm scripts and of the test runner. */
const readerEnvironment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|octavo_)|^NODE_(?:ENV|OPTIONS|TEST_CONTEXT)$/i.test(name),
    ),
  ),
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(path.delimiter),
  npm_config_cache: execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(),
  npm_config_update_notifier: 'false',
  ...variables,
});

before(async () => {
  const tarballs = await Promise.all([packedTarball(), packedAdmin()]);
  const reader = path.dirname(site);
  const home = path.join(folder, 'home');
  const npm = programPath('npm');
  createPrograms(path.join(home, 'programs'), {
    git: '[ "$1" = clone ] && [ $# = 3 ] && mkdir "$3"',
    // In the clone, the packages have already been built.
    npm: `case "$*" in
      'ci --prefix octavo') ;;
      'run --prefix octavo pack') mkdir octavo/dist && cp ${tarballs.map((file) => `'${file}'`).join(' ')} octavo/dist ;;
      *) exec '${npm}' "$@" ;;
    esac`,
  });
  mkdirSync(reader);
  const port = await freePort();
  const { page, blocks, commands } = readPage('install.md');
  checkBlocks(page, blocks);
  const env = readerEnvironment({ HOME: home, OCTAVO_PORT: String(port), OCTAVO_REPOSITORY: root });
  env.PATH = `${path.join(home, 'programs')}:${env.PATH}`;
  const script = scriptOf(commands).replace(/\b8080\b/g, String(port));
  checkRun(blocks, await runScript(script, reader, env, timeoutMs));
});

describe('the guide "Install"', () => {
  it('creates a site that depends on the copied packages and on nothing else', () => {
    const { name, dependencies } = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8'));
    const files = [`octavo-${packageVersion()}.tgz`, `octavo-admin-${packageVersion()}.tgz`];
    assert.deepEqual(
      readdirSync(site)
        .filter((each) => each.endsWith('.tgz'))
        .sort(),
      files,
    );
    const [octavo, admin] = files;
    assert.deepEqual([name, dependencies], ['my-site', { octavo: `file:${octavo}`, 'octavo-admin': `file:${admin}` }]);
  });

  it('creates the data in the folder of the site, and nothing in the folder of the package', () => {
    assert.ok(existsSync(path.join(site, 'data/octavo.sqlite')));
    assert.ok(!existsSync(path.join(site, 'node_modules/octavo/data')));
  });

  it('leaves no files that the repository of the site would contain by mistake', () => {
    const run = (...args: string[]) => execFileSync('git', args, { cwd: site, encoding: 'utf8' });
    run('init', '--quiet');
    const files = run('ls-files', '--others', '--exclude-standard').trim().split('\n');
    const unexpected = files.filter((file) => /^(?:data|node_modules)\/|^\.env$/.test(file));
    assert.deepEqual(unexpected, []);
    for (const file of ['.env.example', '.gitignore', '.npmrc', 'package-lock.json', 'octavo.config.ts', 'README.md'])
      assert.ok(files.includes(file), file);
  });
});

describe('the guide "Containers"', { skip: sandboxUnavailable() }, () => {
  const { page, blocks, commands } = readPage('containers.md');

  it('runs the site in a container with a read-only root file system, without privileges, until it is stopped', async (t) => {
    checkBlocks(page, blocks);
    const context = copySite('container');
    const port = await freePort();
    const compose = new Compose(context, path.join(folder, 'engine'), port);
    t.after(() => compose.kill());
    let output = '';
    let isSetUp = false;
    const run = async (command: string) => {
      const [, args] = /^docker compose (.*)$/.exec(command) ?? [];
      output += args
        ? await compose.run(args.split(' '))
        : execFileSync('bash', ['-ec', command.replaceAll('8080', String(port))], { cwd: context, encoding: 'utf8' });
      // The reader opens the link in the log.
      if (!isSetUp && setupLinkIn(output) !== '') {
        isSetUp = true;
        await setUpSite(output, `http://127.0.0.1:${port}`);
      }
    };
    const lines = commands.flatMap(({ text }) => text.trim().split('\n'));
    const [down] = lines.splice(-1);
    assert.equal(down, 'docker compose down');
    for (const line of lines) await run(line);
    assert.ok(isSetUp);
    assert.match(output, /\d+\tadmin\tadmin@example\.com$/m);
    assert.match(output, /entries, .* files$/m);
    assert.doesNotMatch(output, /"level":[4-6]0/);

    const { process: service, image, sandbox } = compose.container('octavo');
    checkPrivileges(service.pid, 1000);
    for (const file of ['/site/x', '/etc/x', '/x'])
      assert.throws(() => writeFileSync(inProcess(service.pid, file), ''), /EROFS/);
    for (const file of ['/data/x', '/tmp/x']) writeFileSync(inProcess(service.pid, file), '');
    const hello = await fetch(`http://127.0.0.1:${port}/rest/hello/v1/greeting`);
    assert.deepEqual(await hello.json(), { message: 'Hello world!' });
    const cached = path.join(image.root, 'site/node_modules/octavo/node_modules/.cache/octavo');
    assert.match(readdirSync(cached).join(), /-1000$/, 'the image has compiled code for the user of the container');
    assert.ok(!existsSync(path.join(image.root, 'site/.env')));
    assert.ok(!existsSync(path.join(image.root, 'site/data')));
    await run(down);
    assert.notEqual(runInSandbox(sandbox, image.healthCheck).status, 0, 'the health check fails without the service');
  });

  it('has a valid compose.yaml', { skip: reasonWithout('docker-compose') }, () => {
    const context = copySite('compose');
    cpSync(path.join(context, '.env.example'), path.join(context, '.env'));
    const { status, stderr } = spawnSync('docker-compose', ['--profile', 'cluster', 'config'], {
      cwd: context,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
  });
});

describe('the guide "systemd"', { skip: sandboxUnavailable() || reasonWithout('systemd-analyze') }, () => {
  const { page, blocks, commands } = readPage('systemd.md');

  it('runs the site as a service that can only write its own folders, until it is stopped', async () => {
    checkBlocks(page, blocks);
    const context = copySite('systemd');
    const home = path.join(folder, 'root');
    const programs = path.join(home, 'programs');
    const port = await freePort();
    const program = `exec '${process.execPath}' '${path.join(root, 'scripts/deployment/systemd-programs.ts')}'`;
    createPrograms(programs, {
      sudo: 'exec "$@"',
      ...Object.fromEntries(
        ['systemctl', 'journalctl', 'systemd-run'].map((name) => [name, `${program} ${name} "$@"`]),
      ),
    });
    const guide = commands
      .map(({ text }, at) => `${text}printf '\\n@@ %s\\n' ${at}\n`)
      .join('')
      .replace(/\b8080\b/g, String(port))
      // The reader edits the settings.
      .replace(
        /^(sudo install .* \/etc\/octavo\.env)$/m,
        `$1\nprintf '%s\\n' OCTAVO_PORT=${port} OCTAVO_ADMIN_PASSWORD=correct-horse-battery >> /etc/octavo.env`,
      )
      .replace(/^(sudo systemctl enable --now octavo)$/m, `$1\n${awaitService(port)}`);
    const script = `set -eo pipefail; exec 2>&1\n${guide}${unitChecks}\nsudo systemctl stop octavo\necho stopped\n`;
    const env = readerEnvironment({ HOME: home, OCTAVO_UNIT_STATE: home });
    env.PATH = `${programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
    const shared = [folder, root, env.npm_config_cache ?? ''];
    const result = await runOnCopy(script, { shared, cwd: context, env, timeoutMs });
    checkRun(blocks, result);
    const { output } = result;
    assert.match(output, /Sign in and write at http/);
    assert.match(output, /\d+\tadmin\tadmin@example\.com$/m);
    assert.match(output, /entries, .* files$/m);
    assert.match(output, /^backup: 600 octavo \/var\/lib\/octavo\/backups\/[^/]+\.tar$/m);
    assert.doesNotMatch(output, /"level":[4-6]0/);
    assert.match(output, /^Uid:\t(?!0\t)(\d+)\t\1\t\1\t\1$/m);
    assert.match(output, /^CapEff:\t0+$/m);
    assert.match(output, /^CapBnd:\t0+$/m);
    assert.match(output, /^NoNewPrivs:\t1$/m);
    assert.deepEqual(
      [...output.matchAll(/^(\S+) is writable$/gm)].map(([, name]) => name),
      ['/var/lib/octavo', '/var/cache/octavo', '/tmp'],
    );
    assert.match(output, /^compiled code: [1-9]/m);
    assert.match(output, /^stopped$/m);
  });

  it('uses only system calls that the unit allows', { skip: reasonWithout('strace') }, async (t) => {
    // The user of the service is not root, whose processes use additional system calls.
    const data = path.join(folder, 'traced');
    mkdirSync(data);
    for (const [file, mode] of [
      [folder, 0o755],
      [data, 0o777],
    ] as const)
      chmodSync(file, mode);
    const trace = path.join(data, 'trace');
    const port = await freePort();
    const variables = {
      OCTAVO_PORT: String(port),
      OCTAVO_DATA: path.join(data, 'data'),
      OCTAVO_CONFIG: path.join(site, 'octavo.config.ts'),
    };
    // In the folder of the site, the user of the service may not read .env.
    const command = [process.execPath, path.join(site, 'node_modules/octavo/server/main.js'), 'serve'];
    const args = ['-f', '-qq', '-u', 'nobody', '-o', trace, ...command];
    const child = spawn('strace', args, {
      cwd: data,
      env: readerEnvironment({ HOME: data, ...variables }),
      stdio: 'ignore',
    });
    t.after(() => child.kill('SIGKILL'));
    await untilResponds(`http://127.0.0.1:${port}/readyz`, () => 'See the trace.');
    const image = path.join(data, 'image.png');
    await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } }).toFile(image);
    const password = execFileSync(
      command[0] ?? '',
      [command[1] ?? '', 'app-password', 'create', 'admin', '--name', 'trace'],
      {
        cwd: data,
        encoding: 'utf8',
        env: readerEnvironment(variables),
      },
    ).trim();
    const upload = ['--silent', '--fail-with-body', '--user', `admin:${password}`, '--form', `file=@${image}`];
    execFileSync('curl', [...upload, `http://127.0.0.1:${port}/rest/cms/v2/media`]);
    const exited = once(child, 'exit');
    process.kill(
      Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(child.pid)], { encoding: 'utf8' })),
      'SIGTERM',
    );
    await exited;
    const used = new Set(
      [...readFileSync(trace, 'utf8').matchAll(/^\d+ +([a-z]\w*)\(/gm)].map(([, name = '']) => name),
    );
    const allowed = allowedSystemCalls(parseUnit(readFileSync(path.join(site, 'deploy/octavo.service'), 'utf8')));
    assert.deepEqual(
      [...used].filter((name) => !allowed.has(name)),
      [],
    );
    assert.ok(used.size > 50);
  });

  for (const name of ['octavo', 'octavo-backup'])
    it(`has a unit ${name} without errors and with little exposure`, () => {
      const file = path.join(site, `deploy/${name}.service`);
      const verify = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      assert.deepEqual([verify.status, verify.stderr], [0, '']);
      const args = ['security', '--offline=true', `--threshold=${maxExposure}`, '--no-pager', file];
      const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      assert.equal(status, 0, stdout);
    });

  it('gives the service enough time to stop', () => {
    const unit = parseUnit(readFileSync(path.join(site, 'deploy/octavo.service'), 'utf8'));
    // The service stops within ten seconds.
    assert.ok(Number(settingOf(unit, 'TimeoutStopSec')) > 10);
  });

  it('has a timer without errors', () => {
    const verify = spawnSync('systemd-analyze', ['verify', path.join(site, 'deploy/octavo-backup.timer')], {
      encoding: 'utf8',
    });
    assert.deepEqual([verify.status, verify.stderr], [0, '']);
  });
});

const options = { site, folder, environment: readerEnvironment({}), reasonWithout };
describeProxies(options);
describeCluster(options);

/** Copies the site without its data and packages, and returns the new folder. */
function copySite(name: string): string {
  const target = path.join(folder, name);
  const isExcluded = (file: string) => /^(?:data|node_modules|\.git|\.env)(?:\/|$)/.test(path.relative(site, file));
  cpSync(site, target, { recursive: true, filter: (file) => !isExcluded(file) });
  return target;
}

/** Returns the path at which a file of the file system of another process is accessible. */
const inProcess = (pid: number | undefined, file: string): string => `/proc/${pid}/root${file}`;

function checkPrivileges(pid: number | undefined, uid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  assert.match(status, new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'));
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'])
    assert.match(status, new RegExp(`^${set}:\\t0+$`, 'm'));
  assert.match(status, /^NoNewPrivs:\t1$/m);
}

/** Returns commands that wait until the service responds. */
const awaitService = (port: number): string =>
  `until curl -s -o /dev/null http://127.0.0.1:${port}/readyz; do kill -0 "$(cat "$OCTAVO_UNIT_STATE/octavo.pid")"; sleep 0.2; done`;

/** Commands that print the privileges of the service, the folders that it can write, and whether its compile cache is used. */
const unitChecks = `
pid=$(cat "$OCTAVO_UNIT_STATE/octavo.pid")
cat /proc/$pid/status
for name in / /etc /opt/octavo /usr /home /var /var/lib /var/lib/octavo /var/cache/octavo /tmp; do
  if setpriv --reuid=octavo --regid=octavo --clear-groups touch "/proc/$pid/root$name/x" 2>/dev/null; then echo "$name is writable"; fi
done
stat --format 'backup: %a %U %n' /var/lib/octavo/backups/*.tar
echo "compiled code: $(find /var/cache/octavo -type f | wc -l)"
`;
