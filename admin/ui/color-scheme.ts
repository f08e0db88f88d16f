// The color scheme of the admin: light, dark, or that of the system.

/** A color scheme that a user can choose; an empty string stands for that of the system. */
export type ColorScheme = 'light' | 'dark' | '';

/** The key in the storage of the browser with the scheme of the last visit; absent for that of the system. */
const storageKey = 'octavo-admin-color-scheme';

const systemIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Applies a color scheme. The next visit begins with it. */
export function setColorScheme(scheme: ColorScheme): void {
  remember(scheme);
  if (document.documentElement.style.colorScheme === scheme) return;
  document.documentElement.style.colorScheme = scheme;
  for (const listener of listeners) listener();
}

/** Applies the color scheme of the last visit, before anything is displayed. */
export function restoreColorScheme(): void {
  document.documentElement.style.colorScheme = remembered();
}

/** Whether the colors are dark now. */
export function isDark(): boolean {
  const { colorScheme } = document.documentElement.style;
  return colorScheme === '' ? systemIsDark().matches : colorScheme === 'dark';
}

/** Calls a function when the colors may have changed, until the returned function is called. */
export function onColorSchemeChange(listener: () => void): () => void {
  const system = systemIsDark();
  system.addEventListener('change', listener);
  listeners.add(listener);
  return () => {
    system.removeEventListener('change', listener);
    listeners.delete(listener);
  };
}

function remembered(): ColorScheme {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : '';
  } catch {
    return '';
  }
}

function remember(scheme: ColorScheme): void {
  try {
    if (scheme === '') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, scheme);
  } catch {
    // Without storage, the scheme is applied when the data of the user are loaded.
  }
}
