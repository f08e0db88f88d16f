// Licences: claims that their issuer has signed (Ed25519), so that they can be looked at without asking anybody.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { check, type Static, Type } from 'octavo/extension';

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });

const claimsSchema = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100 }),
    holder: Type.String({ minLength: 1, maxLength: 200 }),
    plan: Type.String({ minLength: 1, maxLength: 100 }),
    /** The hosts that it is for; none: all. */
    sites: Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }),
    issued: day,
    /** The last day that it holds; empty: it holds for good. */
    expires: Type.Union([day, Type.Literal('')]),
  },
  { additionalProperties: false },
);

export type Claims = Static<typeof claimsSchema>;

/** How a licence stands: it can be wrong from the start, or become so. */
export type LicenseState = 'valid' | 'malformed' | 'unknown-issuer' | 'expired' | 'other-site';

export interface License {
  readonly state: LicenseState;
  /** What its issuer says; undefined where nobody known has signed it. */
  readonly claims?: Claims;
}

/** What a licence is held against. */
export interface Standing {
  /** The issuer's public key, 32 bytes in base64; empty: no issuer is known. */
  readonly publicKey: string;
  readonly host: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const version = 'CF1';
const longest = 4000;

/** How a licence stands. Never throws. */
export function readLicense(key: string, { publicKey, host, now }: Standing): License {
  const [head, text = '', signature = '', ...rest] = key.split('.');
  if (key.length > longest || head !== version || text === '' || signature === '' || rest.length > 0)
    return { state: 'malformed' };
  if (publicKey === '' || !isSigned(`${head}.${text}`, signature, publicKey)) return { state: 'unknown-issuer' };
  const claims = readClaims(text);
  if (!claims) return { state: 'malformed' };
  if (claims.expires !== '' && claims.expires < new Date(now).toISOString().slice(0, 10))
    return { state: 'expired', claims };
  const isHere = claims.sites.length === 0 || claims.sites.some((site) => site.toLowerCase() === host.toLowerCase());
  return { state: isHere ? 'valid' : 'other-site', claims };
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function readClaims(text: string): Claims | undefined {
  try {
    const verdict = check(claimsSchema, JSON.parse(Buffer.from(text, 'base64url').toString()), 'claims');
    return 'value' in verdict ? (verdict.value as Claims) : undefined;
  } catch {
    return undefined;
  }
}

/** As much of a licence as may be shown: whoever knows the rest could use it elsewhere. */
export const maskedKey = (key: string): string => `${version}.…${key.slice(-4)}`;

/** A new pair of keys in base64: the private one for the issuer alone, the public one for sites. */
export function makeIssuer(): { readonly privateKey: string; readonly publicKey: string } {
  const pair = generateKeyPairSync('ed25519');
  const { x = '' } = pair.publicKey.export({ format: 'jwk' });
  return {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
  };
}

/** A licence. Throws Error where the claims are none. */
export function signLicense(claims: Claims, privateKey: string): string {
  const verdict = check(claimsSchema, claims, 'claims');
  if ('fault' in verdict) throw new Error(verdict.fault.message);
  const text = `${version}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), type: 'pkcs8', format: 'der' });
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}
