// Binds the endpoint of the site search to its operation (protocol.md §18).
import { searchModule } from '../../../contract/cms-v2/search.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { searchChecks } from './checks.ts';
import { searchPresenter } from './present.ts';
import { search } from './search.ts';

/** Returns the module of the site search. */
export function searchEndpoints(deps: EntryDeps): Module {
  return implement(searchModule, {
    permissions: {},
    operations: { search: search(deps) },
    checks: searchChecks,
    presenter: searchPresenter(deps),
  });
}
