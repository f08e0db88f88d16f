// The saved views of a list: links that open them, and buttons that save, update, rename and delete them.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { AskDialog } from '../../ui/ask-dialog.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import type { SavedView } from './saved-views.ts';
import type { ListSavedViews } from './use-list-view.ts';

interface Props {
  readonly saved: ListSavedViews;
}

/** The bar above a list. */
export function SavedViewsBar({ saved }: Props) {
  const { views = [], current, isMissing, isChanged } = saved;
  const [dialog, setDialog] = useState<'save' | 'rename'>();
  const bar = useRef<HTMLDivElement>(null);
  const { run, isBusy } = useChange(() => bar.current?.querySelector<HTMLElement>('[aria-current], button')?.focus());
  const { update, remove } = useCommands(saved, run);
  return (
    <div ref={bar} className="saved-views">
      {(views.length > 0 || isMissing) && (
        <nav aria-label={__('Saved views')}>
          <ul>
            <ViewLink path={saved.path} name={__('All')} isCurrent={!current && !isMissing} />
            {views.map(({ id, name }) => (
              <ViewLink key={id} path={pathOf(saved, id)} name={name} isCurrent={id === current?.id} />
            ))}
          </ul>
        </nav>
      )}
      <div className="saved-view-buttons">
        {current && isChanged && (
          <button type="button" className="button" disabled={isBusy} onClick={() => update(current)}>
            {__('Update view')}
          </button>
        )}
        {(!current || isChanged) && (
          <button type="button" className="button plain" onClick={() => setDialog('save')}>
            {current ? __('Save as new view') : __('Save view')}
          </button>
        )}
        {current && (
          <>
            <button type="button" className="button plain" onClick={() => setDialog('rename')}>
              {__('Rename view')}
            </button>
            <button type="button" className="button plain" disabled={isBusy} onClick={() => remove(current)}>
              {__('Delete view')}
            </button>
          </>
        )}
      </div>
      {isMissing && (
        <p role="status" className="saved-view-missing">
          {__('You have no saved view with this URL: it was deleted, or another user has saved it.')}
        </p>
      )}
      {dialog && <ViewDialog saved={saved} renamed={dialog === 'rename' ? current : undefined} setDialog={setDialog} />}
    </div>
  );
}

const pathOf = ({ path }: ListSavedViews, id: string): string => `${path}?view=${encodeURIComponent(id)}`;

interface ViewLinkProps {
  readonly path: string;
  readonly name: string;
  readonly isCurrent: boolean;
}

const ViewLink = ({ path, name, isCurrent }: ViewLinkProps) => (
  <li>
    <Link href={path} aria-current={isCurrent ? 'page' : undefined}>
      {name}
    </Link>
  </li>
);

/**
 * Returns a function that runs a change of the saved views, and shows a notice if it fails. `focus` is called afterwards if the button that
 * had the focus has disappeared.
 */
function useChange(focus: () => void) {
  const notify = useNotices();
  const [isBusy, setBusy] = useState(false);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && (document.activeElement ?? document.body) === document.body) focus();
    wasBusy.current = isBusy;
  });
  const run = async (change: () => Promise<void>) => {
    setBusy(true);
    try {
      await change();
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}

/** Returns the functions of the buttons. */
function useCommands(saved: ListSavedViews, run: (change: () => Promise<void>) => Promise<void>) {
  const notify = useNotices();
  const [, navigate] = useLocation();
  const { query } = saved;
  return {
    update: (view: SavedView) =>
      void run(async () => {
        await saved.change(view, { query });
        navigate(pathOf(saved, view.id), { replace: true });
        /* translators: %s: name of a saved view. */
        notify({ kind: 'success', text: sprintf(__('The view “%s” was updated.'), view.name) });
      }),
    remove: (view: SavedView) =>
      void run(async () => {
        await saved.remove(view);
        navigate(saved.path, { replace: true });
        notify({
          kind: 'success',
          /* translators: %s: name of a saved view. */
          text: sprintf(__('The view “%s” was deleted.'), view.name),
          action: {
            label: __('Undo'),
            run: () =>
              void run(async () => {
                await saved.save(view);
                navigate(pathOf(saved, view.id));
              }),
          },
        });
      }),
  };
}

interface ViewDialogProps extends Props {
  /** The view that gets another name; undefined to save a new one. */
  readonly renamed: SavedView | undefined;
  readonly setDialog: (dialog: undefined) => void;
}

function ViewDialog({ saved, renamed, setDialog }: ViewDialogProps) {
  const notify = useNotices();
  const [, navigate] = useLocation();
  const { views = [], query } = saved;
  const store = async (name: string) => {
    if (views.some((each) => each.name === name && each.id !== renamed?.id))
      throw new Error(__('You have a view with this name already. Choose another name.'));
    if (renamed) await saved.change(renamed, { name });
    else navigate(pathOf(saved, (await saved.save({ name, query })).id));
    /* translators: %s: name of a saved view. */
    notify({ kind: 'success', text: sprintf(__('The view “%s” was saved.'), name) });
  };
  return (
    <AskDialog
      title={renamed ? __('Rename view') : __('Save view')}
      asksFor="name"
      initial={renamed?.name ?? ''}
      label={__('Save')}
      run={store}
      close={() => setDialog(undefined)}
    >
      {!renamed && (
        <p>{__('The search, filters, sorting, columns and layout of this list are saved with your account.')}</p>
      )}
    </AskDialog>
  );
}
