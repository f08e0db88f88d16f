// Renders the text of the block, and saves it.
import { autop } from '@wordpress/autop';
import { RawHTML } from '@wordpress/element';
import { createElement, type ReactElement } from 'react';

/** The attributes of the block. */
export interface ClassicTextAttributes extends Record<string, unknown> {
  /** The HTML of the text, without whitespace at its beginning and end. */
  readonly content?: string;
  /** Whether empty lines separate paragraphs. */
  readonly hasAutomaticParagraphs: boolean;
}

/** Returns the HTML that the site displays. */
export const htmlOf = ({ content = '', hasAutomaticParagraphs }: ClassicTextAttributes): string =>
  hasAutomaticParagraphs ? autop(content) : content;

/** Renders the text next to blocks, where the service adds no paragraphs. Alone, the text is saved as it is (data/unstable/blocks.ts). */
export const saveClassicText = ({ attributes }: { readonly attributes: ClassicTextAttributes }): ReactElement =>
  createElement(RawHTML, null, htmlOf(attributes).trim());
