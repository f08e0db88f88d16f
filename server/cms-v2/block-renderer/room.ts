// The room that shows single blocks.
import { blockRenderer, type blockRendererOperations } from '../../../contract/cms-v2/block-renderer.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Room } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { blockRendererChecks } from './checks.ts';
import { blockRendererRules } from './permissions.ts';
import { renderBlock } from './render-block.ts';

/** Joins the room's rule, check, operation and presenter. */
export function blockRendererRoom(parts: EntryParts): Room {
  const operations: Record<(typeof blockRendererOperations)[number], Operation> = {
    'render-block': renderBlock(parts),
  };
  return {
    permissions: blockRendererRules(parts),
    operations,
    checks: blockRendererChecks,
    presenter: plainPresenter(blockRenderer.fields),
  };
}
