// Tests the build for development with the sources of this repository.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const skip = existsSync(path.join(root, 'node_modules')) ? false : 'The packages of the admin are not installed.';

it('builds the admin for development, and again after a change', { skip, timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-watch-'));
  const builder = spawn(process.execPath, [path.join(root, 'build/watch.ts'), folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(async () => {
    builder.kill();
    await once(builder, 'exit');
    rmSync(folder, { recursive: true });
  });
  await once(builder, 'message');
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const [, script = ''] = /assets\/(main-\w+\.js)"/.exec(page) ?? [];
  const code = brotliDecompressSync(readFileSync(path.join(folder, `assets/${script}.br`))).toString();
  assert.match(code, /sourceMappingURL=data:/, 'the code is readable');
  const source = path.join(root, 'app/main.tsx');
  const { atime, mtime } = statSync(source);
  const before = statSync(path.join(folder, 'index.html')).mtimeMs;
  utimesSync(source, atime, mtime);
  await once(builder, 'message');
  assert.ok(statSync(path.join(folder, 'index.html')).mtimeMs > before);
  assert.deepEqual(readdirSync(folder).sort(), ['assets', 'index.html', 'inline-scripts.json']);
});
