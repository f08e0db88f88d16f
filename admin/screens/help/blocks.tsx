// The text of a guide as elements. No part of it is interpreted as HTML.
import { __ } from '@wordpress/i18n';
import { Link } from 'wouter';
import type { Block, Heading, Inline, List, Table } from '../../ui/guides.ts';
import { paths } from '../../ui/paths.ts';

interface BlocksProps {
  readonly blocks: readonly Block[];
  /** The name of the guide. */
  readonly guide: string;
}

/** The parts of a guide or of an item of a list. They never change, so that their positions identify them. */
export function Blocks({ blocks, guide }: BlocksProps) {
  return (
    <>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
        <OneBlock key={at} block={block} guide={guide} />
      ))}
    </>
  );
}

function OneBlock({ block, guide }: { readonly block: Block; readonly guide: string }) {
  switch (block.type) {
    case 'heading':
      return <GuideHeading heading={block} guide={guide} />;
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} guide={guide} />
        </p>
      );
    case 'text':
      return <Inlines content={block.content} guide={guide} />;
    case 'code-block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines can be scrolled with the keyboard.
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case 'list':
      return <GuideList list={block} guide={guide} />;
    case 'table':
      return <GuideTable table={block} guide={guide} />;
  }
}

/** A heading, to which the focus moves when a link leads to it. */
function GuideHeading({
  heading: { level, id, content },
  guide,
}: {
  readonly heading: Heading;
  readonly guide: string;
}) {
  const Element = `h${level}` as const;
  return (
    <Element id={id} tabIndex={-1}>
      <Inlines content={content} guide={guide} />
    </Element>
  );
}

function GuideList({ list: { start, items }, guide }: { readonly list: List; readonly guide: string }) {
  const children = items.map((blocks, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
    <li key={at}>
      <Blocks blocks={blocks} guide={guide} />
    </li>
  ));
  return start === undefined ? <ul>{children}</ul> : <ol start={start}>{children}</ol>;
}

function GuideTable({ table: { headings, rows }, guide }: { readonly table: Table; readonly guide: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group makes a wide table scrollable; it is no part of a form.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables can be scrolled with the keyboard.
    <div className="table" role="group" aria-label={__('Table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {headings.map((content, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
              <th key={at} scope="col">
                <Inlines content={content} guide={guide} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
            <tr key={at}>
              {row.map((content, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
                <td key={column}>
                  <Inlines content={content} guide={guide} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface InlinesProps {
  readonly content: readonly Inline[];
  /** The name of the guide. */
  readonly guide: string;
  /** Whether the text is that of a link, in which there can be no other links. */
  readonly isInLink?: boolean;
}

/** Text with its formats and links. */
export function Inlines({ content, guide, isInLink = false }: InlinesProps) {
  return (
    <>
      {content.map((inline, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: guides never change.
        <OneInline key={at} inline={inline} guide={guide} isInLink={isInLink} />
      ))}
    </>
  );
}

interface InlineProps {
  readonly inline: Inline;
  readonly guide: string;
  readonly isInLink: boolean;
}

function OneInline({ inline, guide, isInLink }: InlineProps) {
  if (typeof inline === 'string') return inline;
  if (inline.type === 'code') return <code>{inline.text}</code>;
  const children = <Inlines content={inline.content} guide={guide} isInLink={isInLink} />;
  if (inline.type === 'strong') return <strong>{children}</strong>;
  if (inline.type === 'emphasis') return <em>{children}</em>;
  if (isInLink) return children;
  if (inline.type === 'web-link')
    return (
      <a href={inline.url} rel="external noopener noreferrer">
        {children}
      </a>
    );
  // The browser itself moves to sections of the same guide.
  if (inline.target.startsWith(`${guide}#`)) return <a href={inline.target.slice(guide.length)}>{children}</a>;
  return <Link href={paths.help(inline.target)}>{children}</Link>;
}
