// Replaces the block for text without blocks by one that displays the text as the site does, and changes no byte that the user has not changed.

import { type BlockType, setFreeformContentHandlerName } from '@wordpress/blocks';
import { addFilter } from '@wordpress/hooks';
import { __ } from '@wordpress/i18n';
import { ClassicTextEditor } from './edit.tsx';
import { saveClassicText } from './save.ts';

const name = 'core/freeform';

/** Registers the block. It must be called before the editor starts, and once. */
export function registerClassicText(): void {
  addFilter('blocks.registerBlockType', 'octavo/classic-text', (settings: BlockType, registeredName: string) =>
    registeredName === name ? { ...settings, ...classicText(settings) } : settings,
  );
  setFreeformContentHandlerName(name);
}

const classicText = ({ attributes }: BlockType) => ({
  title: __('Classic text'),
  description: __('Text without blocks. It stays as it is until you change it or convert it to blocks.'),
  attributes: {
    ...attributes,
    // The service adds paragraphs to the text if the entry consists of nothing else. It is not saved: parsing determines it.
    hasAutomaticParagraphs: { type: 'boolean', default: true, role: 'local' },
  },
  edit: ClassicTextEditor,
  save: saveClassicText,
});
