// Writing into the audit log: always in the transaction of what is noted, so that neither is there without the other.
import type { AuditAction } from '../../contract/octavo-v1/audit-log.ts';
import type { WriteHandle } from '../database/handle.ts';
import { type Clock, now } from '../time/zone.ts';
import { insertRecord } from './store.ts';

/** Who does something, and from where; a call is one. */
export interface Doer {
  readonly actor: {
    readonly id: number;
    readonly login: string;
    readonly credential: { readonly kind: string; readonly id?: string; readonly uuid?: string };
  };
  /** The sender's address. */
  readonly from: string;
}

/** What was done. Nothing secret stands in it: no password, no text of entries, no value of a setting. */
export interface Deed {
  readonly action: AuditAction;
  /** What it was done to: its kind, number or identifier, and what it is called. */
  readonly kind: string;
  readonly id: number | string;
  readonly name: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** An operator at the machine itself, where no user is asked for. */
export const commandLine: Doer = {
  actor: { id: 0, login: '', credential: { kind: 'internal' } },
  from: 'command line',
};

/** Somebody who has not signed in, at an address. */
export const nobodyFrom = (from: string): Doer => ({ actor: { id: 0, login: '', credential: { kind: 'none' } }, from });

/** How much of a name is kept. Characters. */
const longestName = 200;

/** Notes what was done, by whom, now. */
export async function noteDeed(tx: WriteHandle, clock: Clock, { actor, from }: Doer, deed: Deed): Promise<void> {
  await insertRecord(tx, {
    date_gmt: now(clock),
    action: deed.action,
    actor: actor.id,
    actor_login: actor.login,
    origin: from,
    credential: actor.credential.uuid ?? '',
    object_type: deed.kind,
    object_id: String(deed.id),
    object_name: deed.name.slice(0, longestName),
    details: JSON.stringify(deed.details ?? {}),
  });
}
