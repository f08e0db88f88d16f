// Tests that only the operating-system user of the service can access the files that the service and its commands create,
// regardless of the umask.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { newFolder, runCommand, type Service, startService, waitUntil } from '../faults/service-process.ts';

const isWindows = process.platform === 'win32';
const umaskCommand = ['/bin/sh', '-c', 'umask 000; exec "$0" "$@"'];
const warning = 'data accessible to other accounts';

/** Returns the modes of a folder and of all files and folders in it, by path. */
async function modesIn(folder: string): Promise<Map<string, string>> {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const modes = names.map(async (name) => {
    const found = await stat(path.join(folder, name));
    return [name, `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`] as const;
  });
  return new Map(await Promise.all(modes));
}

async function upload({ origin, authorization }: Service): Promise<void> {
  const headers = {
    authorization,
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename="a.txt"',
  };
  const made = await fetch(`${origin}/rest/cms/v2/media`, { method: 'POST', headers, body: 'some text' });
  assert.equal(made.status, 201, await made.text());
}

const warnings = (service: Service) =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes(warning));

describe('files and folders', { skip: isWindows && 'Windows has different permissions' }, () => {
  it('are created with access only for the user of the service', { timeout: 60_000 }, async () => {
    const parentFolder = await newFolder();
    await chmod(parentFolder, 0o755);
    const data = path.join(parentFolder, 'new', 'data');
    const service = await startService({ data, wrapperCommand: umaskCommand });
    await upload(service);
    const { body } = await service.request('POST', '/bmgr-api/v1/router', {});
    const state = async () => (await service.request('GET', `/bmgr-api/v1/router?id=${body.id}`)).body.state;
    await waitUntil(async () => (await state()) === 'ready', 20_000, 'the backup is complete');
    await runCommand(['backup', 'create', '--to', path.join(data, 'mine.tar')], { data });
    const modes = await modesIn(path.join(parentFolder, 'new'));
    for (const [name, mode] of modes) assert.match(mode, /^(folder 700|file 600)$/, name);
    const names = [...modes.keys()];
    for (const end of [
      'octavo.sqlite',
      'octavo.sqlite-wal',
      'octavo.sqlite-shm',
      'a.txt',
      `${body.id}.tar`,
      'mine.tar',
    ])
      assert.ok(
        names.some((name) => name.endsWith(end)),
        `${end} is missing: ${names}`,
      );
    assert.deepEqual(warnings(service), []);
    await service.end('SIGTERM');
  });

  it('that other users can access are listed in one warning at startup', { timeout: 60_000 }, async () => {
    const parentFolder = await newFolder();
    const [data, files] = [path.join(parentFolder, 'data'), path.join(parentFolder, 'files')];
    await mkdir(data, { mode: 0o755 });
    await mkdir(files, { mode: 0o750 });
    const options = ['--files', files];
    const hidden = await startService({ data, options });
    await hidden.end('SIGTERM');
    assert.deepEqual(warnings(hidden), [], 'the parent folder denies access');
    await chmod(parentFolder, 0o755);
    await chmod(path.join(data, 'octavo.sqlite'), 0o644);
    for (const more of [[], ['--workers', '2']]) {
      const service = await startService({ data, options: [...options, ...more] });
      await waitUntil(() => warnings(service).length > 0, 5000, 'the warning is logged');
      await service.end('SIGTERM');
      const [line = '', ...others] = warnings(service);
      assert.deepEqual(others, []);
      const { level, places: locations, remedy } = JSON.parse(line);
      assert.deepEqual([level, remedy], [40, 'chmod -R go= PATH']);
      const listed = locations.map(
        (each: { path: string; mode: string }) => `${path.relative(parentFolder, each.path)} ${each.mode}`,
      );
      for (const location of ['data 755', 'data/octavo.sqlite 644', 'files 750'])
        assert.ok(listed.includes(location), location);
    }
    for (const folder of [data, files]) await chmod(folder, 0o700);
    const closed = await startService({ data, options });
    await closed.end('SIGTERM');
    assert.deepEqual(warnings(closed), []);
  });
});
