// Endpoints of the live feed.
import type { feedOperations } from '../../contract/octavo-v1/events.ts';
import type { Module, Operation } from '../http/module.ts';
import { type FeedDeps, followEvents } from './follow-events.ts';
import { liveFeedPermissions } from './permissions.ts';

/** Returns the module of the live feed: its permissions and its operation. */
export function liveFeedEndpoints(deps: FeedDeps): Module {
  const operations: Record<(typeof feedOperations)[number], Operation> = { 'follow-events': followEvents(deps) };
  return { permissions: liveFeedPermissions, operations };
}
