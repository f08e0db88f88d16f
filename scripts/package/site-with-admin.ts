// Tests a site that `octavo init` creates from the packages of the service and of the admin, in an empty folder outside of the clone.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { runJourney } from '../../admin/test/journey.ts';
import { SiteInBrowser } from '../../admin/test/site-in-browser.ts';
import { stepTimeoutMs } from '../../admin/test/wait.ts';
import { launchBrowser, skip as withoutBrowser } from '../../test/browser.ts';
import { packedAdmin, packedTarball } from '../../test/packed.ts';
import { administrator, setUpSite, setupLinkIn } from '../../test/set-up-site.ts';
import type { InstalledService } from './installed-service.ts';
import { root } from './sources.ts';

const execute = promisify(execFile);

/** Functions of the tests of the package, and the folder for the site. */
interface Options {
  /** A folder for the site. */
  readonly folder: string;
  /** Runs the program of the package outside of the site. */
  readonly octavo: (args: readonly string[]) => Promise<unknown>;
  readonly npm: (args: readonly string[], cwd: string) => Promise<unknown>;
  /** Starts the service in the folder of a project. */
  readonly start: (args: readonly string[], project: string) => Promise<InstalledService>;
}

/** Declares the tests. */
export function describeSiteWithAdmin({ folder, octavo, npm, start }: Options): void {
  const site = path.join(folder, 'site with admin');
  const installed = path.join(site, 'node_modules/octavo-admin');
  const serve = (...args: string[]) => start(['serve', '--log-level', 'warn', ...args], site);

  describe('a site from the packages of the service and of the admin', () => {
    before(async () => {
      const [service, admin] = await Promise.all([packedTarball(), packedAdmin()]);
      await octavo(['init', site, '--package', service, '--admin-package', admin]);
      await npm(['install', '--ignore-scripts', '--omit=dev'], site);
    });

    it('contains the admin with its sources, and needs no packages for it', () => {
      const files = readdirSync(installed).sort();
      assert.deepEqual(files, ['LICENSE', 'README.md', 'dist', 'package.json', 'sources']);
      const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
      assert.deepEqual([manifest.license, manifest.dependencies], ['GPL-2.0-or-later', undefined]);
      for (const file of ['package-lock.json', 'package.json', 'app/main.tsx', 'build/build.ts', 'docs/admin.md'])
        assert.ok(existsSync(path.join(installed, 'sources', file)), file);
    });

    it('prints the setup link first, and serves the admin with its licenses', async () => {
      const service = await serve();
      assert.ok(service.output.startsWith(`Set up the site at ${setupLinkIn(service.output)}\n`), service.output);
      const url = new URL('/admin/', service.rest);
      const page = await (await fetch(url)).text();
      for (const [pattern, type] of [
        [/type="module" src="(\S+\.js)"/, 'text/javascript'],
        [/rel="license" href="(\S+)"/, 'text/plain'],
      ] as const) {
        const response = await fetch(new URL(pattern.exec(page)?.[1] ?? '', url));
        assert.equal(response.status, 200);
        assert.ok(response.headers.get('content-type')?.startsWith(type));
        assert.ok((await response.text()).length > 1000);
      }
      assert.equal(await service.stop('SIGTERM'), 0);
      assert.equal(service.errors, '');
    });

    it('lets the administrator sign in and write', async () => {
      const service = await serve('--data', 'data-of-program');
      await setUpSite(service.output);
      const origin = new URL(service.rest).origin;
      const form = await fetch(`${origin}/account/sign-in`);
      const token = /name="token" value="([^"]+)"/.exec(await form.text())?.[1] ?? '';
      const signedIn = await fetch(`${origin}/account/sign-in?next=/admin/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: cookiesOf(form), origin },
        body: new URLSearchParams({ token, login: 'admin', password: administrator.password }),
      });
      assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, '/admin/']);
      const cookie = cookiesOf(signedIn);
      const nonce = await (await fetch(`${origin}/account/nonce`, { headers: { cookie } })).text();
      const created = await fetch(`${origin}/admin/api/wp/v2/posts`, {
        method: 'POST',
        headers: { cookie, origin, 'x-wp-nonce': nonce },
        body: new URLSearchParams({ title: 'Written in the admin', status: 'publish' }),
      });
      assert.equal(created.status, 201, await created.clone().text());
      const { id } = (await created.json()) as { id: number };
      assert.equal((await fetch(`${service.rest}/cms/v2/posts/${id}`)).status, 200);
      assert.equal(await service.stop('SIGTERM'), 0);
    });

    it('lets people sign in, write a post with twenty kinds of blocks and three uploads, publish and view it', {
      skip: withoutBrowser,
      timeout: 15 * stepTimeoutMs,
    }, async (t) => {
      const service = await serve('--data', 'data-of-browser');
      await setUpSite(service.output);
      const { origin } = new URL(service.rest);
      const passwords = new Map([['admin', administrator.password]]);
      const siteInBrowser = new SiteInBrowser(await launchBrowser(), origin, passwords);
      t.after(async () => {
        await siteInBrowser.closeContexts('failed-journey-from-packages');
        await siteInBrowser.close();
      });
      await runJourney(siteInBrowser);
      assert.equal(await service.stop('SIGTERM'), 0);
      assert.equal(service.errors, '');
    });

    const withoutPackages = existsSync(path.join(root, 'admin/node_modules'))
      ? false
      : 'the packages of the admin are not installed';
    it('has sources from which the same files can be built', { skip: withoutPackages }, async () => {
      const sources = path.join(folder, 'sources');
      cpSync(path.join(installed, 'sources'), sources, { recursive: true });
      symlinkSync(path.join(root, 'admin/node_modules'), path.join(sources, 'node_modules'));
      const { build } = JSON.parse(readFileSync(path.join(sources, 'package.json'), 'utf8')).scripts;
      assert.equal(build, 'node build/build.ts');
      await execute(process.execPath, ['build/build.ts'], { cwd: sources });
      const [built, packed] = [path.join(sources, 'dist'), path.join(installed, 'dist')];
      const files = listFiles(packed);
      assert.deepEqual(listFiles(built), files);
      for (const file of files)
        assert.ok(readFileSync(path.join(built, file)).equals(readFileSync(path.join(packed, file))), file);
    });

    it('runs without the admin, and says where to get it', async () => {
      await npm(['uninstall', '--ignore-scripts', '--omit=dev', 'octavo-admin'], site);
      const service = await serve('--data', 'data-without-admin');
      assert.match(
        service.output,
        /^Set up the site at .*\n.*\nOctavo serves .*\n[\s\S]*^To write in the browser, run: npm install octavo-admin$/m,
      );
      assert.equal((await fetch(`${service.rest}/cms/v2/posts`)).status, 200);
      const response = await fetch(`${new URL(service.rest).origin}/admin/`);
      assert.equal(response.status, 404);
      assert.match(await response.text(), /<code>octavo-admin<\/code>/);
      assert.equal(await service.stop('SIGTERM'), 0);
    });
  });
}

/** Returns a header with the cookies that a response sets. */
const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const listFiles = (folder: string): string[] =>
  globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
