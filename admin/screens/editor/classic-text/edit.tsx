// The block in the editor: the text as the site displays it, or its HTML in a text area.
import { BlockControls, store as blockEditorStore, PlainText, useBlockProps } from '@wordpress/block-editor';
import { rawHandler } from '@wordpress/blocks';
import { ToolbarButton, ToolbarGroup } from '@wordpress/components';
import { useDispatch } from '@wordpress/data';
import { __ } from '@wordpress/i18n';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { withLineBreaksOf } from './line-breaks.ts';
import { previewOf } from './preview.ts';
import { type ClassicTextAttributes, htmlOf } from './save.ts';

interface Props {
  readonly clientId: string;
  readonly attributes: ClassicTextAttributes;
  readonly setAttributes: (attributes: Partial<ClassicTextAttributes>) => void;
}

/** The block. A text that is empty is displayed as a text area. */
export function ClassicTextEditor({ clientId, attributes, setAttributes }: Props) {
  const { content = '' } = attributes;
  const [isEditing, setEditing] = useState(content === '');
  const edit = useCallback(() => setEditing(true), []);
  const { replaceBlocks } = useDispatch(blockEditorStore);
  return (
    <div {...useBlockProps({ className: 'octavo-classic-text' })}>
      <BlockControls group="block">
        <ToolbarGroup>
          <ToolbarButton isPressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {__('Edit HTML')}
          </ToolbarButton>
          <ToolbarButton onClick={() => replaceBlocks(clientId, rawHandler({ HTML: htmlOf(attributes) }))}>
            {__('Convert to blocks')}
          </ToolbarButton>
        </ToolbarGroup>
      </BlockControls>
      {isEditing ? (
        <PlainText
          className="octavo-classic-text-source"
          value={content}
          onChange={(value) => setAttributes({ content: withLineBreaksOf(content, value) })}
          aria-label={__('HTML of the text')}
          placeholder={__('Write text or HTML')}
        />
      ) : (
        <Preview html={htmlOf(attributes)} edit={edit} />
      )}
    </div>
  );
}

function Preview({ html, edit }: { readonly html: string; readonly edit: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.replaceChildren(...previewOf(html)), [html]);
  useEffect(() => {
    const preview = element.current;
    // Links of the text must not leave the editor. The toolbar offers to the keyboard what a double click does.
    preview?.addEventListener('click', preventLink);
    preview?.addEventListener('dblclick', edit);
    return () => {
      preview?.removeEventListener('click', preventLink);
      preview?.removeEventListener('dblclick', edit);
    };
  }, [edit]);
  return <div ref={element} className="octavo-classic-text-preview" />;
}

const preventLink = (event: Event): void => event.preventDefault();
