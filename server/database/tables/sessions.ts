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

/** Pending invitations, at most one per user. The accounts of invited users have no usable password. */
export interface InvitationsTable {
  user_id: number;
  /** ID of the user who sent the invitation, who may have been deleted since. */
  inviter: number;
  /** HMAC of the secret in the latest email. */
  token_hash: string;
  /** Address to which the latest email was sent. */
  email: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like the times of the latest email and of expiry. */
  created: string;
  sent: string;
  expires: string;
}

/** Email addresses that users have not confirmed yet, at most one per user. */
export interface EmailChangesTable {
  user_id: number;
  /** HMAC of the secret in the email. */
  token_hash: string;
  /** The new address, to which the email was sent. */
  email: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like the time of expiry. */
  created: string;
  expires: string;
}
