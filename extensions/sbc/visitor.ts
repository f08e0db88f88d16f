// Identification of browsers by a signed cookie with the visitor ID and the ID of the latest receipt.
import { type Call, type ExtensionServices, getCookie, serializeCookie } from 'octavo/extension';

export interface Visitor {
  readonly visitor: string;
  readonly receipt: string;
}

const cookie = 'consent';
const day = 24 * 60 * 60;

/** Returns the visitor of the cookie; undefined if there is none or it has expired. */
export function findVisitor(services: ExtensionServices, call: Call): Visitor | undefined {
  const found = services.unseal(cookie, getCookie(call, cookie) ?? '') as Partial<Visitor> | undefined;
  const { visitor, receipt } = found ?? {};
  return typeof visitor === 'string' && typeof receipt === 'string' ? { visitor, receipt } : undefined;
}

/** Returns a `Set-Cookie` header that stores the visitor for a number of days. */
export const serializeVisitorCookie = (
  { seal, clock, site }: ExtensionServices,
  visitor: Visitor,
  days: number,
): string => serializeCookie(cookie, seal(cookie, visitor, clock() + days * day * 1000), days * day, site.home);
