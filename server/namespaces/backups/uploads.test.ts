// Tests that archives can be uploaded in pieces, and become backups that can be restored.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, it } from 'node:test';
import { backupRoutesSite, password } from '../../../test/backup-routes-site.ts';
import { describeEachEngine } from '../../../test/engines.ts';
import type { TestSite } from '../../../test/site.ts';
import { issueApplicationPassword } from '../../cms-v2/application-passwords/issue.ts';
import { openBackupUploads } from './uploads.ts';

const uploads = '/octavo/v1/backup-uploads';

describeEachEngine('uploads of backups', (engine) => {
  const { opened, send, createBackup, waitUntilFinished, retryWhileBusy } = backupRoutesSite(engine);
  const folder = () => path.join(opened.folder, 'all');
  const request = (method: string, below = '', json?: object) =>
    opened.site.request('administrator', method, uploads + below, json);
  const sendPiece = (id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    opened.site.sendBody('administrator', 'POST', `${uploads}/${id}/pieces?offset=${offset}`, bytes, {
      ...{ 'content-type': 'application/octet-stream', ...headers },
    });
  const announce = async (size: number, more: object = {}): ReturnType<TestSite['create']> => {
    const { status, body } = await request('POST', '', { file_name: 'a.tar', size, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  /** Creates a backup, and deletes it except for its bytes. */
  const archiveOf = async (name: string) => {
    const { id } = await createBackup(name);
    const bytes = await readFile(path.join(folder(), `${id}.tar`));
    assert.equal((await retryWhileBusy(() => send('DELETE', `/${id}`))).status, 200);
    return bytes;
  };
  afterEach(async () => {
    for (const { id } of (await request('GET')).body) await request('DELETE', `/${id}`);
  });

  it('accept archives in order, and continue with the next byte', async () => {
    const bytes = await archiveOf('Uploaded');
    const created = await announce(bytes.length, { fingerprint: 'a 1' });
    assert.deepEqual(
      [created.received, created.complete, created.fingerprint, created.username, created.file_name],
      [0, false, 'a 1', 'admin', 'a.tar'],
    );
    const { id, piece_size } = created;
    assert.ok(bytes.length < piece_size);
    // A process has died while it was writing the piece.
    await writeFile(path.join(folder(), `${id}.tar.part`), bytes.subarray(0, 700));
    assert.equal((await request('GET', `/${id}`)).body.received, 700);
    const repeated = await sendPiece(id, 0, bytes);
    assert.deepEqual(
      [repeated.status, repeated.body.code, repeated.body.data.received],
      [409, 'rest_upload_wrong_offset', 700],
    );
    assert.deepEqual(
      (await send('GET')).body.filter((backup: { id: string }) => backup.id === id),
      [],
    );
    const md5 = createHash('md5').update(bytes.subarray(700)).digest('hex');
    const last = await sendPiece(id, 700, bytes.subarray(700), { 'content-md5': md5 });
    assert.deepEqual([last.status, last.body.received, last.body.complete], [200, bytes.length, true], last.body.code);
    assert.equal(last.body.expires, null);
    const backup = (await send('GET', `/${id}`)).body;
    assert.deepEqual([backup.name, backup.state, backup.obstacle], ['Uploaded', 'ready', null]);
    assert.ok((await readFile(path.join(folder(), `${id}.tar`))).equals(bytes));
    assert.equal((await sendPiece(id, bytes.length, new Uint8Array(1))).body.code, 'rest_upload_wrong_offset');
    const { body: events } = await opened.site.request(
      'administrator',
      'GET',
      '/octavo/v1/audit-log?action=backup-uploaded',
    );
    assert.equal(events[0].object_id, id);
    // The upload can be deleted; the backup remains, and can be restored.
    assert.equal((await request('DELETE', `/${id}`)).status, 200);
    assert.equal((await request('GET', `/${id}`)).body.code, 'rest_backup_upload_invalid_id');
    const restored = await retryWhileBusy(() => send('POST', `/${id}/restores`, { password, name: 'Uploaded' }));
    assert.equal(restored.status, 202, JSON.stringify(restored.body));
    assert.equal((await waitUntilFinished(id)).restore.state, 'done');
  });

  it('accept one of several concurrent pieces at the same position', async () => {
    const bytes = await archiveOf('Concurrent');
    const { id } = await announce(bytes.length);
    const responses = await Promise.all([1, 2, 3].map(() => sendPiece(id, 0, bytes)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal((await send('GET', `/${id}`)).body.name, 'Concurrent');
  });

  it('reject files that are no backups at their first piece, and leave nothing', async () => {
    const files: [string, Buffer][] = [
      ['text', Buffer.from('Hello')],
      ['another archive', Buffer.alloc(1024, 1)],
      ['a tar archive without a header of a backup', Buffer.concat([Buffer.from('x.txt'), Buffer.alloc(1019)])],
      ['null characters', Buffer.alloc(2048)],
    ];
    const before = await readdir(folder()).catch(() => []);
    for (const [name, bytes] of files) {
      const { id } = await announce(bytes.length);
      const { status, body } = await sendPiece(id, 0, bytes);
      assert.deepEqual([status, body.code], [400, 'rest_backup_invalid_file'], name);
      assert.equal((await request('GET', `/${id}`)).status, 404, name);
    }
    assert.deepEqual(await readdir(folder()), before);
  });

  it('reject invalid sizes, names, pieces and IDs', async () => {
    for (const json of [
      { file_name: 'a', size: 0 },
      { file_name: 'a', size: 2 ** 41 },
      { file_name: '', size: 5 },
      { file_name: 'a'.repeat(300), size: 5 },
    ])
      assert.equal((await request('POST', '', json)).body.code, 'rest_invalid_param', JSON.stringify(json));
    const tooLarge = await request('POST', '', { file_name: 'a', size: 2 ** 39 });
    assert.deepEqual([tooLarge.status, tooLarge.body.code], [413, 'rest_upload_no_space']);
    assert.deepEqual((await request('GET')).body, []);
    const { id } = await announce(600, { file_name: '../../etc/passwd' });
    const piece = new Uint8Array(600);
    const cases: [string, number, Uint8Array, Record<string, string>?][] = [
      ['rest_upload_invalid_piece', 0, new Uint8Array(599)],
      ['rest_upload_invalid_piece', 0, new Uint8Array(601)],
      ['rest_upload_wrong_offset', 1, piece],
      ['rest_invalid_param', -1, piece],
      ['rest_upload_no_data', 0, new Uint8Array(0)],
      ['rest_upload_hash_mismatch', 0, piece, { 'content-md5': '0'.repeat(32) }],
    ];
    for (const [code, offset, bytes, headers] of cases)
      assert.equal((await sendPiece(id, offset, bytes, headers)).body.code, code);
    assert.equal((await request('GET', `/${id}`)).body.received, 0);
    for (const other of ['unknown', '20260101t000000-00000000'])
      for (const response of [
        await request('GET', `/${other}`),
        await request('DELETE', `/${other}`),
        await sendPiece(other, 0, piece),
      ])
        assert.deepEqual([response.status, response.body.code], [404, 'rest_backup_upload_invalid_id']);
  });

  it('are limited in number, and are deleted when they do not continue for a day', async () => {
    const first = await announce(600);
    await announce(600);
    await announce(600);
    const { status, body } = await request('POST', '', { file_name: 'a.tar', size: 600 });
    assert.deepEqual([status, body.code], [409, 'rest_too_many_backup_uploads']);
    const part = path.join(folder(), `${first.id}.tar.part`);
    await writeFile(part, 'received');
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(part, yesterday, yesterday);
    await announce(600);
    assert.equal((await request('GET', `/${first.id}`)).status, 404);
    await assert.rejects(readFile(part), { code: 'ENOENT' });
  });

  it('are not allowed with restricted application passwords, which may only list them', async () => {
    const { id } = await announce(600);
    const { password: secret } = await issueApplicationPassword(
      { database: opened.site.database, ...opened.site.service },
      {
        ...{ userId: opened.site.ids.administrator, name: 'restricted' },
        limits: { readOnly: false, namespaces: ['octavo/v1'], expires: null },
      },
    );
    const authorization = `Basic ${Buffer.from(`admin:${secret}`).toString('base64')}`;
    const restricted = (method: string, below: string, json?: object) =>
      opened.site.request('anonymous', method, uploads + below, json, { authorization });
    assert.equal((await restricted('GET', '')).status, 200);
    for (const response of [
      await restricted('POST', '', { file_name: 'a.tar', size: 600 }),
      await restricted('DELETE', `/${id}`),
      await opened.site.sendBody('anonymous', 'POST', `${uploads}/${id}/pieces?offset=0`, new Uint8Array(600), {
        ...{ authorization, 'content-type': 'application/octet-stream' },
      }),
    ])
      assert.deepEqual([response.status, response.body.code], [403, 'rest_cannot_use_backup_secrets']);
  });

  it('need a backup folder', async () => {
    const without = openBackupUploads({ folder: undefined, clock: Date.now, maxUploadBytes: 1 });
    assert.deepEqual(await without.list(), []);
    await assert.rejects(without.create({ file_name: 'a', size: 1, fingerprint: '' }, 'a'), {
      code: 'rest_backup_not_ready',
    });
    await without.prune();
  });

  it('are completed if the process died after the last piece', async () => {
    const bytes = await archiveOf('Nearly');
    const { id } = await announce(bytes.length);
    await writeFile(path.join(folder(), `${id}.tar.part`), bytes);
    assert.equal((await request('GET', `/${id}`)).body.complete, true);
    assert.equal((await send('GET', `/${id}`)).body.name, 'Nearly');
    // Deleting the backup deletes the record of its upload, which would otherwise count as unfinished.
    assert.equal((await retryWhileBusy(() => send('DELETE', `/${id}`))).status, 200);
    assert.deepEqual((await request('GET')).body, []);
  });

  it('survive damaged records', async () => {
    const { id } = await announce(600);
    await writeFile(path.join(folder(), `${id}.upload`), '{');
    assert.deepEqual((await request('GET')).body, []);
    await rm(path.join(folder(), `${id}.upload`));
  });
});
