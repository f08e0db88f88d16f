// Binds the endpoints of global styles to their operations.
import { stylesModule } from '../../../contract/cms-v2/global-styles.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { stylesChecks } from './checks.ts';
import { getGlobalStyles } from './get-global-styles.ts';
import { defineStylesPermissions } from './permissions.ts';
import { stylesPresenter } from './present.ts';
import { updateGlobalStyles } from './update-global-styles.ts';

/** Returns the module of global styles. */
export function globalStylesEndpoints(deps: EntryDeps): Module {
  return implement(stylesModule, {
    permissions: defineStylesPermissions(deps),
    operations: { 'get-global-styles': getGlobalStyles(), 'update-global-styles': updateGlobalStyles(deps) },
    checks: stylesChecks,
    presenter: stylesPresenter,
  });
}
