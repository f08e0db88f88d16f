// Implements the endpoint that renders dynamic blocks (protocol.md §20).
import {
  type BlockRendererEndpoints,
  blockRendererModule,
  renderedBlockFields,
} from '../../../contract/cms-v2/block-renderer.ts';
import { Type } from '../../../contract/grammar/schema.ts';
import { ApiError } from '../../api-error.ts';
import { implement, type PermissionArgs, type Permissions } from '../../http/implement.ts';
import type { Module, ParameterCheckFactory } from '../../http/module.ts';
import { check } from '../../http/parameters/check.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { type AttributeSchemas, dynamicBlockAttributes } from '../../rendering/dynamic/block-attributes.ts';
import { dynamicBlocks } from '../../rendering/dynamic/blocks/index.ts';
import { fillContents } from '../../rendering/dynamic/fill.ts';
import type { EntryView } from '../../rendering/dynamic/views.ts';
import { renderBlock as renderStored } from '../../rendering/render.ts';
import { createRenderBlocks } from '../dynamic-blocks/fill-placeholders.ts';
import { createLoader } from '../dynamic-blocks/loader.ts';
import { presentEntry } from '../dynamic-blocks/to-views.ts';
import { editCondition, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryRow } from '../entries/rows.ts';
import { findEntryOfAnyType } from '../entries/store.ts';

/** The target of the permission. */
type BlockRendererTargets = {
  /** The entry that contains the block; undefined if the request names none. */
  'render-block': EntryRow | undefined;
};

const schemaOf = (properties: AttributeSchemas) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', properties, additionalProperties: false });

/**
 * The parameter check of block attributes, keyed by its name in the contract. For a dynamic block, it accepts only declared
 * attributes. For any other block, it accepts all attributes, because the operation rejects the block.
 */
const blockRendererChecks: Record<string, ParameterCheckFactory> = {
  'block-attributes': ({ path }) => {
    const known = dynamicBlockAttributes.get(path.name ?? '');
    return (value, name, schema) => check(known ? schemaOf(known) : schema, value, name);
  },
};

const forbiddenError = { code: 'block_cannot_read', message: 'You are not allowed to render this block.' };

/** Returns the permission, which requires permission to edit the entry `post_id` or, without this parameter, to write posts. */
const defineBlockRendererPermissions = ({
  database,
  contract,
}: EntryDeps): Permissions<BlockRendererEndpoints, BlockRendererTargets> => ({
  'render-block': {
    async load({ args }) {
      // In OPTIONS requests, `context` is undefined, because defaults are not applied to them. This is accepted.
      if (args.context === 'view') throw createContextError();
      return hasEntryId(args) ? findEntryOfAnyType(database.read, args.post_id ?? 0) : undefined;
    },
    permit({ actor, args }, entry) {
      if (!hasEntryId(args)) return actor.can('edit_posts') ? undefined : forbiddenError;
      const type = entry && contract.types.get(entry.type);
      return type && passes(editCondition, actor, type, entry) ? undefined : forbiddenError;
    },
  },
});

const hasEntryId = ({ post_id: id = 0 }: PermissionArgs<BlockRendererEndpoints, 'render-block'>): boolean => id > 0;

function createContextError(): ApiError {
  const message = 'context must be edit.';
  const details = { context: { code: 'rest_not_in_enum', message, data: null } };
  return new ApiError('rest_invalid_param', 400, 'Invalid parameters: context.', {
    data: { params: { context: message }, details },
  });
}

// GET and POST /cms/v2/block-renderer/<name>: render a dynamic block as HTML.

/** The entry view of blocks that are rendered without an entry. */
const noEntry: EntryView = {
  ...{ id: 0, type: '', title: '', excerpt: '', url: '', date: '', modified: '' },
  ...{ author: 0, parent: 0, menuOrder: 0, meta: '{}', titleKey: '', featuredMedia: 0 },
};

/** A pattern that matches the names of blocks that display a part of an entry and render nothing without an entry. */
const needsEntry = /^core\/(post-|read-more$|breadcrumbs$)/;

/** Returns the module of the block renderer. */
export function blockRendererEndpoints(deps: EntryDeps): Module {
  return implement(blockRendererModule, {
    permissions: defineBlockRendererPermissions(deps),
    operations: {
      /**
       * Responds with the HTML of a block, rendered in the requested entry or without an entry. Besides public content, the HTML
       * contains only data of the requested entry, and the caller may edit this entry. Without an entry, the HTML of blocks that
       * display a part of an entry is empty. Throws ApiError 404 `block_invalid` if `name` is not the name of a dynamic block.
       */
      'render-block': {
        async run({ path, work, args: { attributes } }, row) {
          const name = path.name ?? '';
          if (!dynamicBlocks.has(name)) throw new ApiError('block_invalid', 404, 'No dynamic block with this name.');
          if (!row && needsEntry.test(name)) return { kind: 'record', row: { rendered: '' } };
          const entry = (row && presentEntry(deps, row, await findHiddenPaths(deps.database.read, [row]))) ?? noEntry;
          const [rendered = ''] = await fillContents(
            [{ stored: renderStored(name, attributes), entry }],
            createLoader(deps, work),
            createRenderBlocks(deps, { work, isLimited: false }),
          );
          return { kind: 'record', row: { rendered } };
        },
      },
    },
    checks: blockRendererChecks,
    presenter: plainPresenter(renderedBlockFields),
  });
}
