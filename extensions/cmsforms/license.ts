// Creates and verifies licenses: claims that their issuer signs with Ed25519, so that they can be verified offline.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { check, type Static, Type } from 'octavo/extension';

const dateSchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const claimsSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    holder: Type.String({ minLength: 1, maxLength: 200 }),
    plan: Type.String({ minLength: 1, maxLength: 100 }),
    /** Host names for which the license is valid; all if empty. */
    sites: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }),
    issued: dateSchema,
    /** Last day of validity; unlimited if empty. */
    expires: Type.Union([dateSchema, Type.Literal('')]),
  },
  { additionalProperties: false },
);

export type Claims = Static<typeof claimsSchema>;

/** Result of the verification of a license. */
export type LicenseState = 'valid' | 'malformed' | 'unknown-issuer' | 'expired' | 'other-site';

export interface License {
  readonly state: LicenseState;
  /** The signed claims; undefined if the license is malformed or not signed by the known issuer. */
  readonly claims?: Claims;
}

/** Data against which a license is verified. */
export interface LicenseContext {
  /** Public key of the issuer, 32 bytes in Base64; empty if there is no known issuer. */
  readonly publicKey: string;
  readonly host: string;
  /** Current time, in milliseconds since 1970. */
  readonly now: number;
}

const version = 'CF1';
const maxKeyLength = 4000;

/** Verifies a license key. Returns the state and the claims of the license. Malformed keys cause no errors. */
export function readLicense(key: string, { publicKey, host, now }: LicenseContext): License {
  const [head, text = '', signature = '', ...rest] = key.split('.');
  if (key.length > maxKeyLength || head !== version || text === '' || signature === '' || rest.length > 0)
    return { state: 'malformed' };
  if (publicKey === '' || !isSigned(`${head}.${text}`, signature, publicKey)) return { state: 'unknown-issuer' };
  const claims = readClaims(text);
  if (!claims) return { state: 'malformed' };
  if (claims.expires !== '' && claims.expires < new Date(now).toISOString().slice(0, 10))
    return { state: 'expired', claims };
  const isForSite = claims.sites.length === 0 || claims.sites.some((site) => site.toLowerCase() === host.toLowerCase());
  return { state: isForSite ? 'valid' : 'other-site', claims };
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function readClaims(text: string): Claims | undefined {
  try {
    const result = check(claimsSchema, JSON.parse(Buffer.from(text, 'base64url').toString()), 'claims');
    return 'value' in result ? (result.value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a license key for display, masked except for the last four characters, so that the key cannot be copied. */
export const maskKey = (key: string): string => `${version}.…${key.slice(-4)}`;

/** Returns a new key pair in Base64. The private key is for the issuer, the public key for sites. */
export function generateIssuerKeys(): { readonly privateKey: string; readonly publicKey: string } {
  const pair = generateKeyPairSync('ed25519');
  const { x = '' } = pair.publicKey.export({ format: 'jwk' });
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
  };
}

/** Returns the key of a license with the given claims, signed with the private key. Throws an Error if the claims are invalid. */
export function signLicense(claims: Claims, privateKey: string): string {
  const result = check(claimsSchema, claims, 'claims');
  if ('error' in result) throw new Error(result.error.message);
  const text = `${version}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}
