// Which browser asks: a signed cookie holds its number and that of its latest receipt.
import { type Call, cookieIn, cookieOf, type ExtensionServices } from 'octavo/extension';

export interface Visitor {
  readonly visitor: string;
  readonly receipt: string;
}

const cookie = 'consent';
const day = 24 * 60 * 60;

/** Who the cookie says is asking; undefined: nobody who has chosen, or the choice has ended. */
export function visitorOf(services: ExtensionServices, call: Call): Visitor | undefined {
  const found = services.unseal(cookie, cookieIn(call, cookie) ?? '') as Partial<Visitor> | undefined;
  const { visitor, receipt } = found ?? {};
  return typeof visitor === 'string' && typeof receipt === 'string' ? { visitor, receipt } : undefined;
}

/** The header that lets a browser remember its choice for so many days. */
export const rememberVisitor = ({ seal, clock, site }: ExtensionServices, visitor: Visitor, days: number): string =>
  cookieOf(cookie, seal(cookie, visitor, clock() + days * day * 1000), days * day, site.home);
