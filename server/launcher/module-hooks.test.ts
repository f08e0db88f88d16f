// Tests a program whose modules are loaded with hooks and a cache of its sources.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';

// The name of the folder needs encoding in URLs.
const root = mkdtempSync(path.join(tmpdir(), 'octavo hooks-ä-'));
const cache = path.join(root, 'cache');
after(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(path.join(root, name), text);

/** Imports `server/start.ts` with the hooks. With `SPY`, prints the first line of each source that is stripped. */
const program = `
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { installModuleHooks } from "./launcher/module-hooks.js";
const [root, cache] = process.argv.slice(2);
if (process.env.SPY) {
  const { stripTypeScriptTypes } = module;
  module.stripTypeScriptTypes = (source) => {
    console.log('stripped', source.split('\\n', 1)[0]);
    return stripTypeScriptTypes(source);
  };
}
installModuleHooks(pathToFileURL(root + '/'), ['server'], cache || undefined);
await import("./server/start.ts");
`;

/** Runs the program. `folder` is the folder of the cache. */
function run(folder: string = cache, env: NodeJS.ProcessEnv = {}) {
  const args = [path.join(root, 'program.js'), root, folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

const succeeds = (stdout: string) => ({ status: 0, stdout, stderr: '' });

const cacheFile = () => path.join(cache, readdirSync(cache)[0] ?? '');

describe('modules that are loaded with hooks', () => {
  beforeEach(() => {
    rmSync(root, { recursive: true });
    mkdirSync(path.join(root, 'server', 'deep'), { recursive: true });
    mkdirSync(cache);
    cpSync(import.meta.dirname, path.join(root, 'launcher'), { recursive: true });
    write('package.json', '{ "type": "module" }');
    write('program.js', program);
    write('server/start.ts', "// start\nimport { name } from './deep/name.ts';\nconsole.log(name satisfies string);\n");
    write(
      'server/deep/name.ts',
      "// name\nimport path from 'node:path';\nexport const name: string = path.basename('/a/ö→1');\n",
    );
  });

  it('are the same with an empty cache, a filled cache and no cache', () => {
    assert.deepEqual(run(), succeeds('ö→1\n'));
    assert.deepEqual(run(), succeeds('ö→1\n'));
    assert.deepEqual(run(''), succeeds('ö→1\n'));
  });

  it('are stripped once', () => {
    const [first, second] = [run(cache, { SPY: '1' }), run(cache, { SPY: '1' })];
    assert.deepEqual(first, succeeds('stripped // start\nstripped // name\nö→1\n'));
    assert.deepEqual(second, succeeds('ö→1\n'));
  });

  it('are stripped again when they have changed, even to the same length', () => {
    run();
    const file = path.join(root, 'server/deep/name.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('→1', '→2'));
    assert.deepEqual(run(cache, { SPY: '1' }), succeeds('stripped // name\nö→2\n'));
    assert.deepEqual(run(cache, { SPY: '1' }), succeeds('ö→2\n'));
  });

  it('are stripped again when the cache is damaged', () => {
    run();
    const content = readFileSync(cacheFile());
    for (const damaged of [content.subarray(0, -1), content.subarray(0, 3), Buffer.from('ÿÿÿÿ{'), Buffer.alloc(0)]) {
      writeFileSync(cacheFile(), damaged);
      assert.deepEqual(run(cache, { SPY: '1' }), succeeds('stripped // start\nstripped // name\nö→1\n'));
      assert.deepEqual(readFileSync(cacheFile()), content);
    }
  });

  it('do not need a writable cache folder', () => {
    const missing = path.join(root, 'missing');
    assert.deepEqual(run(missing), succeeds('ö→1\n'));
    assert.equal(existsSync(missing), false);
  });

  it('report the position of an error as in the source', () => {
    write(
      'server/deep/name.ts',
      'type A = string;\nexport const name: A = (() => {\n  throw new Error("here");\n})();\n',
    );
    for (const folder of [cache, cache, '']) {
      const { status, stderr } = run(folder);
      assert.equal(status, 1);
      assert.match(stderr, /deep\/name\.ts:3:9\n/);
    }
  });

  it('report a syntax error with the path of the file', () => {
    write('server/deep/name.ts', 'export const name: string = ;\n');
    const { status, stderr } = run();
    assert.equal(status, 1);
    assert.match(stderr, /name\.ts/);
    assert.match(stderr, /SyntaxError/);
  });

  it('report a missing file with its path', () => {
    write('server/start.ts', "import './missing.ts';\n");
    const { status, stderr } = run();
    assert.equal(status, 1);
    assert.match(stderr, /server\/missing\.ts/);
  });
});
