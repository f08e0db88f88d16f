// The text of a comment, as it was written: links are not hidden behind their texts, and nothing is loaded from other hosts.
import { __ } from '@wordpress/i18n';
import { useState } from 'react';

/** Maximum length of a text that is displayed at once, in characters. */
const maxLength = 800;

/** Displays the text of a comment; the end of a long one on request. */
export function CommentText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= maxLength || isWhole) return <div className="comment-text">{text}</div>;
  return (
    <div className="comment-text">
      {`${text.slice(0, maxLength).trimEnd()}… `}
      <button type="button" className="button plain" onClick={() => setWhole(true)}>
        {__('Show the whole comment')}
      </button>
    </div>
  );
}
