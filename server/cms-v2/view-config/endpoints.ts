// Binds the endpoint for the initial configuration of editor screens to its operation.
import { viewConfigFields, viewConfigModule } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { getViewConfig } from './get-view-config.ts';
import { defineViewConfigPermissions } from './permissions.ts';

/** Returns the module of view configurations. */
export function viewConfigEndpoints(contract: Contract): Module {
  return implement(viewConfigModule, {
    permissions: defineViewConfigPermissions(contract),
    operations: { 'get-view-config': getViewConfig() },
    presenter: plainPresenter(viewConfigFields),
  });
}
