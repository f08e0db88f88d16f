// Emails about accounts that the service of a site has queued.
import assert from 'node:assert/strict';
import { openSqlite } from '../../test/faults/consistency.ts';
import type { Site } from './site.ts';

/** Environment variables of a site that can send email. Nothing connects to the server, because the tests read the queue. */
export const mailEnvironment = { OCTAVO_MAIL: 'smtp://127.0.0.1:9' };

/** Returns the link in the latest email of a kind to an address. */
export async function linkInMail(site: Site, kind: string, address: string): Promise<string> {
  const database = openSqlite(site.service.data);
  const mails = await database.query(
    `select text from mails where kind = '${kind}' and recipient = '${address}' order by id desc limit 1`,
  );
  database.close();
  const [link] = /http\S+\?key=\w+/.exec(String(mails[0]?.text)) ?? [];
  return link ?? assert.fail(`There is no email of the kind ${kind} to ${address}.`);
}
