// Declares who uses AI tools with which password.

/** A user whose rights a program has. */
export interface Owner {
  readonly id: number;
  readonly username: string;
  readonly roles: readonly string[];
}

/** An application password that was just created. */
export interface IssuedPassword {
  readonly owner: Owner;
  readonly name: string;
  readonly secret: string;
}
