// Determines the cache tags that an event purges: those of all public responses that may have changed (docs/cdn.md).
import type { Contract } from '../../contract/contract.ts';
import type { ReadHandle } from '../database/handle.ts';
import { historyKind, type SiteEvent } from '../events/event.ts';
import {
  commentsOfTag,
  commentsTag,
  commentTag,
  contentTag,
  mediaTag,
  postTag,
  siteTag,
  termCountsTag,
  termTag,
  usersTag,
  userTag,
} from '../http/cache-tags.ts';
import { findChildren } from './children-store.ts';

/** The properties of an event that determine the tags. */
export type PurgingEvent = Pick<SiteEvent, 'kind' | 'type' | 'subject' | 'status' | 'statusBefore' | 'tags'>;

/** Returns the tags that an event purges; none if no public response can have changed. */
export type PurgeTagsOf = (read: ReadHandle, event: PurgingEvent) => Promise<readonly string[]>;

/** Maximum number of children of an entry that are purged one by one when the entry becomes public or ceases to be public. */
const maxChildren = 200;

/** Creates the function that determines the purged tags. Events of unknown kinds purge all responses. */
export function makePurgeTagsOf({ types, taxonomies }: Pick<Contract, 'types' | 'taxonomies'>): PurgeTagsOf {
  const tagsOfEntry = async (read: ReadHandle, event: PurgingEvent): Promise<readonly string[]> => {
    const type = types.get(event.type);
    // Templates, styles, navigation menus, reusable blocks and other types without pages can be part of any response.
    if (!type?.viewable || !type.hasPages) return [siteTag];
    const others = idsOf(event, 'entry').filter((id) => id !== event.subject);
    const comments = idsOf(event, 'comment').map(commentTag);
    const [isPublic, wasPublic] = [isPublicStatus(event.status), isPublicStatus(event.statusBefore)];
    if (!isPublic && !wasPublic) {
      // Everything below a deleted entry moves to its parent, or to none: the place of entries changes, and files may become public.
      const isDeleted = event.kind === 'entry.deleted' && others.length > 0;
      return [...others.map(postTag), ...comments, ...(isDeleted ? [type.restBase, mediaTag, commentsTag] : [])];
    }
    const tags = [
      ...[postTag(event.subject), type.restBase, commentsOfTag(event.subject), ...others.map(postTag)],
      ...comments,
      ...(idsOf(event, 'term').length > 0 ? [termCountsTag] : []),
    ];
    const authors = idsOf(event, 'user');
    // Users are public because of their entries.
    if (authors.length > 1) tags.push(usersTag, ...authors.map(userTag));
    // A file that moves to another entry is public if that entry is, with its comments.
    if (isPublic === wasPublic) return type.held && others.length > 0 ? [...tags, commentsTag] : tags;
    // Comments and files of an entry are public if the entry is.
    tags.push(usersTag, commentsTag, mediaTag);
    if (!isPublic) tags.push(...authors.map(userTag));
    const children = await findChildren(read, event.subject, maxChildren + 1);
    const areFiles = children.every((child) => types.get(child.type)?.held);
    // The URLs of pages below a page, at any depth, are hidden while it is not public.
    return areFiles && children.length <= maxChildren ? [...tags, ...children.map(({ id }) => postTag(id))] : [siteTag];
  };
  const tagsOf = async (read: ReadHandle, event: PurgingEvent): Promise<readonly string[]> => {
    const { kind, type, subject } = event;
    switch (kind.split('.')[0]) {
      case 'entry':
        return tagsOfEntry(read, event);
      case 'comment': {
        const comments = idsOf(event, 'comment');
        // The replies to a deleted comment are public although it was not, and are now replies to its parent.
        const movesReplies = kind === 'comment.deleted' && comments.length > 0;
        if (!movesReplies && ![event.status, event.statusBefore].some(isPublicComment)) return [];
        const entries = idsOf(event, 'entry');
        return [
          commentTag(subject),
          ...comments.map(commentTag),
          commentsTag,
          ...entries.flatMap((id) => [postTag(id), commentsOfTag(id)]),
        ];
      }
      case 'term': {
        const taxonomy = taxonomies.get(type);
        // The terms of other taxonomies, such as menus, can be part of any response.
        if (!taxonomy?.hasPages) return [siteTag];
        const terms = [subject, ...idsOf(event, 'term')];
        return [
          ...new Set(terms.map(termTag)),
          taxonomy.restBase,
          termCountsTag,
          ...idsOf(event, 'entry').map(postTag),
        ];
      }
      case 'user':
        // The content of a deleted user gets another author, or is deleted.
        return kind === 'user.deleted' ? [siteTag] : [userTag(subject), usersTag];
      case 'submission':
        return [];
      default:
        return [siteTag];
    }
  };
  return async (read, event) => {
    // Only the record of the entry itself contains the number of its revisions.
    if (event.kind === historyKind) return [postTag(event.subject)];
    const tags = await tagsOf(read, event);
    return tags.length === 0 ? [] : [...new Set([...tags, contentTag])];
  };
}

/** The statuses of entries that only signed-in users may read, and the empty one of an entry that does not exist. */
const privateStatuses: ReadonlySet<string> = new Set([
  '',
  'draft',
  'pending',
  'private',
  'future',
  'trash',
  'auto-draft',
]);

const isPublicStatus = (status: string): boolean => !privateStatuses.has(status);

const privateCommentStatuses: ReadonlySet<string> = new Set(['', 'hold', 'spam', 'trash', 'post-trashed']);

const isPublicComment = (status: string): boolean => !privateCommentStatuses.has(status);

/** Returns the IDs in the tags of an event that have a prefix: `entry:57`. */
const idsOf = ({ tags }: PurgingEvent, prefix: string): number[] =>
  tags.flatMap((tag) => (tag.startsWith(`${prefix}:`) ? [Number(tag.slice(prefix.length + 1))] : []));
