// Tests the packed package: installed in an empty folder, without a clone and with install scripts disabled. `npm run package-test` needs
// about five minutes of CPU time and the npm registry, so `npm test` does not include it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describeEachEngine } from '../test/engines.ts';
import { freePort } from '../test/free-port.ts';
import { packedTarball } from '../test/packed.ts';
import { keys, startS3ForTests } from '../test/s3.ts';
import { startSmtp } from '../test/smtp.ts';
import { Tools } from './clean-clone.ts';
import { describeInstallation, type Installation, nodeOf } from './package/installation.ts';
import { InstalledService } from './package/installed-service.ts';
import { writeProject, wrongLines, wrongTypes } from './package/project-files.ts';
import { describeSiteWithAdmin } from './package/site-with-admin.ts';
import { root } from './package/sources.ts';
import { describeTarball } from './package/tarball-tests.ts';

const execute = promisify(execFile);

/**
 * Limits of a production installation by npm 11, without Node.js itself. A megabyte has a million bytes. npm 10 also installs a variant of
 * the image library for other platforms (10 MB).
 */
const maxMegabytes = 70;
const maxPackages = 90;

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-package-'));
// Other users must reach the installation.
chmodSync(folder, 0o755);
/** A project with the installed package. Its name needs encoding in URLs and quoting in shells. */
const project = path.join(folder, 'my site ä');
const services = new Set<InstalledService>();
after(async () => {
  for (const service of services) service.kill();
  await rm(folder, { recursive: true, force: true });
});

let tarball: string;
let tools: Tools;
let environment: NodeJS.ProcessEnv;
before(async () => {
  [tarball, tools] = await Promise.all([packedTarball(), Tools.install(path.join(folder, 'tools'))]);
  environment = tools.environment('11', '20');
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{ "name": "my-site", "private": true }');
  await npm(['install', '--ignore-scripts', '--omit=dev', tarball]);
});

const npm = (args: readonly string[], env = environment) =>
  execute('npm', ['--no-audit', '--no-fund', ...args], { cwd: project, env, maxBuffer: 64 * 1024 * 1024 });

/** Starts the service of the project. */
async function start(args: readonly string[], options: Partial<Parameters<typeof InstalledService.start>[0]> = {}) {
  const bin = path.join(project, 'node_modules/.bin/octavo');
  const service = await InstalledService.start({
    command: [bin, ...args, '--port', '0'],
    cwd: project,
    env: environment,
    ...options,
  });
  services.add(service);
  return service;
}

const newData = () => mkdtempSync(path.join(folder, 'data-'));

describeTarball({ folder, tarball: () => tarball, project });

describe('the installed package', () => {
  let installation: Installation;
  before(async () => {
    installation = await describeInstallation(project);
  });

  it(`uses at most ${maxMegabytes} MB without Node.js, and ${maxPackages} packages`, (t) => {
    const { megabytes, packages, largest } = installation;
    t.diagnostic(`${megabytes.toFixed(1)} MB, ${packages} packages; largest: ${largest}`);
    assert.ok(megabytes <= maxMegabytes, `${megabytes} MB`);
    assert.ok(packages <= maxPackages, `${packages} packages`);
  });

  it('has no packages with install scripts that are needed', () => {
    assert.deepEqual(installation.needingScripts, []);
  });

  it('can evaluate every compiled module', async () => {
    const lib = path.join(project, 'node_modules/octavo/lib');
    // Programs of child processes and threads expect a parent.
    const isProgram = (file: string) => /-(reader-process|worker|maintenance-worker|hashing-thread)\.js$/.test(file);
    const files = readdirSync(lib).filter((file) => file.endsWith('.js') && !isProgram(file));
    const program = `for (const file of ${JSON.stringify(files)}) await import("./node_modules/octavo/lib/" + file);\nconsole.log('done');\nprocess.exit();\n`;
    writeFileSync(path.join(project, 'evaluate.mjs'), program);
    const { stdout, stderr } = await execute(installation.node, ['evaluate.mjs'], { cwd: project });
    assert.deepEqual([stdout, stderr], ['done\n', '']);
  });

  for (const node of ['20', '22', 'latest'] as const)
    it(`runs on Node ${node} without warnings, and stops on SIGTERM`, async () => {
      const data = newData();
      const service = await start(['serve', '--data', data, '--log-level', 'warn'], {
        env: tools.environment('11', node),
      });
      const posts = (await (await fetch(`${service.rest}/cms/v2/posts`)).json()) as unknown[];
      assert.equal(posts.length, 1);
      assert.equal(await service.stop('SIGTERM'), 0);
      assert.equal(service.errors, '');
      assert.equal(existsSync(path.join(data, 'octavo.sqlite-wal')), false);
    });

  it('detects the types of uploads, resizes images, and serves metrics', async () => {
    const data = newData();
    const metricsPort = await freePort();
    const service = await start(['serve', '--data', data, '--metrics-port', String(metricsPort)]);
    const image = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'red.png');
    const authorization = await administrator(['--data', data]);
    const response = await fetch(`${service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(response.status, 201, await response.clone().text());
    const { media_details: details } = (await response.json()) as { media_details: { sizes: object } };
    assert.ok(Object.keys(details.sizes).length > 1);
    form.set('file', new Blob(['%PDF-1.4\n%\x80\n'], { type: 'application/pdf' }), 'page.pdf');
    const document = await fetch(`${service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(((await document.json()) as { mime_type: string }).mime_type, 'application/pdf');
    assert.match(
      await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
      /^octavo_database_statements_total/m,
    );
    assert.equal(await service.stop('SIGINT'), 0);
  });

  it('runs as a user who cannot write to the installation', { skip: process.getuid?.() !== 0 }, async () => {
    const nobody = { uid: 65_534, gid: 65_534 };
    const data = path.join(folder, 'data-of-nobody');
    mkdirSync(data, { mode: 0o777 });
    chmodSync(data, 0o777);
    const service = await start(['serve', '--data', path.join(data, 'site')], {
      ...nobody,
      env: { ...environment, HOME: data },
    });
    assert.equal((await fetch(`${service.rest}/cms/v2/posts`)).status, 200);
    assert.equal(await service.stop('SIGTERM'), 0);
  });
});

describeEachEngine('the installed package with a bucket and a mail server', (engine) => {
  it('stores files and sends mail', async (t) => {
    const [s3, smtp, location] = await Promise.all([startS3ForTests(), startSmtp(), engine.location()]);
    t.after(async () => {
      s3.close();
      await smtp.close();
    });
    const data = newData();
    const shared = ['--data', data, ...(location.kind === 'postgres' ? ['--database', location.url] : [])];
    const service = await start(
      [
        ...['serve', ...shared, '--mail', `smtp://127.0.0.1:${smtp.port}`],
        ...['--files', `s3://files/site?endpoint=${s3.endpoint}&region=here`],
      ],
      {
        env: {
          ...environment,
          AWS_ACCESS_KEY_ID: keys.accessKeyId,
          AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
        },
      },
    );
    const authorization = await administrator(shared);
    const form = new FormData();
    form.set('file', new Blob(['text'], { type: 'text/plain' }), 'note.txt');
    const media = await fetch(`${service.rest}/cms/v2/media`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    assert.equal(media.status, 201, await media.clone().text());
    const { source_url: url } = (await media.json()) as { source_url: string };
    assert.equal(await (await fetch(url)).text(), 'text');
    assert.ok(s3.objects.size > 0);
    const body = new URLSearchParams({ password: 'another long password' });
    const changed = await fetch(`${service.rest}/cms/v2/users/1`, { method: 'POST', headers: { authorization }, body });
    assert.equal(changed.status, 200);
    while (smtp.received.length === 0) await pause(50);
    assert.match(smtp.received[0]?.headers.get('subject') ?? '', /password/);
    assert.equal(await service.stop('SIGTERM'), 0);
  });
});

const recordedScenarios = path.resolve(root, '../shared/conformance/check.mjs');

describe('the installed package in the recorded scenarios', { skip: !existsSync(recordedScenarios) }, () => {
  it('passes as many steps as the repository', async () => {
    const report = path.join(folder, 'scenarios.json');
    await npm(['pkg', 'set', 'scripts.octavo=exec octavo']);
    const args = ['--dialect', 'cms', '--show', '0', '--json', report, '--serve', '--log-level error'];
    await execute(process.execPath, [recordedScenarios, ...args], { cwd: project, env: environment }).catch(() => {});
    const passed = JSON.parse(readFileSync(report, 'utf8')).report as Record<string, { passed: number }>;
    const floors = JSON.parse(readFileSync(path.join(root, '.ci/floors.json'), 'utf8'))['sqlite cms'];
    const lower = Object.entries<number>(floors).filter(([suite, floor]) => (passed[suite]?.passed ?? 0) < floor);
    assert.deepEqual(lower, []);
  });
});

describe('npx with the tarball in an empty folder', () => {
  it('starts the service, also without a command, and stops it on Ctrl-C and when npx is stopped', async () => {
    const empty = path.join(folder, 'empty');
    mkdirSync(empty);
    cpSync(tarball, path.join(empty, path.basename(tarball)));
    const { stdout } = await execute('npm', ['config', 'get', 'cache'], { env: environment });
    // A cache of its own: npx keeps what it has installed, by the relative path of the tarball.
    const cache = path.join(folder, 'npm-cache');
    mkdirSync(cache);
    symlinkSync(path.join(stdout.trim(), '_cacache'), path.join(cache, '_cacache'));
    for (const [command, signal, group] of [
      [[], 'SIGINT', true],
      [['serve'], 'SIGTERM', false],
    ] as const) {
      const service = await InstalledService.start({
        command: ['npx', '--yes', '--ignore-scripts', `./${path.basename(tarball)}`, ...command, '--port', '0'],
        cwd: empty,
        env: { ...environment, npm_config_cache: cache },
      });
      services.add(service);
      assert.equal((await fetch(`${service.rest}/cms/v2/posts`)).status, 200);
      await service.stop(signal, { group });
      assert.ok(existsSync(path.join(empty, 'data/octavo.sqlite')));
      assert.equal(existsSync(path.join(empty, 'data/octavo.sqlite-wal')), false, signal);
    }
  });
});

describeSiteWithAdmin({
  folder,
  octavo: (args) => execute(path.join(project, 'node_modules/.bin/octavo'), args, { env: environment }),
  npm: (args, cwd) => execute('npm', ['--no-audit', '--no-fund', ...args], { cwd, env: environment }),
  start: (args, cwd) =>
    start(args, { command: [path.join(cwd, 'node_modules/.bin/octavo'), ...args, '--port', '0'], cwd }),
});

describe('a project with extensions in TypeScript and JavaScript', () => {
  before(async () => {
    writeProject(project);
    await npm(['pkg', 'set', 'type=module']);
    await npm(['install', '--ignore-scripts', '--save-dev', 'typescript@^7', '@types/node@^26']);
  });

  for (const resolution of ['nodenext', 'bundler'] as const)
    it(`has type errors with moduleResolution ${resolution} only where types are wrong`, async () => {
      writeFileSync(path.join(project, 'wrong.ts'), wrongTypes);
      const args = ['tsc', '--noEmit', '--project', `tsconfig.${resolution}.json`];
      const errors = await execute('npx', args, { cwd: project, env: environment }).then(
        ({ stdout }) => stdout,
        (error: { stdout: string }) => error.stdout,
      );
      const found = [...errors.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => [file, Number(line)]);
      assert.deepEqual(
        found,
        wrongLines.map((line) => ['wrong.ts', line]),
        errors,
      );
    });

  for (const program of ['embed.ts', 'embed-with-found-config.ts'])
    it(`embeds the service in a program that ends by itself: ${program}`, async () => {
      const { stdout, stderr } = await execute(await nodeOf(project), [program], { cwd: project });
      assert.deepEqual([stdout, stderr], ['404 shortlinks_unknown\n', '']);
    });

  it('works after npm 10 ci without development dependencies, and from a data folder elsewhere', async () => {
    await npm(['ci', '--ignore-scripts', '--omit=dev'], tools.environment('10.9', '22'));
    assert.equal(existsSync(path.join(project, 'node_modules/typescript')), false);
    const elsewhere = newData();
    for (const file of readdirSync(project))
      if (/\.config\.ts$|^farewell\.js$|^shortlinks$/.test(file))
        cpSync(path.join(project, file), path.join(elsewhere, file), { recursive: true });
    // The data folder is in a project of modules.
    writeFileSync(path.join(elsewhere, 'package.json'), '{ "type": "module" }');
    for (const args of [[], ['--data', elsewhere]]) {
      const service = await start(['serve', ...args, '--log-level', 'warn']);
      const codes = ['shortlinks/v1/links/none', 'farewell/v1/farewell'].map(async (route) => {
        const response = await fetch(`${service.rest}/${route}`);
        return [response.status, ((await response.json()) as { code: string }).code];
      });
      assert.deepEqual(await Promise.all(codes), [
        [404, 'shortlinks_unknown'],
        [410, 'farewell_gone'],
      ]);
      assert.equal(await service.stop('SIGTERM'), 0);
      assert.equal(service.errors, '');
    }
  });
});

/** Creates an application password for the administrator and returns an Authorization header with it. */
async function administrator(options: readonly string[]): Promise<string> {
  const bin = path.join(project, 'node_modules/.bin/octavo');
  const args = ['app-password', 'create', 'admin', '--name', 'package', ...options];
  const { stdout } = await execute(bin, args, { cwd: project, env: environment });
  return `Basic ${Buffer.from(`admin:${stdout.trim()}`).toString('base64')}`;
}
