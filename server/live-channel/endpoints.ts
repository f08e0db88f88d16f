// Implements the endpoint of the live channel.
import { type LiveEndpoints, liveChannelModule } from '../../contract/octavo-v1/live.ts';
import { cannotEditEntries, mayEditSomeEntries } from '../cms-v2/entries/editable-entries.ts';
import { implement, type Permissions } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import type { EntryWatchDeps } from './entry-watch.ts';
import { followEntries } from './follow-entries.ts';

/** Returns the module of the live channel. */
export function liveChannelEndpoints(deps: EntryWatchDeps): Module {
  const permissions: Permissions<LiveEndpoints, object> = {
    'follow-entries': {
      permit: ({ actor }) => (mayEditSomeEntries(actor, deps.contract) ? undefined : cannotEditEntries),
    },
  };
  return implement(liveChannelModule, { permissions, operations: { 'follow-entries': followEntries(deps) } });
}
