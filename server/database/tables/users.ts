import type { Generated } from 'kysely';
import type { PlainColumns } from '../../../contract/columns.ts';
import type { StoredColumns } from '../../../contract/grammar/column.ts';

export interface UsersTable extends StoredColumns<PlainColumns<'users'>> {
  id: Generated<number>;
  login: string;
  /** Case-folded username, which is unique: usernames are compared case-insensitively. */
  login_key: string;
  email: string;
  email_key: string;
  name: string;
  name_key: string;
  first_name: string;
  last_name: string;
  nickname: string;
  slug: string;
  /** An argon2id hash in the usual `$argon2id$…` format. */
  password_hash: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`. */
  registered: string;
  /** Declared meta fields, a JSON object. */
  meta: string;
}

/** Profile images of users. They are deleted together with the user or the media item. */
export interface ProfileImagesTable {
  user_id: number;
  media_id: number;
  /** URL of a file of the image, relative to that of the uploads. */
  path: string;
}

/** Roles of users, in the order of assignment. */
export interface UserRolesTable {
  user_id: number;
  position: number;
  role: string;
}

export interface ApplicationPasswordsTable {
  uuid: string;
  user_id: number;
  /** Increasing number that preserves the order of creation in lists. */
  position: number;
  app_id: string;
  name: string;
  /** HMAC of the secret, in hexadecimal digits. */
  hash: string;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`, like the other timestamps of this table. */
  created: string;
  last_used: string | null;
  last_ip: string | null;
  /** Time of expiry; null if the password does not expire. */
  expires: string | null;
  /** 1 if the password is read-only. */
  read_only: number;
  /** Namespaces in which the password may be used, a JSON array; empty for all. */
  namespaces: string;
}
