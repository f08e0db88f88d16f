/** Sessions of signed-in browsers. */
export interface SessionsTable {
  /** Public ID for lists of sessions; not a credential. */
  id: string;
  user_id: number;
  /** HMAC of the secret in the cookie, in hexadecimal digits. */
  token_hash: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like the other two timestamps. */
  created: string;
  last_seen: string;
  expires: string;
  /** IP address and user agent of the client that opened the session. */
  address: string;
  agent: string;
}

/** Pending password resets, at most one per user. */
export interface PasswordResetsTable {
  user_id: number;
  /** HMAC of the secret in the email. */
  token_hash: string;
  /** Address to which the email was sent. */
  email: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like the time of expiry. */
  created: string;
  expires: string;
}
