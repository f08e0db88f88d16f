/** Browsers that are signed in. */
export interface SessionsTable {
  /** What it is called on the pages that list it; it signs nobody in. */
  id: string;
  user_id: number;
  /** A keyed hash of the secret in the cookie, in hexadecimal digits. */
  token_hash: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, as the other two. */
  created: string;
  last_seen: string;
  expires: string;
  /** The address and the browser that it was opened from. */
  address: string;
  agent: string;
}

/** Letters that let somebody choose a new password: at most one for each user. */
export interface PasswordResetsTable {
  user_id: number;
  /** A keyed hash of the secret in the letter. */
  token_hash: string;
  /** Where the letter went. */
  email: string;
  /** GMT. */
  created: string;
  expires: string;
}
