// Binds the endpoint that renders dynamic blocks to its operation.
import { blockRendererModule, renderedBlockFields } from '../../../contract/cms-v2/block-renderer.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { blockRendererChecks } from './checks.ts';
import { defineBlockRendererPermissions } from './permissions.ts';
import { renderBlock } from './render-block.ts';

/** Returns the module of the block renderer. */
export function blockRendererEndpoints(deps: EntryDeps): Module {
  return implement(blockRendererModule, {
    permissions: defineBlockRendererPermissions(deps),
    operations: { 'render-block': renderBlock(deps) },
    checks: blockRendererChecks,
    presenter: plainPresenter(renderedBlockFields),
  });
}
