// Presents block types as JSON records (protocol.md §20).
import type { blockTypeFields } from '../../../contract/cms-v2/block-types.ts';
import type { Presenter } from '../../http/module.ts';
import type { DescribedBlock } from './described-blocks.ts';

const none = () => null;
const emptyList = () => [];
const emptyObject = () => ({});

type BlockTypePresenter = Presenter<typeof blockTypeFields, DescribedBlock, undefined>;

const fields: BlockTypePresenter['fields'] = {
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
};

export const blockTypePresenter: BlockTypePresenter = {
  prepare: async () => undefined,
  fields,
  facts({ name, isDynamic: dynamic }) {
    const [namespace = '', shortName = ''] = name.split('/');
    return { namespace, name: shortName, dynamic };
  },
};
