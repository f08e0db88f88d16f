// A section of the home screen with comments that wait for approval.

import { useQuery } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { listCommentsOnHold } from '../../data/resources/comments.ts';
import { formatDate } from '../../ui/format-date.ts';
import { textOf } from '../../ui/text-of.ts';
import { Card } from './card.tsx';

const limit = 5;
const maxLength = 120;

/** The newest comments that wait for approval. */
export function CommentsOnHold() {
  const { data, error } = useQuery({
    queryKey: ['comments', 'hold'],
    queryFn: ({ signal }) => listCommentsOnHold(limit, signal),
  });
  return (
    <Card title={__('Comments waiting for approval')} total={data?.total} error={error} isLoading={!data}>
      {data?.total === 0 ? (
        <p className="quiet">{__('No comment is waiting for approval.')}</p>
      ) : (
        <ul className="items">
          {data?.items.map(({ id, author_name, date, content }) => (
            <li key={id}>
              <span>{shorten(textOf(content.rendered))}</span>
              <span className="quiet">
                {/* translators: 1: name of the author, 2: date. */}
                {sprintf(__('%1$s, %2$s'), author_name || __('Anonymous'), formatDate(date))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text);
