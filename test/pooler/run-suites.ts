// Declares tests that run existing test files with databases that are opened through PgBouncer (test/engines.ts).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { canPrepare, type PgBouncer, skipReason, startPgBouncer } from './pgbouncer.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Many databases are open at a time, each with few connections to the server, which are closed soon. */
const settings = {
  ...{ default_pool_size: 8, max_client_conn: 1000, server_idle_timeout: 2 },
  ...(canPrepare && { max_prepared_statements: 200 }),
};

/** Declares a test for each list of test files. Prepared statements are used if the installed version supports them. */
export function describeThroughPgBouncer(suites: Readonly<Record<string, readonly string[]>>): void {
  describe('through PgBouncer', { skip: skipReason }, () => {
    const server = process.env.OCTAVO_TEST_POSTGRES ?? '';
    let bouncer: PgBouncer;
    before(async () => {
      bouncer = await startPgBouncer(server, settings);
    });
    after(() => bouncer.remove());
    for (const [name, files] of Object.entries(suites))
      it(`the tests of ${name} pass`, () => runFiles(files, bouncer.urlOf(server)));
  });
}

async function runFiles(files: readonly string[], pooler: string): Promise<void> {
  const declarations = pathToFileURL(path.join(root, 'scripts/test-group.ts')).href;
  const program = `import { declareTests } from ${JSON.stringify(declarations)}; await declareTests(${JSON.stringify(files)});`;
  // Without this variable, the child prints its results.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...env, OCTAVO_TEST_POOLER: pooler },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  assert.equal(code, 0, `${output.split('failing tests:').at(-1)}\n${errors}`);
  const passed = Number(/^(?:ℹ|#) pass (\d+)$/m.exec(output)?.[1] ?? 0);
  assert.ok(passed >= files.length, output);
}
