// Checks the licenses of packages, which are SPDX expressions, against a list of allowed licenses.

/** Licenses that allow any use, in published packages and in development. */
const permissiveLicenses: ReadonlySet<string> = new Set([
  ...['0BSD', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'PSF-2.0', 'Python-2.0', 'Unlicense'],
]);

/** A license that only some packages may have. */
export interface LicenseException {
  /** A name of a package, or a prefix of names that ends with `*`. */
  readonly packages: string;
  readonly license: string;
  /** Whether packages that run in production may use the exception. */
  readonly isRuntime: boolean;
  readonly reason: string;
}

export const licenseExceptions: readonly LicenseException[] = [
  {
    packages: '@img/sharp-*',
    license: 'LGPL-3.0-or-later',
    isRuntime: true,
    reason: 'libvips is a shared library in a package of its own, which users can replace.',
  },
  {
    packages: '@wordpress/*',
    license: 'GPL-2.0-or-later',
    isRuntime: false,
    reason: 'Existing clients and reference implementations, which run unmodified in tests and are never shipped.',
  },
  {
    packages: 'axe-core',
    license: 'MPL-2.0',
    isRuntime: false,
    reason: 'The accessibility checker of the browser tests, which is used unmodified and never shipped.',
  },
];

/** Exceptions for the admin, which is a separate package with the license GPL-2.0-or-later. */
export const adminLicenseExceptions: readonly LicenseException[] = [
  {
    packages: '@wordpress/*',
    license: 'GPL-2.0-or-later',
    isRuntime: true,
    reason: 'The admin consists of these packages, and has the same license.',
  },
  {
    packages: 'mediabunny',
    license: 'MPL-2.0',
    isRuntime: true,
    reason: 'A dependency of a package that the build of the admin leaves out.',
  },
];

/** A package with its license. */
export interface LicensedPackage {
  readonly name: string;
  /** The SPDX expression; undefined if the package has none. */
  readonly license: string | undefined;
  /** Whether the package is installed with `npm ci --omit=dev`. */
  readonly isRuntime: boolean;
}

/** Returns a sentence for each package whose license is not allowed, and for each exception that no package needs. */
export function findLicenseProblems(
  packages: readonly LicensedPackage[],
  exceptions: readonly LicenseException[] = licenseExceptions,
): string[] {
  const used = new Set<LicenseException>();
  const problems = packages.flatMap((each) => {
    const { name, license, isRuntime } = each;
    if (license === undefined) return [`${name} has no license.`];
    const own = exceptions.filter((exception) => appliesTo(exception, each));
    const isAllowed = (id: string) => {
      if (permissiveLicenses.has(id)) return true;
      const found = own.find((exception) => exception.license === id);
      if (found) used.add(found);
      return found !== undefined;
    };
    if (isAllowedExpression(license, isAllowed)) return [];
    return [`${name} has the license ${license}, which is not allowed${isRuntime ? ' in production' : ''}.`];
  });
  const unused = exceptions.filter((exception) => !used.has(exception));
  return [
    ...problems,
    ...unused.map(({ packages: names, license }) => `No package needs the license exception ${license} of ${names}.`),
  ];
}

const appliesTo = ({ packages, isRuntime }: LicenseException, each: LicensedPackage): boolean =>
  (isRuntime || !each.isRuntime) &&
  (packages.endsWith('*') ? each.name.startsWith(packages.slice(0, -1)) : each.name === packages);

/**
 * Whether an SPDX expression can be fulfilled with allowed licenses: `OR` needs one of them, `AND` all. Throws Error if the expression is
 * malformed.
 */
export function isAllowedExpression(expression: string, isAllowed: (license: string) => boolean): boolean {
  const tokens = expression.match(/[()]|[\w.+-]+/g) ?? [];
  const fail = () => new Error(`${expression} is not an SPDX expression.`);
  const anyOf = (): boolean => {
    let result = allOf();
    while (tokens[0] === 'OR') {
      tokens.shift();
      const other = allOf();
      result ||= other;
    }
    return result;
  };
  const allOf = (): boolean => {
    let result = term();
    while (tokens[0] === 'AND') {
      tokens.shift();
      const other = term();
      result &&= other;
    }
    return result;
  };
  const term = (): boolean => {
    const token = tokens.shift();
    if (token === '(') {
      const result = anyOf();
      if (tokens.shift() !== ')') throw fail();
      return result;
    }
    if (token === undefined || /^(?:\)|AND|OR|WITH)$/.test(token)) throw fail();
    if (tokens[0] !== 'WITH') return isAllowed(token);
    tokens.shift();
    return isAllowed(`${token} WITH ${tokens.shift()}`);
  };
  const result = anyOf();
  if (tokens.length > 0) throw fail();
  return result;
}
