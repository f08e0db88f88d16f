// The style sheets of the API reference: that of the page, and the colors of the viewer.
import { palette } from '../page-layout/palette.ts';

const fonts = 'system-ui, -apple-system, "Segoe UI", sans-serif';
const monospace = 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace';

/** The style sheet of the page. The colors are those of the other pages. */
export const docsStyles = `${palette}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 ${fonts}; }
.message { max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; }
.message a, .account a { color: var(--accent); }
.account { padding: 0.5rem 1.25rem; font-size: 0.875rem; border-bottom: 1px solid var(--line); background: var(--paper); color: var(--quiet); }
`;

/**
 * The style sheet of the viewer: its variables refer to the colors of the page, which follow the color scheme of the browser. The contrast of
 * all texts is at least 4.5:1.
 */
export const viewerStyles = `
.light-mode, .dark-mode {
  --scalar-font: ${fonts};
  --scalar-font-code: ${monospace};
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--quiet);
  --scalar-color-3: var(--quiet);
  --scalar-color-ghost: var(--quiet);
  --scalar-color-accent: var(--accent);
  --scalar-link-color: var(--accent);
  --scalar-background-1: var(--paper);
  --scalar-background-2: var(--ground);
  --scalar-background-3: var(--ground);
  --scalar-background-accent: var(--ground);
  --scalar-border-color: var(--line);
  --scalar-button-1: var(--accent);
  --scalar-button-1-color: var(--accent-ink);
  --scalar-button-1-hover: var(--accent-over);
}
.light-mode .t-doc__sidebar, .dark-mode .t-doc__sidebar {
  --scalar-sidebar-color-1: var(--ink);
  --scalar-sidebar-color-2: var(--quiet);
  --scalar-sidebar-search-color: var(--quiet);
  --scalar-sidebar-background-1: var(--paper);
  --scalar-sidebar-border-color: var(--line);
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
`;
