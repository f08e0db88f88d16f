// Blocks to records (protocol.md §20).
import type { blockTypeFields } from '../../../contract/cms-v2/block-types.ts';
import type { FieldMaker, Presenter } from '../../http/room.ts';
import type { DescribedBlock } from './described-blocks.ts';

const none = () => null;
const noNames = () => [];
const noMembers = () => ({});

const fields: Record<keyof typeof blockTypeFields, (block: DescribedBlock) => unknown> = {
  api_version: () => 3,
  name: ({ name }) => name,
  title: ({ title }) => title,
  category: ({ category }) => category,
  parent: ({ parent }) => parent,
  ancestor: none,
  allowed_blocks: none,
  icon: none,
  description: () => '',
  keywords: noNames,
  textdomain: none,
  attributes: ({ attributes }) => attributes,
  provides_context: ({ provides_context }) => provides_context,
  uses_context: ({ uses_context }) => uses_context,
  selectors: noMembers,
  supports: noMembers,
  styles: ({ styles }) => styles,
  variations: noNames,
  block_hooks: noMembers,
  example: none,
  is_dynamic: ({ is_dynamic }) => is_dynamic,
  // The service serves no scripts and no style sheets: both are the front end's and the editor's.
  editor_script_handles: noNames,
  script_handles: noNames,
  view_script_handles: noNames,
  view_script_module_ids: noNames,
  editor_style_handles: noNames,
  style_handles: noNames,
  view_style_handles: noNames,
};

export const blockTypePresenter: Presenter = {
  prepare: async () => undefined,
  fields: fields as Record<string, FieldMaker>,
  facts({ name, is_dynamic: dynamic }: DescribedBlock) {
    const [namespace = '', own = ''] = name.split('/');
    return { namespace, name: own, dynamic };
  },
};
