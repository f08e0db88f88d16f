// Browsers as people know them.

const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChromium\/|\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser calls itself, in short: `Firefox on Linux`. */
export function browserName(agent: string): string {
  const named = (list: typeof browsers) => list.find(([mark]) => mark.test(agent))?.[1];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser === undefined) return agent === '' ? 'An unknown browser' : agent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
