// Blocks to records (protocol.md §20).
import type { blockTypeFields } from '../../../contract/cms-v2/block-types.ts';
import type { FieldMaker, Presenter } from '../../http/room.ts';
import type { DescribedBlock } from './described-blocks.ts';

const none = () => null;
const noNames = () => [];
const noMembers = () => ({});

const fields: Record<keyof typeof blockTypeFields, (block: DescribedBlock) => unknown> = {
  // All blocks follow version 3, for which editors show them in a frame.
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
  // The service has none of these: its texts are in one language, and icons, variations and examples are the editor's.
  icon: none,
  textdomain: none,
  variations: noNames,
  block_hooks: noMembers,
  example: none,
  // The service serves no scripts and no style sheets: both are the front end's and the editor's.
  editor_script_handles: noNames,
  script_handles: noNames,
  view_script_handles: noNames,
  view_script_module_ids: noNames,
  editor_style_handles: noNames,
  style_handles: noNames,
  view_style_handles: noNames,
  editor_script: none,
  script: none,
  view_script: none,
  editor_style: none,
  style: none,
};

export const blockTypePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts({ name, isDynamic: dynamic }: DescribedBlock) {
    const [namespace = '', own = ''] = name.split('/');
    return { namespace, name: own, dynamic };
  },
};
