// Finds the inline scripts of packages, which the content security policy must allow.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The module that creates the frame of the canvas. */
const frameModule = 'node_modules/@wordpress/block-editor/build-module/components/iframe/index.mjs';

/**
 * Returns the hashes of the inline scripts that the canvas of the editor contains, for a content security policy. Throws if the module does
 * not contain exactly one script, so that a new version of the package is reviewed.
 */
export function inlineScriptHashes(root: string): string[] {
  const code = readFileSync(path.join(root, frameModule), 'utf8');
  const scripts = [...code.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  if (scripts.length !== 1) throw new Error(`${frameModule} contains ${scripts.length} inline scripts instead of one.`);
  return scripts.map((script) => `sha256-${createHash('sha256').update(script).digest('base64')}`);
}
