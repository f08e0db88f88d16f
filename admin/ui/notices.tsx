// Notices: short messages about what has happened, which screen readers announce.
import { __ } from '@wordpress/i18n';
import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';

/** A message with at most one action, such as "Undo". */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

type ShowNotice = (notice: Notice) => void;

const NoticesContext = createContext<ShowNotice | undefined>(undefined);

/** Returns a function that shows a notice. */
export function useNotices(): ShowNotice {
  const show = useContext(NoticesContext);
  if (!show) throw new Error('This component must be rendered inside NoticesProvider.');
  return show;
}

/** Time after which a notice about a success disappears, in milliseconds. Errors stay until they are closed. */
const successDurationMs = 8000;

/** Maximum number of notices on the screen; older ones disappear. */
const maxNotices = 4;

interface ShownNotice extends Notice {
  readonly id: number;
}

/** Displays the notices of the components inside it. */
export function NoticesProvider({ children }: { readonly children: ReactNode }) {
  const [notices, setNotices] = useState<readonly ShownNotice[]>([]);
  const lastId = useRef(0);
  const close = useCallback((id: number) => setNotices((shown) => shown.filter((each) => each.id !== id)), []);
  const show = useCallback<ShowNotice>(
    (notice) => {
      lastId.current += 1;
      const id = lastId.current;
      setNotices((shown) => [...shown, { ...notice, id }].slice(-maxNotices));
      if (notice.kind === 'success') setTimeout(close, successDurationMs, id);
    },
    [close],
  );
  return (
    <NoticesContext.Provider value={show}>
      {children}
      <NoticeList notices={notices} close={close} />
    </NoticesContext.Provider>
  );
}

interface NoticeListProps {
  readonly notices: readonly ShownNotice[];
  readonly close: (id: number) => void;
}

function NoticeList({ notices, close }: NoticeListProps) {
  const items = useMemo(() => [...notices].reverse(), [notices]);
  // The element that had the focus before the notices: it gets the focus again when the user closes one.
  const previous = useRef<HTMLElement>();
  const remember = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      previous.current = relatedTarget;
  };
  const closeByUser = (id: number) => {
    close(id);
    previous.current?.focus();
  };
  return (
    // The region always exists, because screen readers announce only what is added to a region that they know.
    <section
      className="notices"
      aria-label={__('Notices')}
      aria-live="polite"
      aria-relevant="additions"
      onFocus={remember}
    >
      {items.map(({ id, kind, text, action }) => (
        <div key={id} className={`notice ${kind}`} {...(kind === 'error' && { role: 'alert' })}>
          <span>{text}</span>
          {action && (
            <button
              type="button"
              className="button plain"
              onClick={() => {
                action.run();
                closeByUser(id);
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            className="button plain"
            aria-label={__('Close notice')}
            onClick={() => closeByUser(id)}
          >
            ×
          </button>
        </div>
      ))}
    </section>
  );
}
