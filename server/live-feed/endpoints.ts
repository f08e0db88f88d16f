// Binds the endpoint of the live feed to its operation.
import type { feedOperations } from '../../contract/octavo-v1/events.ts';
import type { Module, Operation } from '../http/module.ts';
import { type FeedDeps, followEvents } from './follow-events.ts';
import { liveFeedPermissions } from './permissions.ts';

/** Returns the permission and operation of the live feed. */
export function liveFeedEndpoints(deps: FeedDeps): Module {
  const operations: Record<(typeof feedOperations)[number], Operation> = { 'follow-events': followEvents(deps) };
  return { permissions: liveFeedPermissions, operations };
}
