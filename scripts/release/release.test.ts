// Tests the files of a release, and the checks before it. The signatures use keys that exist only during the test.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  allowedSigner,
  checksumFile,
  createThrowawayKey,
  makeReproducible,
  signChecksums,
  verifyArtifacts,
  writeBillsOfMaterials,
  writeChecksums,
} from './artifacts.ts';
import { findReleaseProblems, type ReleaseState } from './checks.ts';

describe('the checks before a release', () => {
  const ready: ReleaseState = {
    adminVersions: ['0.2.0', '0.2.0', '0.2.0'],
    ...{ version: '0.2.0', lockedVersions: ['0.2.0', '0.2.0'], changedFiles: '', isTagged: false, fragments: [] },
    changelog: '# Changelog\n\n## 0.2.0 - 2026-11-23\n\n### Added\n\n- All of it.\n',
  };

  it('accept a state that is ready', () => assert.deepEqual(findReleaseProblems(ready), []));

  const states: readonly (readonly [change: Partial<ReleaseState>, problem: RegExp])[] = [
    [{ changedFiles: ' M package.json' }, /changes that are not committed:\n M package\.json/],
    [{ isTagged: true }, /Version 0\.2\.0 has the tag v0\.2\.0/],
    [{ lockedVersions: ['0.1.0', '0.2.0'] }, /package-lock\.json has the version 0\.1\.0, 0\.2\.0 instead of 0\.2\.0/],
    [
      { adminVersions: ['0.2.0', '0.1.0', '0.1.0'] },
      /The admin has the version 0\.2\.0, 0\.1\.0, 0\.1\.0 instead of 0\.2\.0/,
    ],
    [{ fragments: ['a.added.md'] }, /changes\/ has 1 fragments/],
    [{ changelog: ready.changelog.replace('2026-11-23', 'unreleased') }, /has no date in CHANGELOG\.md/],
    [{ changelog: ready.changelog.replace('0.2.0', '0.1.0') }, /The latest version in CHANGELOG\.md is 0\.1\.0/],
  ];
  for (const [change, problem] of states)
    it(`reject a state: ${problem.source}`, () => {
      const found = findReleaseProblems({ ...ready, ...change });
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', problem);
    });

  it('require the tag in a build of the tag', () => {
    assert.deepEqual(findReleaseProblems({ ...ready, isTagged: true }, true), []);
    assert.deepEqual(findReleaseProblems(ready, true), ['Version 0.2.0 has no tag v0.2.0.']);
  });

  it('reject a version that is not semantic', () =>
    assert.throws(() => findReleaseProblems({ ...ready, version: '0.2' }), /0\.2 is not a semantic version/));
});

describe('bills of materials', () => {
  const created = new Date('2026-11-23T10:00:00.500Z');
  const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}';

  it('of CycloneDX depend only on their content', () => {
    const bill = (id: string, version = '1') => ({
      serialNumber: `urn:uuid:${id}`,
      metadata: { timestamp: '2020-01-01T00:00:00.000Z', component: { name: 'clone' } },
      components: [{ name: 'a', version }],
    });
    const made = makeReproducible(bill('11111111-1111-4111-8111-111111111111'), created, 'octavo');
    assert.deepEqual(makeReproducible(bill('22222222-2222-4222-8222-222222222222'), created, 'octavo'), made);
    assert.match(made.serialNumber ?? '', new RegExp(`^urn:uuid:${uuid}$`));
    assert.deepEqual(made.metadata, {
      timestamp: '2026-11-23T10:00:00Z',
      component: { name: 'octavo', properties: [] },
    });
    assert.notEqual(
      makeReproducible(bill('11111111-1111-4111-8111-111111111111', '2'), created, 'octavo').serialNumber,
      made.serialNumber,
    );
  });

  it('of SPDX depend only on their content', () => {
    const namespace = 'http://spdx.org/spdxdocs/octavo-0.2.0-';
    const made = makeReproducible(
      { documentNamespace: `${namespace}33333333-3333-4333-8333-333333333333`, creationInfo: { created: 'now' } },
      created,
      'octavo',
    );
    assert.match(made.documentNamespace ?? '', new RegExp(`^${namespace}${uuid}$`));
    assert.equal(made.creationInfo?.created, '2026-11-23T10:00:00Z');
  });
});

for (const [name, source] of [
  ['octavo', '.'],
  ['octavo-admin', 'admin'],
] as const)
  it(`bills of materials of ${name} name the package, and the version of npm that created them`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bills-'));
    try {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
      const names = await writeBillsOfMaterials(folder, { name, version, source }, new Date());
      assert.deepEqual(names, [`${name}-${version}.cdx.json`, `${name}-${version}.spdx.json`]);
      const [cyclone, spdx] = names.map((each) => JSON.parse(readFileSync(path.join(folder, each), 'utf8')));
      const npm = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim();
      assert.deepEqual(cyclone.metadata.tools, [{ vendor: 'npm', name: 'cli', version: npm }]);
      assert.equal(cyclone.metadata.component.purl, `pkg:npm/${name}@${version}`);
      assert.deepEqual(spdx.creationInfo.creators, [`Tool: npm/cli-${npm}`]);
      assert.equal(spdx.name, `${name}@${version}`);
      const contained = cyclone.components.some((each: { name: string }) => each.name === '@wordpress/editor');
      assert.equal(contained, name === 'octavo-admin');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

// Debian's minimal installation has no OpenSSH; .ci/run installs it.
const skip = spawnSync('ssh-keygen', ['-?']).error ? 'ssh-keygen is not installed' : false;

describe('the files of a release', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-release-test-'));
  const keys = path.join(folder, 'keys');
  const allowed = path.join(keys, 'allowed-signers');
  after(() => rmSync(folder, { recursive: true }));

  let key: string;
  before(() => {
    mkdirSync(keys);
    key = createThrowawayKey(keys);
    writeFileSync(allowed, `# Comments are allowed.\n${allowedSigner(readFileSync(`${key}.pub`, 'utf8'))}`);
  });

  /** Creates signed files in a new folder. */
  const release = (name: string) => {
    const made = path.join(folder, name);
    mkdirSync(made);
    for (const each of ['octavo-0.2.0.tgz', 'octavo-0.2.0.cdx.json']) writeFileSync(path.join(made, each), each);
    writeChecksums(made, ['octavo-0.2.0.tgz', 'octavo-0.2.0.cdx.json']);
    signChecksums(made, key);
    return made;
  };

  it('are verified with the documented commands', () => {
    const made = release('documented');
    const page = readFileSync('docs/releasing.md', 'utf8');
    const [, commands = ''] = /## Verify a release\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(page) ?? [];
    assert.match(commands, /ssh-keygen -Y verify[\s\S]*sha256sum --check/);
    copyFileSync(allowed, path.join(made, 'allowed-signers'));
    const verify = () =>
      execFileSync('bash', ['-ec', commands], { cwd: made, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    assert.match(verify(), /Good "octavo-release" signature[\s\S]*octavo-0\.2\.0\.tgz: OK/);
    appendFileSync(path.join(made, 'octavo-0.2.0.tgz'), '!');
    assert.throws(verify, /1 computed checksum did NOT match/);
  });

  it('are rejected if a file, the checksums or the signer differ', () => {
    const made = release('rejected');
    verifyArtifacts(made, allowed);
    const others = path.join(folder, 'others');
    mkdirSync(others);
    const other = path.join(others, 'allowed-signers');
    writeFileSync(other, allowedSigner(readFileSync(`${createThrowawayKey(others)}.pub`, 'utf8')));
    assert.throws(() => verifyArtifacts(made, other));
    appendFileSync(path.join(made, 'octavo-0.2.0.cdx.json'), '!');
    assert.throws(() => verifyArtifacts(made, allowed), /1 computed checksum did NOT match/);
    writeChecksums(made, ['octavo-0.2.0.tgz', 'octavo-0.2.0.cdx.json']);
    assert.throws(() => verifyArtifacts(made, allowed));
  });

  it('list their checksums in the order of their names', () => {
    const text = readFileSync(path.join(release('sorted'), checksumFile), 'utf8');
    assert.match(text, /^[0-9a-f]{64} {2}octavo-0\.2\.0\.cdx\.json\n[0-9a-f]{64} {2}octavo-0\.2\.0\.tgz\n$/);
  });
});

it('workflows use actions at a commit, and grant the whole workflow no more than reading', () => {
  for (const name of ['ci.yml', 'release.yml']) {
    const workflow = readFileSync(`.github/workflows/${name}`, 'utf8');
    const used = [...workflow.matchAll(/uses: (.+)$/gm)].map(([, action = '']) => action);
    assert.ok(used.length > 1);
    for (const action of used) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    assert.match(workflow, /^permissions:(?: \{\}|\n {2}contents: read)$/m);
    assert.doesNotMatch(workflow, /secrets\./);
  }
});

it('no key is listed that is not an SSH key', () => {
  const lines = readFileSync('releases/allowed-signers', 'utf8').trim().split('\n');
  for (const line of lines.filter((each) => !each.startsWith('#')))
    assert.match(line, /^octavo-release namespaces="octavo-release" ssh-\S+ [A-Za-z0-9+/=]+$/);
});
