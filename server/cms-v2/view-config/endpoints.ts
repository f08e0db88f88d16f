// Binds the endpoint for the initial configuration of editor screens to its operation.
import { viewConfig, type viewConfigOperations } from '../../../contract/cms-v2/view-config.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Module, Operation } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { getViewConfig } from './get-view-config.ts';
import { defineViewConfigPermissions } from './permissions.ts';

/** Binds the endpoint to its operation, permission and presenter. */
export function viewConfigEndpoints(contract: Contract): Module {
  const operations: Record<(typeof viewConfigOperations)[number], Operation> = {
    'get-view-config': getViewConfig(),
  };
  return {
    permissions: defineViewConfigPermissions(contract),
    operations,
    presenter: plainPresenter(viewConfig.fields),
  };
}
