// Tests the content of the packed package of the service, and that packing is reproducible.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { clone } from '../clean-clone.ts';
import { root, verbatimFolders } from './sources.ts';

const execute = promisify(execFile);

/** The tarball and where it is installed. */
interface Options {
  /** A folder for clones. */
  readonly folder: string;
  readonly tarball: () => string;
  /** A project with the installed package. */
  readonly project: string;
}

/** Declares the tests. */
export function describeTarball({ folder, tarball, project }: Options): void {
  describe('the tarball', () => {
    it('is, like that of the admin, the same in two clones of the same commit, with any umask and with files that git does not track', async () => {
      const hashOf = async (name: string, umask: string, untracked: readonly string[] = []) => {
        const checkout = path.join(folder, name);
        await clone(checkout);
        for (const file of untracked) writeFileSync(path.join(checkout, file), 'export const untracked = true;\n');
        symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
        const command = `umask ${umask} && npm run --silent pack`;
        const { stdout } = await execute('sh', ['-c', command], {
          cwd: checkout,
          env: { ...process.env, TZ: 'Asia/Tokyo' },
        });
        const names = stdout.trim().split('\n');
        assert.deepEqual(
          names.map((each) => path.basename(each).replace(/-\d.*$/, '')),
          ['octavo', 'octavo-admin'],
        );
        return names.map((each) =>
          createHash('sha256')
            .update(readFileSync(path.join(checkout, each)))
            .digest('hex'),
        );
      };
      const untracked = [
        'server/notes.log',
        'server/notes.css',
        'themes/quarto/notes.html',
        'project-template/.env.local',
        'admin/app/notes.tsx',
      ];
      const unfinished = 'server/database/migrations/9999-unfinished.ts';
      assert.deepEqual(await hashOf('one', '022'), await hashOf('another clone', '077', [...untracked, unfinished]));
    });

    it('contains compiled code, declarations, source maps and licenses, but no tests and no paths of this machine', async () => {
      const { stdout } = await execute('tar', ['-tzf', tarball()]);
      const files = stdout
        .trim()
        .split('\n')
        .map((file) => file.replace(/^package\//, ''));
      for (const file of ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES.txt', 'package.json', 'server/main.js'])
        assert.ok(files.includes(file), file);
      for (const pattern of [
        /^lib\/.*\.js$/,
        /^lib\/.*\.js\.map$/,
        /^server\/.*\.d\.ts$/,
        /^themes\/quarto\/theme\.json$/,
      ])
        assert.ok(
          files.some((file) => pattern.test(file)),
          String(pattern),
        );
      const code = files.filter((file) => !verbatimFolders.some((each) => file.startsWith(`${each}/`)));
      const unexpected = code.filter((file) =>
        /\.test\.|(?<!\.d)\.m?ts$|^(bench|docs|scripts|test)\/|fixtures/.test(file),
      );
      assert.deepEqual(unexpected, []);
      // The admin is a package with a license of its own.
      assert.deepEqual(
        files.filter((file) => /^admin\/|octavo-admin/.test(file)),
        [],
      );
      const { stdout: licenses } = await execute('tar', ['-xOzf', tarball(), 'package/THIRD-PARTY-LICENSES.txt']);
      assert.doesNotMatch(licenses, /@wordpress\/|GNU GENERAL PUBLIC LICENSE/);
      const { stdout: paths } = await execute('sh', ['-c', `tar -xOzf '${tarball()}' | grep -acF '${root}' || true`]);
      assert.equal(paths.trim(), '0');
    });

    it('has source maps that lead from compiled code to the line of the source', () => {
      const lib = path.join(project, 'node_modules/octavo/lib');
      const maps = readdirSync(lib)
        .filter((file) => file.endsWith('.map'))
        .map((file) => ({ file, map: JSON.parse(readFileSync(path.join(lib, file), 'utf8')) as SourceMapPayload }));
      assert.deepEqual(
        maps.flatMap(({ map }) => map.sources).filter((source) => /^\.\.\/admin\/|@wordpress\//.test(source)),
        [],
      );
      const found = maps.find(({ map }) => map.sources.includes('../server/service.ts'));
      assert.ok(found);
      const declaration = /async function makeService\(/;
      const before = (text: string): string => text.slice(0, text.search(declaration));
      const lines = before(readFileSync(path.join(lib, found.file.replace(/\.map$/, '')), 'utf8')).split('\n');
      const entry = new SourceMap(found.map).findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
      assert.ok('originalLine' in entry);
      assert.equal(entry.originalSource, '../server/service.ts');
      assert.equal(entry.originalLine, before(readFileSync('server/service.ts', 'utf8')).split('\n').length - 1);
    });
  });
}
