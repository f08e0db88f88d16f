// Replaces random and measured values in the text of recorded responses, so that two recordings are equal.
import { version } from '../../server/version.ts';

/** The origin of the example site in recorded responses. */
const origin = 'https://example.org';

/** Returns a function that masks texts. It numbers UUIDs in the order in which it first finds them. */
export function makeMask(): (text: string) => string {
  const uuids = new Map<string, string>();
  const maskUuid = (uuid: string): string => {
    const masked = uuids.get(uuid) ?? `${String(uuids.size + 1).padStart(8, '0')}-7c1d-4a52-9e3b-5f60718293a4`;
    uuids.set(uuid, masked);
    return masked;
  };
  return (text) =>
    text
      .replaceAll('http://site.test', origin)
      .replaceAll('http:\\/\\/site.test', origin)
      .replaceAll(encodeURIComponent('http://site.test'), encodeURIComponent(origin))
      .replaceAll('@site.test', '@example.org')
      .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, maskUuid)
      .replace(/("password":")[A-Za-z0-9 ]{24,30}"/g, '$1aBcD eFgH iJkL mNoP qRsT uVwX"')
      .replace(/("ETag":"\\")[^\\"]+/g, '$1cmVzcG9uc2U.c3RhdGU')
      .replaceAll(`"version":${JSON.stringify(version())}`, '"version":"1.0.0"')
      .replace(/(preview_nonce=)\w+/g, '$1a1b2c3d4e5')
      .replace(/(design_preview=)\w+/g, '$1aBcD3fGhIjKlMnOpQrStUvWxYz')
      .replace(/(secret=(?:\\")?)\w{10}/g, '$1AbCdEfGhIj')
      .replace(/(\b\d{8}t\d{6}-)[0-9a-f]{8}\b/g, '$11f0c9d2e')
      .replace(/("token":"|token=)[\w-]+\.[0-9a-f]{64}/g, '$1eyJ2YWx1ZSI6e319.4f1a')
      .replace(/("created_by":"[^"]*","size":)[1-9]\d*/g, '$18421376')
      .replace(/("file_name":"site\.tar","size":)\d+(,"fingerprint":"","received":)[1-9]\d*/g, '$18421376$28421376')
      .replace(/("file_name":"site\.tar","size":)\d+/g, '$18421376')
      .replace(/("applied":")[\dT:-]{19}"/g, '$12026-03-01T12:00:00"')
      .replace(/whsec_[A-Za-z0-9+/=_-]+/g, 'whsec_c2VjcmV0LW9mLXRoZS1leGFtcGxlLXNpdGU')
      .replace(/\b\d+ (ms|seconds apart)/g, '2 $1')
      .replace(/[\d.]+ [KMGT]?B( are)? free \(\d+%\)|[\d.]+ [KMGT]?B are free[^.]*/g, '40 GB free (80%)')
      .replace(/("(?:size|debug)":)"[\d.]+ [KMG]?B( \(\d+ bytes\))?"/g, '$1"12.4 MB (13002342 bytes)"')
      .replace(/("raw":)\d{3,}/g, '$113002342');
}
