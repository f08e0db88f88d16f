// The list of decisions that the URL describes.
import { __ } from '@wordpress/i18n';
import { paths } from '../../ui/paths.ts';

const lists = ['spam', 'waiting', 'approved'] as const;

/** The comments of the list: spam, those that wait for approval, or approved ones. */
export type DecisionList = (typeof lists)[number];

/** The view of the list. */
export interface DecisionView {
  readonly list: DecisionList;
  readonly page: number;
}

/** Number of comments on a page. One request explains as many. */
export const perPage = 20;

/** Returns the lists with their names and the status of their comments in requests. */
export const decisionLists = (): readonly {
  readonly list: DecisionList;
  readonly label: string;
  readonly status: string;
}[] => [
  { list: 'spam', label: __('Spam'), status: 'spam' },
  { list: 'waiting', label: __('Waiting for approval'), status: 'hold' },
  { list: 'approved', label: __('Approved'), status: 'approve' },
];

/** Returns the view that the query of a URL describes; parts that are missing or invalid have their default values. */
export function viewOfUrl(search: string): DecisionView {
  const query = new URLSearchParams(search);
  const page = Number(query.get('page'));
  return {
    list: lists.find((list) => list === query.get('comments')) ?? 'spam',
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Returns the path of a view below the admin. */
export function pathOfView({ list, page }: DecisionView): string {
  const query = new URLSearchParams({
    ...(list !== 'spam' && { comments: list }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? paths.spamFilter : `${paths.spamFilter}?${query}`;
}
