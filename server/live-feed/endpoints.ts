// Binds the endpoint of the live feed to its operation.
import { liveFeedModule } from '../../contract/octavo-v1/events.ts';
import { implement } from '../http/implement.ts';
import type { Module } from '../http/module.ts';
import { type FeedDeps, followEvents } from './follow-events.ts';
import { liveFeedPermissions } from './permissions.ts';

/** Returns the module of the live feed. */
export function liveFeedEndpoints(deps: FeedDeps): Module {
  return implement(liveFeedModule, {
    permissions: liveFeedPermissions,
    operations: { 'follow-events': followEvents(deps) },
  });
}
