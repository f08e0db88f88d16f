// Names browsers by their User-Agent headers, for lists of sessions.

const browserPatterns: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChromium\/|\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systemPatterns: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the names of the browser and of its operating system in a User-Agent header; undefined for those that are not recognized. */
export function recognizeBrowser(agent: string): {
  readonly browser: string | undefined;
  readonly system: string | undefined;
} {
  const named = (list: typeof browserPatterns) => list.find(([pattern]) => pattern.test(agent))?.[1];
  return { browser: named(browserPatterns), system: named(systemPatterns) };
}

/** Returns a short name for a browser, such as `Firefox on Linux`; the beginning of the User-Agent header if it is not recognized. */
export function browserName(agent: string): string {
  const { browser, system } = recognizeBrowser(agent);
  if (browser === undefined) return agent === '' ? 'An unknown browser' : agent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
