// Binds the endpoint that renders dynamic blocks to its operation.
import { blockRenderer, type blockRendererOperations } from '../../../contract/cms-v2/block-renderer.ts';
import type { Module, Operation } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { blockRendererChecks } from './checks.ts';
import { defineBlockRendererPermissions } from './permissions.ts';
import { renderBlock } from './render-block.ts';

/** Returns the permission, check, operation and presenter of the block renderer. */
export function blockRendererEndpoints(deps: EntryDeps): Module {
  const operations: Record<(typeof blockRendererOperations)[number], Operation> = {
    'render-block': renderBlock(deps),
  };
  return {
    permissions: defineBlockRendererPermissions(deps),
    operations,
    checks: blockRendererChecks,
    presenter: plainPresenter(blockRenderer.fields),
  };
}
