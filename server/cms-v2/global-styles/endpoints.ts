// Binds the endpoints of global styles to their operations.
import type { stylesOperations } from '../../../contract/cms-v2/global-styles.ts';
import type { Module, Operation } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { stylesChecks } from './checks.ts';
import { getGlobalStyles } from './get-global-styles.ts';
import { defineStylesPermissions } from './permissions.ts';
import { stylesPresenter } from './present.ts';
import { updateGlobalStyles } from './update-global-styles.ts';

/** Binds the endpoints to their operations, permissions, checks and presenter. */
export function globalStylesEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof stylesOperations)[number], Operation> = {
    'get-global-styles': getGlobalStyles(),
    'update-global-styles': updateGlobalStyles(deps),
  };
  return {
    permissions: defineStylesPermissions(deps),
    operations,
    checks: stylesChecks,
    presenter: stylesPresenter,
  };
}
