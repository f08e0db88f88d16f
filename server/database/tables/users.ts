import type { Generated } from 'kysely';

export interface UsersTable {
  id: Generated<number>;
  login: string;
  /** Folded, unique: logins are compared without case. */
  login_key: string;
  email: string;
  email_key: string;
  name: string;
  name_key: string;
  first_name: string;
  last_name: string;
  nickname: string;
  url: string;
  description: string;
  slug: string;
  locale: string;
  /** argon2id, in the usual `$argon2id$…` form. */
  password_hash: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`. */
  registered: string;
  /** Declared meta fields, an object in JSON. */
  meta: string;
}

/** The roles of users, in the order in which they were given. */
export interface UserRolesTable {
  user_id: number;
  position: number;
  role: string;
}

export interface ApplicationPasswordsTable {
  uuid: string;
  user_id: number;
  /** Counts up, so that lists keep the order of making. */
  position: number;
  app_id: string;
  name: string;
  /** A keyed hash of the secret, in hexadecimal digits. */
  hash: string;
  /** GMT. */
  created: string;
  last_used: string | null;
  last_ip: string | null;
  /** GMT; null: never. */
  expires: string | null;
  /** 1: it may read and nothing else. */
  read_only: number;
  /** The namespaces it may be used in, a list in JSON; an empty one: all. */
  namespaces: string;
}
