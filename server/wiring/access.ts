// Opens access: who calls, and what they may do.
import { randomUUID } from 'node:crypto';
import { makeIdentify as makeIdentifyByCredentials } from '../access/credentials.ts';
import { makeIdentify } from '../access/identify.ts';
import { type Attempt, type LoginThrottle, makeLoginThrottle } from '../access/login-throttle.ts';
import { makeNonces } from '../access/nonces.ts';
import { reloadActor } from '../access/renew.ts';
import { makeRoles, type Roles } from '../access/roles.ts';
import { makeSessions } from '../access/sessions.ts';
import { SharedCounts } from '../access/shared-counts.ts';
import { makeCountStore } from '../access/shared-counts-store.ts';
import { FailedLoginLog } from '../audit/failed-logins.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { readCookie, sessionCookieOf } from '../http/cookies.ts';
import type { Callers } from '../http/request-context.ts';
import { readNonce } from '../http/request-nonce.ts';
import type { BrowserSessions } from '../screens/types.ts';
import type { SiteStorage } from '../settings/settings.ts';

/** The parts of the service that identify callers. */
export interface Access {
  readonly roles: Roles;
  readonly callers: Callers;
  readonly browserSessions: BrowserSessions;
  /** The throttle for logins and for passwords of entries. */
  readonly loginThrottle: LoginThrottle;
  /** The counts of rate limits, which all processes of the site share. */
  readonly sharedCounts: SharedCounts;
  /** Failed logins that have not yet been written to the audit log. */
  readonly failedLogins: FailedLoginLog;
}

/** Options of access. */
export interface AccessOptions {
  readonly roles: SiteConfig['roles'];
  /** Called for each failed login, but not for wrong passwords of entries, with the sender's number of failures within a minute. */
  readonly onFailedLogin?: ((attempt: Attempt, failedLogins: number) => void) | undefined;
  /** Waits for a number of milliseconds; used to delay failed logins. */
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/** Opens access to a site. */
export function openAccess({ database, settings, key, site, clock }: SiteStorage, options: AccessOptions): Access {
  const { onFailedLogin = () => {}, pause } = options;
  const { primary: read } = database;
  const roles = makeRoles(options.roles);
  const failedLogins = new FailedLoginLog(database, clock);
  const sharedCounts = new SharedCounts({ clock, key, store: makeCountStore(database, randomUUID()) });
  const loginThrottle = makeLoginThrottle({
    clock,
    counts: sharedCounts,
    ...(pause && { pause }),
    onFailed: (attempt, count) => {
      // A wrong password for an entry is not a failed login.
      if (attempt.secret === 'entry-password') return;
      failedLogins.add(attempt);
      onFailedLogin(attempt, count);
    },
  });
  const [sessions, nonces] = [makeSessions(database, key, clock), makeNonces(key, clock)];
  const byCredentials = makeIdentifyByCredentials({ database, roles, clock, key, loginThrottle });
  const identify = makeIdentify({ read, roles, sessions, nonces, byCredentials });
  const cookie = sessionCookieOf(site.home);
  const callers: Callers = {
    identify: async (request, spelling) => {
      const { headers, from } = request;
      await settings.refresh();
      const session = readCookie(headers.cookie, cookie.name);
      return identify({ authorization: headers.authorization, session, nonce: readNonce(request, spelling), from });
    },
    renew: (actor) => reloadActor({ read, roles, clock }, actor),
  };
  return { roles, callers, browserSessions: { sessions, nonces, cookie }, loginThrottle, sharedCounts, failedLogins };
}
