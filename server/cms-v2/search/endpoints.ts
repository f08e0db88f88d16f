// Binds the endpoint of the site search to its operation (protocol.md §18).
import type { searchOperations } from '../../../contract/cms-v2/search.ts';
import { type Module, type Operation, publicAccess } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { searchChecks } from './checks.ts';
import { searchPresenter } from './present.ts';
import { search } from './search.ts';

/** Binds the endpoint to its operation, check and presenter. Everyone may search. */
export function searchEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof searchOperations)[number], Operation> = { search: search(deps) };
  return {
    permissions: { everyone: publicAccess },
    operations,
    checks: searchChecks,
    presenter: searchPresenter(deps),
  };
}
