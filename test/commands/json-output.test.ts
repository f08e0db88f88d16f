// Tests the output of all commands with --json against the examples in docs/command-line.md.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../server/command-line/commands.ts';
import { usageOf } from '../../server/command-line/parse-call.ts';
import { runOctavo } from './in-process.ts';
import { killAfterTests, newFolder, stop } from './processes.ts';

const small = fileURLToPath(new URL('../fixtures/small-site.wxr.xml', import.meta.url));

/** The documented example of each form of a command, such as `user create`. */
const examples = new Map(
  [
    ...readFileSync('docs/command-line.md', 'utf8').matchAll(
      /^`octavo ([a-z -]+?) --json`:\n\n```json\n([\s\S]*?)```/gm,
    ),
  ].map(([, form = '', json = '']) => [form, JSON.parse(json) as unknown]),
);

/** Properties whose keys depend on the data, so that only the types of their values are documented. */
const maps = new Set(['imported', 'existing', 'skipped', 'authors', 'skippedMetaFields', 'notes', 'details']);

/** Asserts that a value has the same properties and types as an example. Null in either of them matches everything. */
function assertShape(actual: unknown, example: unknown, at: string): void {
  if (actual === null || example === null) return;
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(actual), at);
    for (const each of actual) assertShape(each, example[0], `${at}[]`);
  } else if (typeof example === 'object') {
    assert.equal(typeof actual, 'object', at);
    const properties = actual as Record<string, unknown>;
    if (maps.has(at.split('.').at(-1) ?? '')) return;
    assert.deepEqual(Object.keys(properties).sort(), Object.keys(example).sort(), at);
    for (const [key, value] of Object.entries(example)) assertShape(properties[key], value, `${at}.${key}`);
  } else {
    assert.equal(typeof actual, typeof example, at);
  }
}

/** Parses the output of a command, which must be one object in one line. */
function parseOutput(stdout: string): Record<string, unknown> {
  assert.match(stdout, /^\{.*\}\n$/, stdout);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('the option --json', () => {
  let data = '';
  /** Runs a command with --json and returns its output. */
  const run = async (args: readonly string[], expectedStatus = 0) => {
    const { status, stdout, stderr } = await runOctavo([...args, '--json', '--data', data]);
    assert.equal(status, expectedStatus, `${args.join(' ')}: ${stderr}`);
    assert.equal(stderr, '', args.join(' '));
    return parseOutput(stdout);
  };

  before(async () => {
    data = newFolder();
    mkdirSync(path.join(data, 'uploads'));
    await run(['user', 'create', 'ann', 'ann@example.org']);
  });

  /** Runs each form of each command. A command without an entry fails the test. */
  const runs: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
    serve: async () => {
      const args = ['server/main.js', 'serve', '--json', '--port', '0', '--data', newFolder(), '--log-level', 'silent'];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      killAfterTests(child);
      const lines = createInterface({ input: child.stdout });
      const [line] = (await once(lines, 'line')) as [string];
      assert.equal(await stop(child), 0);
      return parseOutput(`${line}\n`);
    },
    doctor: async () => {
      const output = await run(['doctor', '--port', '0']);
      assert.ok(Number(output.ok) > 5);
      return output;
    },
    info: () => run(['info']),
    'user create': () => run(['user', 'create', 'bob', 'bob@example.org']),
    'user list': () => run(['user', 'list']),
    'user set-password': () => run(['user', 'set-password', 'ann']),
    'app-password create': () => run(['app-password', 'create', 'ann', '--name', 'Editor']),
    'setting get': () => run(['setting', 'get', 'posts_per_page']),
    'setting set': () => run(['setting', 'set', 'posts_per_page', '20']),
    'audit list': async () => {
      const output = await run(['audit', 'list']);
      assert.ok((output.events as unknown[]).length > 0);
      return output;
    },
    'audit prune': () => run(['audit', 'prune', '--days', '1']),
    import: async () => {
      const output = await run(['import', small]);
      assert.ok(Object.values(output.imported as object).every((n) => typeof n === 'number' && n > 0));
      return output;
    },
    demo: async () => {
      const { status, stdout, stderr } = await runOctavo(['demo', '--json', '--data', newFolder()]);
      assert.deepEqual([status, stderr], [0, '']);
      return parseOutput(stdout);
    },
    generate: () => run(['generate', '--posts', '10']),
    'backup create': () => run(['backup', 'create']),
    'backup list': async () => {
      const output = await run(['backup', 'list']);
      assert.equal((output.backups as unknown[]).length, 1);
      return output;
    },
    'backup restore': async () => {
      const { backups } = (await run(['backup', 'list'])) as { backups: { id: string }[] };
      return run(['backup', 'restore', backups[0]?.id ?? '']);
    },
    'mail list': () => run(['mail', 'list']),
    'mail retry': () => run(['mail', 'retry']),
    migrate: () => run(['migrate', '--plan']),
    init: () => runWithoutData(['init', path.join(newFolder(), 'site'), '--package', '1']),
    'completion bash': () => runWithoutData(['completion', 'bash']),
    'completion zsh': () => runWithoutData(['completion', 'zsh']),
    'completion fish': () => runWithoutData(['completion', 'fish']),
  };

  const runWithoutData = async (args: readonly string[]) => {
    const { status, stdout } = await runOctavo([...args, '--json']);
    assert.equal(status, 0);
    return parseOutput(stdout);
  };

  const forms = commands.flatMap(({ name, forms }) => forms.map(({ verb }) => [name, verb ?? []].flat().join(' ')));

  it('is documented and tested for every form of every command', () => {
    assert.deepEqual([...examples.keys()].sort(), [...forms].sort());
    assert.deepEqual(Object.keys(runs).sort(), [...forms].sort());
  });

  for (const form of Object.keys(runs))
    it(`prints the documented object: ${form}`, async () => {
      assertShape(await runs[form]?.(), examples.get(form), form);
    });

  it('prints help and version as JSON', async () => {
    assert.match(String((await runWithoutData(['--version'])).version), /^\d+\.\d+\.\d+$/);
    const help = await runWithoutData(['--help']);
    assert.deepEqual(
      (help.commands as { name: string }[]).map(({ name }) => name),
      commands.map(({ name }) => name),
    );
    for (const command of commands) {
      const { help } = await runWithoutData([command.name, '--help']);
      for (const form of command.forms) assert.ok(String(help).includes(usageOf(command, form)), command.name);
    }
  });

  it('prints errors as JSON on standard error', async () => {
    const missing = path.join(newFolder(), 'none');
    for (const [args, type, exitCode, message] of [
      [['user', 'dance'], 'usage', 2, /^Usage: octavo user create/],
      [['dance'], 'usage', 2, /^Unknown command "dance"/],
      [['serve', '--port', 'x'], 'configuration', 2, /--port/],
      [['user', 'list', '--data', missing], 'configuration', 2, /^No database in /],
      [['setting', 'get', 'nothing', '--data', data], 'command', 1, /^Unknown setting "nothing"/],
    ] as const) {
      const { status, stdout, stderr } = await runOctavo(['--json', ...args]);
      assert.equal(status, exitCode, stderr);
      assert.equal(stdout, '');
      const { error } = parseOutput(stderr) as { error: { type: string; message: string; exitCode: number } };
      assert.deepEqual([error.type, error.exitCode], [type, exitCode]);
      assert.match(error.message, message);
    }
  });
});
