// The comments of a page: the toolbar, the rows, and what follows them.
import { __, _n, sprintf } from '@wordpress/i18n';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { commentActions } from '../../actions/comments.ts';
import type { Page } from '../../data/client.ts';
import type { Comment } from '../../data/resources/comments.ts';
import { PageLinks } from '../../ui/page-links.tsx';
import { CommentRow, isRepliable, type OpenPart } from './comment-row.tsx';
import { Shortcuts, useShortcutSetting } from './shortcuts.tsx';
import { Toolbar } from './toolbar.tsx';
import type { CommentCache } from './use-comments.ts';
import type { Moderation } from './use-moderation.ts';
import { useRowKeys } from './use-row-keys.ts';
import { type CommentView, isListed, pathOfView } from './view.ts';

interface Props {
  readonly view: CommentView;
  readonly page: Page<Comment>;
  readonly cache: CommentCache;
  readonly moderation: Moderation;
  readonly newCount: number;
  /** Reads the list again. */
  readonly reload: () => void;
  /** Runs with a reply that the user has published. */
  readonly onReplied: (reply: Comment) => void;
}

/** The open part of a comment; only one is open at a time. */
interface Opened {
  readonly id: number;
  readonly part: OpenPart;
}

/** The list with its keyboard shortcuts. */
export function CommentList({ view, page, cache, moderation, newCount, reload, onReplied }: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [actions] = useState(commentActions);
  const [opened, setOpened] = useState<Opened>();
  const [isOn, setOn] = useShortcutSetting();
  const { items } = page;
  const { selection, select, run, deletePermanently } = moderation;
  const selected = items.filter(({ id }) => selection.has(id));
  useCommentKeys(container, isOn, { items, actions, moderation, setOpened });
  const rowDeps = {
    ...{ view, actions, run, deletePermanently },
    replace: cache.replace,
    onReplied: (comment: Comment, reply: Comment) => {
      onReplied(reply);
      setOpened({ id: comment.id, part: 'conversation' });
    },
  };
  return (
    <div ref={container}>
      <Toolbar {...{ comments: items, selected, select, actions, run, deletePermanently, newCount }} showNew={reload} />
      <ul className="comments">
        {items.map((comment) => (
          <CommentRow
            key={comment.id}
            {...{ comment, ...rowDeps }}
            isSelected={selection.has(comment.id)}
            select={(isSelected) =>
              select(isSelected ? [...selection, comment.id] : [...selection].filter((id) => id !== comment.id))
            }
            open={opened?.id === comment.id ? opened.part : undefined}
            setOpen={(part) => setOpened(part && { id: comment.id, part })}
          />
        ))}
      </ul>
      <Footer view={view} page={page} reload={reload} />
      <Shortcuts actions={actions} isOn={isOn} setOn={setOn} />
    </div>
  );
}

interface Keys {
  readonly items: readonly Comment[];
  readonly actions: ReturnType<typeof commentActions>;
  readonly moderation: Moderation;
  readonly setOpened: (opened: Opened) => void;
}

/** Lets keys act on the comment that has the focus. After a change of its status, the next comment gets the focus. */
function useCommentKeys(
  container: RefObject<HTMLElement>,
  isOn: boolean,
  { items, actions, moderation, setOpened }: Keys,
): void {
  const { run, undo } = moderation;
  const moveOn = useRef<(id: number, step?: number) => void>(() => {});
  const onKey = useCallback(
    (key: string, id: number): boolean => {
      const comment = items.find((each) => each.id === id);
      if (!comment) return false;
      const action = actions.find((each) => each.key === key && each.isEligible(comment));
      if (action) {
        void run(action, [comment]);
        moveOn.current(id, 1);
      } else if (key === 'e') setOpened({ id, part: 'edit' });
      else if (key === 'r' && isRepliable(comment)) setOpened({ id, part: 'reply' });
      else return false;
      return true;
    },
    [items, actions, run, setOpened],
  );
  const undoLast = useCallback(async () => (await undo())[0]?.id, [undo]);
  moveOn.current = useRowKeys(container, isOn, { onKey, undo: undoLast });
}

/** Links to other pages. After changes, the next comments take the places of those that belong to other lists now. */
function Footer({ view, page, reload }: Pick<Props, 'view' | 'page' | 'reload'>) {
  const moved = page.items.filter(({ status }) => !isListed(view.status, status)).length;
  if (moved > 0)
    return (
      <div className="list-footer">
        <p>
          {sprintf(
            /* translators: %d: number of comments. */
            _n(
              '%d of these comments belongs to another list now.',
              '%d of these comments belong to other lists now.',
              moved,
            ),
            moved,
          )}
        </p>
        <button type="button" className="button primary" onClick={reload}>
          {__('Update the list')}
        </button>
      </div>
    );
  return (
    <PageLinks
      label={__('Pages')}
      page={view.page}
      pages={page.pages}
      pathOf={(target) => pathOfView({ ...view, page: target })}
    />
  );
}
