// Identifies browsers by a signed cookie that contains the visitor ID and the ID of the latest receipt.
import { type Call, type ExtensionServices, getCookie, serializeCookie } from 'octavo/extension';

/** The content of the cookie. */
export interface Visitor {
  /** Random ID of the visitor. */
  readonly visitor: string;
  /** ID of the latest receipt. */
  readonly receipt: string;
}

const cookieName = 'consent';
const daySeconds = 24 * 60 * 60;

/** Returns the visitor that the cookie identifies; undefined if the cookie is missing, invalid or expired. */
export function findVisitor(services: ExtensionServices, call: Pick<Call, 'header'>): Visitor | undefined {
  const found = services.unseal(cookieName, getCookie(call, cookieName) ?? '') as Partial<Visitor> | undefined;
  const { visitor, receipt } = found ?? {};
  return typeof visitor === 'string' && typeof receipt === 'string' ? { visitor, receipt } : undefined;
}

/** Returns the value of a `Set-Cookie` header that stores the visitor for a number of days. */
export const serializeVisitorCookie = (
  { seal, clock, site }: ExtensionServices,
  visitor: Visitor,
  days: number,
): string =>
  serializeCookie(
    cookieName,
    seal(cookieName, visitor, clock() + days * daySeconds * 1000),
    days * daySeconds,
    site.home,
  );
