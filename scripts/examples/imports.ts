// Records the requests to the imports of the example site.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { findImport } from '../../server/site-imports/store.ts';
import type { Recorder } from './recorder.ts';

const exportFile = new URL('../../test/fixtures/small-site.wxr.xml', import.meta.url);

/** Records the upload of an export file, its dry run and its import. */
export async function recordImports(recorder: Recorder): Promise<void> {
  const path = '/octavo/v1/imports';
  const bytes = readFileSync(exportFile);
  const json = { file_name: 'harbour-almanac.xml', size: bytes.length };
  const { id } = await recorder.record(`POST ${path}`, { json });
  const names = { id };
  const piece = { names, query: 'offset=0', file: { name: 'piece', bytes } };
  await recorder.record(`POST ${path}/<id>/pieces`, piece);
  await recorder.record(`POST ${path}/<id>/run`, { names, json: { dry_run: true } });
  await waitForEnd(recorder, id);
  await recorder.record(`POST ${path}/<id>/stop`, { names, prepare: () => startDryRun(recorder, id) });
  await waitForEnd(recorder, id);
  await recorder.record(`GET ${path}/<id>/report`, { names, query: 'dry_run=true' });
  await recorder.record(`GET ${path}/<id>`, { names });
  await recorder.record(`GET ${path}`);
  await recorder.record(`DELETE ${path}/<id>`, { names });
}

/** Starts a dry run without a request, because the next request must be sent before it ends. */
const startDryRun = ({ site }: Recorder, id: number) =>
  site.service.imports.start(
    id,
    { isDryRun: true, shouldFetch: false, authors: {} },
    { actor: { id: 1, login: 'admin', credential: { kind: 'none' } }, from: '127.0.0.1' },
  );

/** Waits until no run is in progress, without requests, because these advance the clock. */
async function waitForEnd({ site }: Recorder, id: number): Promise<void> {
  while ((await findImport(site.database.read, id))?.running !== '') await pause(20);
}
