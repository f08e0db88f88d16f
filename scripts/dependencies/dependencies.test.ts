// Tests the checks of dependencies with problems of each kind. `npm run dependencies` applies them to this repository.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findDependencyProblems } from './imports.ts';
import { findInstallScripts } from './install-scripts.ts';
import { findLicenseProblems, isAllowedExpression } from './licenses.ts';

describe('SPDX expressions', () => {
  const isAllowed = (license: string) => ['MIT', 'ISC', 'Apache-2.0 WITH LLVM-exception'].includes(license);
  for (const [expression, expected] of [
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['MIT OR GPL-3.0-only', true],
    ['(GPL-3.0-only OR MIT)', true],
    ['MIT AND GPL-3.0-only', false],
    ['MIT AND ISC', true],
    ['GPL-3.0-only OR MIT AND ISC', true],
    ['(GPL-3.0-only OR MIT) AND GPL-2.0-only', false],
    ['Apache-2.0 WITH LLVM-exception', true],
    ['Apache-2.0', false],
  ] as const)
    it(`${expression}: ${expected ? 'allowed' : 'not allowed'}`, () =>
      assert.equal(isAllowedExpression(expression, isAllowed), expected));

  for (const malformed of ['', 'MIT OR', '(MIT', 'MIT ISC', 'AND MIT', 'SEE LICENSE IN LICENSE.txt'])
    it(`${malformed || 'an empty text'}: rejected`, () =>
      assert.throws(() => isAllowedExpression(malformed, isAllowed), /is not an SPDX expression/));
});

describe('the check of licenses', () => {
  const exceptions = [{ packages: '@gpl/*', license: 'GPL-2.0-or-later', isRuntime: false, reason: 'Only in tests.' }];
  const tested = { name: '@gpl/client', license: 'GPL-2.0-or-later', isRuntime: false };
  const find = (...packages: Parameters<typeof findLicenseProblems>[0]) => findLicenseProblems(packages, exceptions);

  it('accepts permissive licenses and exceptions', () => {
    assert.deepEqual(find(tested, { name: 'a', license: '(MIT OR GPL-3.0-only)', isRuntime: true }), []);
  });

  it('reports a package without a license, one with another license, and an exception in production', () => {
    assert.deepEqual(
      find(
        ...[
          tested,
          { name: 'a', license: undefined, isRuntime: false },
          { name: 'b', license: 'AGPL-3.0-only', isRuntime: false },
        ],
        { ...tested, isRuntime: true },
      ),
      [
        'a has no license.',
        'b has the license AGPL-3.0-only, which is not allowed.',
        '@gpl/client has the license GPL-2.0-or-later, which is not allowed in production.',
      ],
    );
  });

  it('reports an exception that no package needs', () => {
    assert.deepEqual(find(), ['No package needs the license exception GPL-2.0-or-later of @gpl/*.']);
  });
});

describe('the check of install scripts', () => {
  it('reports packages with scripts in the lock file or in package.json, and packages that npm compiles', () => {
    assert.deepEqual(
      findInstallScripts(
        [
          { name: 'a', hasInstallScript: true },
          { name: 'b', hasInstallScript: false, scripts: { postinstall: 'node download.js' } },
          { name: 'c', hasInstallScript: false, scripts: { test: 'node test.js' } },
          { name: 'd', hasInstallScript: false, scripts: {}, hasBinding: true },
        ],
        {},
      ),
      ['a has an install script.', 'b has an install script.', 'd has an install script.'],
    );
  });

  it('accepts exceptions, and reports those that are not needed', () => {
    assert.deepEqual(
      findInstallScripts([{ name: 'a', hasInstallScript: true }], { a: 'Works without it.', b: 'Gone.' }),
      ['The exception for the install script of b is not needed.'],
    );
  });
});

describe('the check of declared packages', () => {
  const manifest = {
    name: 'octavo',
    scripts: { lint: 'linter check .' },
    dependencies: { database: '1', driver: '1' },
    devDependencies: { linter: '1', '@types/driver': '1', '@types/node': '1', '@scope/client': '1', 'client-cli': '1' },
    optionalDependencies: { 'node-linux': '1' },
  };
  const files = [
    {
      path: 'server/a.ts',
      text: "import { open } from 'database/open'; export type { Pool } from 'driver'; const [x] = ['node-linux'];",
    },
    {
      path: 'server/a.test.ts',
      text: "const { b } = await import('@scope/client/b'); const path = `node_modules/.bin/generate`;",
    },
  ];
  const find = (extra: { path: string; text: string }[] = [], changes = {}, indirect = {}) =>
    findDependencyProblems(
      { ...manifest, ...changes },
      [...files, ...extra],
      (name) => (name === 'client-cli' ? ['generate'] : []),
      indirect,
    );

  it('accepts packages that are imported, that run as programs, and types of imported packages', () => {
    assert.deepEqual(find(), []);
  });

  it('reports packages that are not declared', () => {
    const extra = [
      {
        path: 'server/b.ts',
        text: "import other from 'other'; import { c } from 'node:fs'; import './a.ts'; import { d } from 'octavo/extension';",
      },
      { path: 'test/c.ts', text: "import type { E } from '@scope/types';" },
    ];
    assert.deepEqual(find(extra), [
      'server/b.ts imports other, which package.json does not declare.',
      'test/c.ts imports types of @scope/types, which package.json does not declare.',
    ]);
  });

  it('reports production code that imports a development dependency, except for its types', () => {
    const extra = [
      { path: 'extensions/b.ts', text: "import { b } from '@scope/client';" },
      { path: 'extensions/c.ts', text: "import { type B } from '@scope/client';" },
    ];
    assert.deepEqual(find(extra), ['extensions/b.ts imports @scope/client, which is only a development dependency.']);
  });

  it('reports packages that nothing uses, and exceptions that are not needed', () => {
    const changes = { dependencies: { ...manifest.dependencies, left: '1', kept: '1' } };
    assert.deepEqual(find([], changes, { kept: 'Shared.', gone: 'Shared.' }), [
      'Nothing uses left, which package.json declares.',
      'The exception for gone is not needed.',
    ]);
  });
});
