// Tests the gate for breaking differences: with versions, with the stored interface of the latest release, and with changes to it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isReleased, listBaselines, readBaseline, writeBaseline } from './baselines.ts';
import { compareVersions, compareWithBaseline, declaresBreaking } from './gate.ts';
import { entryPoints, errorsOf, type PublicInterface } from './public-interface.ts';

it('accepts breaking differences in a new major version, or in a new minor version before 1.0', () => {
  for (const [old, current, isDeclared] of [
    ['0.2.0', '0.2.0', false],
    ['0.2.0', '0.2.7', false],
    ['0.2.0', '0.3.0', true],
    ['0.2.0', '1.0.0', true],
    ['1.2.0', '1.3.0', false],
    ['1.2.0', '2.0.0', true],
    ['1.2.0', '2.0.0-rc.1', true],
    ['2.0.0', '1.9.0', false],
  ] as const)
    assert.equal(declaresBreaking(old, current), isDeclared, `${old} → ${current}`);
  assert.throws(() => declaresBreaking('0.2', '0.3.0'), /0\.2 is not a semantic version/);
});

it('sorts versions by their numbers', () => {
  assert.deepEqual(['0.10.0', '0.2.0', '1.0.0', '0.2.10'].sort(compareVersions), [
    '0.2.0',
    '0.2.10',
    '0.10.0',
    '1.0.0',
  ]);
});

describe('the stored interface of the latest release', () => {
  const stored = listBaselines('releases').at(-1) ?? '';
  const baseline = readBaseline('releases', stored);
  const changed = (change: (content: PublicInterface) => PublicInterface) =>
    compareWithBaseline(baseline, change(structuredClone(baseline.content)), stored).undeclared.map(
      ({ location, message }) => `${location}: ${message}`,
    );

  it('has no differences to itself', () => {
    assert.deepEqual(compareWithBaseline(baseline, baseline.content, stored).differences, []);
  });

  it('contains both mounts, all kinds of names, and the types of extensions', () => {
    const { documents, names, commands, types } = baseline.content;
    assert.deepEqual(Object.keys(documents), ['/rest', '/wp-json']);
    for (const document of Object.values(documents)) {
      assert.ok(Object.keys(document.paths).length > 200);
      assert.ok(document.security?.some((requirement) => Object.keys(requirement).length === 0));
    }
    assert.ok(names.error?.includes('rest_no_route 404'));
    assert.ok(names.option?.includes('--data') && names['environment variable']?.includes('OCTAVO_DATA'));
    assert.ok(names.event?.includes('entry.created') && names.setting?.includes('title'));
    assert.ok('port' in (commands.serve?.options ?? {}) && 'user create' in commands);
    assert.ok('ExtensionServices' in (types.exports['octavo/extension'] ?? {}));
  });

  it('rejects a route, an error code, a command and an export that were removed, and names each', () => {
    const found = changed(({ documents, names, commands, types }) => {
      const { '/rest': native, ...others } = documents;
      assert.ok(native);
      const { '/cms/v2/posts': _removed, ...paths } = native.paths;
      const { 'user create': _removedForm, ...forms } = commands;
      const { ApiError: _removedToo, ...exports } = types.exports['octavo/extension'] ?? {};
      return {
        documents: { '/rest': { ...native, paths }, ...others },
        names: { ...names, error: names.error?.filter((name) => name !== 'rest_no_route 404') ?? [] },
        commands: forms,
        types: { ...types, exports: { 'octavo/extension': exports } },
      };
    });
    for (const line of [
      '/rest: GET /cms/v2/posts: removed',
      '/rest: POST /cms/v2/posts: removed',
      'error rest_no_route 404: removed',
      'octavo user create: removed',
      'octavo/extension, ApiError: removed',
    ])
      assert.ok(found.includes(line), found.join('\n'));
  });

  it('rejects operations that begin to require credentials, and an option that becomes required', () => {
    const found = changed(({ documents, commands, ...others }) => {
      const { '/rest': native } = documents;
      const { 'user create': form } = commands;
      assert.ok(native && form?.options.role);
      return {
        ...others,
        documents: {
          ...documents,
          '/rest': { ...native, security: native.security?.filter((each) => Object.keys(each).length > 0) ?? [] },
        },
        commands: {
          ...commands,
          'user create': { ...form, options: { ...form.options, role: { ...form.options.role, isRequired: true } } },
        },
      };
    });
    for (const line of [
      '/rest: GET /cms/v2/posts: no longer accepts requests with no credentials',
      'octavo user create, --role: is now required',
    ])
      assert.ok(found.includes(line), found.join('\n'));
  });

  it('accepts the same removal in a version that declares it', () => {
    const content = { ...baseline.content, documents: {} };
    assert.equal(compareWithBaseline(baseline, content, stored).undeclared.length, 2);
    const { differences, undeclared } = compareWithBaseline(baseline, content, '99.0.0');
    assert.equal(differences.length, 2);
    assert.deepEqual(undeclared, []);
  });

  it('accepts additions', () => {
    const found = changed((content) => ({
      ...content,
      names: { ...content.names, error: [...(content.names.error ?? []), 'rest_new 400'] },
    }));
    assert.deepEqual(found, []);
  });
});

it('keeps the stored interfaces of a version and of the one before it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-releases-'));
  try {
    const content: PublicInterface = {
      documents: {},
      names: { error: ['a 400'] },
      commands: {},
      types: { exports: {}, declarations: {} },
    };
    for (const version of ['0.2.0', '0.3.0', '0.10.0']) writeBaseline(folder, { version, content });
    assert.deepEqual(listBaselines(folder), ['0.3.0', '0.10.0']);
    assert.deepEqual(readBaseline(folder, '0.10.0'), { version: '0.10.0', content });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('recognizes released versions by their tags', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-tags-'));
  try {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], { cwd: folder });
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '--message', 'Start');
    git('tag', 'v0.2.0');
    assert.equal(isReleased('0.2.0', folder), true);
    assert.equal(isReleased('0.2.1', folder), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('reads statuses of error codes from the generated page', () => {
  const page =
    '| Code | Status |\n|---|---|\n| `b_c` | 401 or 403 | Text | Advice |\n| `a_b` | 400 | Text | Advice |\n';
  assert.deepEqual(errorsOf(page), ['a_b 400', 'b_c 401 or 403']);
});

it('finds the source files of entry points', () => {
  const target = './server/extensions/interface';
  for (const exported of [`${target}.ts`, { types: `${target}.d.ts`, default: `${target}.js` }])
    assert.deepEqual(
      entryPoints({ name: 'octavo', exports: { './extension': exported, './package.json': './package.json' } }),
      {
        'octavo/extension': 'server/extensions/interface.ts',
      },
    );
});
