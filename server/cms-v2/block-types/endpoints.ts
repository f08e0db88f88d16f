// Implements the endpoints of block types (protocol.md §20).
import { type blockTypeFields, blockTypesModule } from '../../../contract/cms-v2/block-types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { ApiError } from '../../api-error.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { isWriter } from '../users/conditions.ts';
import { type DescribedBlock, describedBlocks } from './described-blocks.ts';

const none = () => null;
const emptyList = () => [];
const emptyObject = () => ({});

const blockTypePresenter: Presenter<typeof blockTypeFields, DescribedBlock, undefined> = {
  prepare: async () => undefined,
  fields: {
    // Block API version 3: editors render the block in an iframe.
    api_version: () => 3,
    name: ({ name }) => name,
    title: ({ title }) => title,
    category: ({ category }) => category,
    parent: ({ parent }) => parent,
    ancestor: ({ ancestor }) => ancestor,
    allowed_blocks: ({ allows }) => allows,
    description: ({ description }) => description,
    keywords: ({ keywords }) => keywords,
    attributes: ({ attributes }) => attributes,
    provides_context: ({ provides }) => provides,
    uses_context: ({ uses }) => uses,
    selectors: ({ selectors }) => selectors,
    supports: ({ supports }) => supports,
    styles: ({ styles }) => styles,
    is_dynamic: ({ isDynamic }) => isDynamic,
    // The service has no translations and no block hooks; icons, variations and examples are part of the editor.
    icon: none,
    textdomain: none,
    variations: emptyList,
    block_hooks: emptyObject,
    example: none,
    // The service has no scripts or style sheets for blocks. The front end and the editor provide them.
    editor_script_handles: emptyList,
    script_handles: emptyList,
    view_script_handles: emptyList,
    view_script_module_ids: emptyList,
    editor_style_handles: emptyList,
    style_handles: emptyList,
    view_style_handles: emptyList,
    editor_script: none,
    script: none,
    view_script: none,
    editor_style: none,
    style: none,
  },
  facts({ name, isDynamic: dynamic }) {
    const [namespace = '', shortName = ''] = name.split('/');
    return { namespace, name: shortName, dynamic };
  },
};

const forbiddenError = { code: 'rest_block_type_cannot_view', message: 'You are not allowed to view block types.' };

/** Returns the module of block types. */
export function blockTypesEndpoints(contract: Contract): Module {
  return implement(blockTypesModule, {
    permissions: {
      'read-block-types': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
    },
    operations: {
      // GET /cms/v2/block-types and /cms/v2/block-types/<namespace>: lists the block types.
      /**
       * Responds with all block types, or with those of the requested namespace; for an unknown namespace the list is empty.
       */
      'list-block-types': {
        async run({ path, args }) {
          const namespace = path.namespace ?? args.namespace;
          const all = [...describedBlocks.values()];
          const rows = all.filter(({ name }) => namespace === undefined || name.startsWith(`${namespace}/`));
          return { kind: 'list', rows };
        },
      },

      // GET /cms/v2/block-types/<namespace>/<name>: returns a block type.
      /** Responds with the block type. Throws ApiError 404 `rest_block_type_invalid` if it is unknown. */
      'get-block-type': {
        async run({ path }) {
          const row = describedBlocks.get(`${path.namespace}/${path.name}`);
          if (!row) throw new ApiError('rest_block_type_invalid', 404, 'No block type with this name.');
          return { kind: 'record', row };
        },
      },
    },
    presenter: blockTypePresenter,
  });
}
