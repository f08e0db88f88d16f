// Records the requests to backups of the example site. They must be the last ones, because one of them restores the site.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { acquireLease } from '../../server/backup/lease.ts';
import type { MediaSite } from '../../test/media-site.ts';
import type { Recorder } from './recorder.ts';

/** The password of the administrator of the site. */
const password = 'correct horse';

/** Records the routes of backups, which are in a folder. */
export async function recordBackups(recorder: Recorder, folder: string): Promise<void> {
  const { site } = recorder;
  const path = '/octavo/v1/backups';
  const name = 'Before the move';
  const { id } = await recorder.record(`POST ${path}`, { json: { name } });
  await waitUntilIdle(site);
  await recordUpload(recorder, await readFile(`${folder}/${id}.tar`));
  const names = { id };
  await recorder.record(`POST ${path}/<id>/checks`, { names });
  await waitUntilIdle(site);
  await recorder.record(`GET ${path}`);
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`GET ${path}/<id>/comparison`, { names });
  const { token } = await recorder.record(`POST ${path}/<id>/downloads`, { names, json: { password } });
  await recorder.record(`GET ${path}/<id>/archive`, { names, query: `token=${token}` });
  await recorder.record(`POST ${path}/<id>/restores`, { names, json: { password, name } });
  await waitUntilIdle(site);
  await recorder.record(`DELETE ${path}/<id>`, { names });
}

/** Records the upload of an archive. The backup that it completes is deleted. */
async function recordUpload(recorder: Recorder, bytes: Buffer): Promise<void> {
  const path = '/octavo/v1/backup-uploads';
  const { id } = await recorder.record(`POST ${path}`, { json: { file_name: 'site.tar', size: bytes.length } });
  const names = { id };
  await recorder.record(`GET ${path}`);
  await recorder.record(`POST ${path}/<id>/pieces`, { names, query: 'offset=0', file: { name: 'piece', bytes } });
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`DELETE ${path}/<id>`, { names });
  await recorder.send(`DELETE /octavo/v1/backups/${id}`);
}

/** Waits until no backup is being created, checked or restored, without requests, which would advance the clock of the site. */
async function waitUntilIdle({ database, service }: MediaSite): Promise<void> {
  for (;;) {
    const lease = await acquireLease(database, service.clock).catch(() => undefined);
    if (lease) return lease.release();
    await pause(10);
  }
}
