// Gives the components of packages the colors of the admin, in light and dark.
import { ThemeProvider } from '@wordpress/theme';
import { type ReactNode, useSyncExternalStore } from 'react';
import { isDark, onColorSchemeChange } from './color-scheme.ts';

/** The colors from which the package generates all others, as in `app.css`. */
const colors = {
  light: { background: '#ffffff', primary: '#1f5fbf' },
  dark: { background: '#1f2226', primary: '#8db8ff' },
} as const;

/** Renders components of packages in the colors of the admin. */
export function PackageTheme({ children }: { readonly children: ReactNode }) {
  const isPageDark = useSyncExternalStore(onColorSchemeChange, isDark);
  return (
    <ThemeProvider isRoot color={isPageDark ? colors.dark : colors.light}>
      {children}
    </ThemeProvider>
  );
}
