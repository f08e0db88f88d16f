// The author of a comment: name, email address, website and IP address.
import { __, sprintf } from '@wordpress/i18n';
import { Link } from 'wouter';
import type { Comment } from '../../data/resources/comments.ts';

/** Returns the name of the author of a comment. */
export const authorOf = ({ author_name }: Pick<Comment, 'author_name'>): string => author_name || __('Anonymous');

interface Props {
  readonly comment: Comment;
  /** Returns the path of the list of the comments by an author. */
  readonly pathOfAuthor: (email: string) => string;
}

/** The author's name, addresses and website. The email address leads to their comments; the website is not a link that a click opens by mistake. */
export function Author({ comment, pathOfAuthor }: Props) {
  const { author_email: email, author_url: url, author_ip: ip } = comment;
  return (
    <>
      <strong className="author-name">{authorOf(comment)}</strong>
      {email !== '' && (
        <Link
          href={pathOfAuthor(email)}
          /* translators: %s: email address. */
          aria-label={sprintf(__('All comments by %s'), email)}
        >
          {email}
        </Link>
      )}
      {url !== '' && <span className="quiet">{url}</span>}
      {ip !== '' && <span className="quiet">{ip}</span>}
    </>
  );
}
