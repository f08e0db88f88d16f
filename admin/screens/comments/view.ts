// The view of the list of comments: what the URL describes.
import { __ } from '@wordpress/i18n';
import type { QueryValue } from '../../data/client.ts';
import { paths } from '../../ui/paths.ts';
import { positiveIntegerOf } from '../../ui/positive-integer.ts';

/** The statuses of the list, in the order of their links. `all` contains those that are approved or wait. */
const listedStatuses = ['all', 'hold', 'approve', 'spam', 'trash'] as const;
export type ListedStatus = (typeof listedStatuses)[number];

/** The view of the list: status, search, filters and page. */
export interface CommentView {
  readonly status: ListedStatus;
  readonly search: string;
  /** The ID of an entry; 0 for all entries. */
  readonly post: number;
  /** The email address of an author; empty for all authors. */
  readonly email: string;
  readonly page: number;
}

export const perPage = 20;

/** Returns the statuses with their names. */
export const statusTabs = (): readonly { readonly status: ListedStatus; readonly label: string }[] => [
  { status: 'all', label: __('All') },
  { status: 'hold', label: __('Waiting') },
  { status: 'approve', label: __('Approved') },
  { status: 'spam', label: __('Spam') },
  { status: 'trash', label: __('Trash') },
];

/** Returns the view that the query of a URL describes; parts that are missing or invalid have their default values. */
export function viewOfUrl(search: string): CommentView {
  const query = new URLSearchParams(search);
  return {
    status: listedStatuses.find((status) => status === query.get('status')) ?? 'all',
    search: query.get('search') ?? '',
    post: positiveIntegerOf(query.get('post')) ?? 0,
    email: query.get('email') ?? '',
    page: positiveIntegerOf(query.get('page')) ?? 1,
  };
}

/** Returns the path of a view below the admin. */
export function pathOfView({ status, search, post, email, page }: CommentView): string {
  const query = new URLSearchParams({
    ...(status !== 'all' && { status }),
    ...(search !== '' && { search }),
    ...(post !== 0 && { post: String(post) }),
    ...(email !== '' && { email }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? paths.comments : `${paths.comments}?${query}`;
}

/** Returns the query of the API for the comments of a view on all its pages. */
export const commentQueryOf = ({ status, search, post, email }: CommentView): Readonly<Record<string, QueryValue>> => ({
  status,
  search: search || undefined,
  post: post || undefined,
  author_email: email || undefined,
});

/** Whether a comment with this status belongs to a list. */
export const isListed = (listed: ListedStatus, status: string): boolean =>
  listed === 'all'
    ? status === 'approved' || status === 'hold'
    : listed === 'approve'
      ? status === 'approved'
      : listed === status;
