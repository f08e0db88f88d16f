// Tests how public types are collected from declaration files, and which differences are breaking.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { collectPublicTypes, type PublicTypes } from './declarations.ts';
import { compareTypes } from './types.ts';

const files = {
  'index.d.ts': `
    import type { Kind } from './kinds.ts';
    import type { Generated } from 'kysely';
    export { ApiError, type Options as ServeOptions } from './errors.ts';
    export * from './kinds.ts';
    export interface Result { readonly id: Generated<number>; readonly title: string; note?: string; readonly kind: Kind; }
    export interface Input { readonly title: string; readonly note?: string; readonly kind?: Kind; onDone?(result: Result): void; }
    export declare function create(input: Input, signal?: AbortSignal): Promise<Result>;
    export declare function list(): Promise<readonly Result[]>;
    export declare const limit: number;
    export interface Extension { readonly name: string; open(services: Services): void; }
    interface Services { log(text: string): void; readonly clock: () => number; }
    export interface Both { readonly size: number; }
    export type Mapped<T> = { readonly [K in keyof T]: Both | T[K] };
  `,
  'errors.d.ts': `
    export declare class ApiError extends Error { #private; readonly status: number; private secret; constructor(code: string, status: number); get code(): string; }
    export interface Options { readonly port?: number; }
    interface Services { readonly unrelated: true; }
    export declare const unused: Services;
  `,
  'kinds.d.ts': "export type Kind = 'post' | 'page';",
};

type Files = Readonly<Record<string, string>>;

function collect(contents: Files): PublicTypes {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-declarations-'));
  try {
    for (const [name, text] of Object.entries(contents)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    return collectPublicTypes({ example: path.join(folder, 'index.d.ts') });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the differences that replacing a text in one of the files causes. */
function compare(from: string | RegExp, to: string) {
  const changed: Record<string, string> = { ...files };
  const file = Object.keys(files).find(
    (name) => (changed[name] ?? '').search(from) >= 0 || (changed[name] ?? '').includes(String(from)),
  );
  assert.ok(file, String(from));
  changed[file] = (changed[file] ?? '').replace(from, to);
  return compareTypes(collect(files), collect(changed), new Set(['Extension']));
}

const breakingChanges: Readonly<Record<string, readonly [from: string, to: string, message: RegExp]>> = {
  'a removed export': ['export declare const limit: number;', '', /^example, limit: removed$/],
  'a removed re-export': ['type Options as ServeOptions', '', /^example, ServeOptions: removed$/],
  'another type of a constant': ['limit: number', 'limit: string', /^example, limit: changed from number to string$/],
  'a removed property': ['readonly title: string; note', 'note', /^Result\.title: removed$/],
  'a property of a result that becomes optional': [
    'readonly title: string; note',
    'readonly title?: string; note',
    /^Result\.title: is now optional$/,
  ],
  'a property of a result that becomes read-only': [
    'note?: string; readonly kind: Kind',
    'readonly note?: string; readonly kind: Kind',
    /^Result\.note: is now read-only$/,
  ],
  'a wider type of a result': [
    'readonly title: string; note',
    'readonly title: string | null; note',
    /^Result\.title: can now be null$/,
  ],
  'a property of an input that becomes required': [
    'readonly note?: string; readonly kind?',
    'readonly note: string; readonly kind?',
    /^Input\.note: is now required$/,
  ],
  'a new required property of an input': [
    'export interface Input {',
    'export interface Input { readonly slug: string;',
    /^Input\.slug: added, and required$/,
  ],
  'a narrower type of an input': [
    'readonly title: string; readonly note',
    "readonly title: 'a'; readonly note",
    /^Input\.title: changed from string to /,
  ],
  'a new required parameter': [
    'signal?: AbortSignal',
    'signal: AbortSignal',
    /^example, create\(signal\): is now required$/,
  ],
  'a removed parameter': [', signal?: AbortSignal', '', /^example, create\(signal\): parameter removed$/],
  'another result': [
    'list(): Promise<readonly Result[]>',
    'list(): Promise<Result>',
    /^example, list result: changed from /,
  ],
  'a new alternative of a read and written union': [
    "'post' | 'page'",
    "'post' | 'page' | 'media'",
    /^Kind: can now be /,
  ],
  'a removed alternative': ["'post' | 'page'", "'post'", /^Kind: no longer accepts /],
  'a member that extensions must provide': [
    'readonly name: string; open',
    'readonly name: string; readonly version: string; open',
    /^example, Extension\.version: added, and required$/,
  ],
  'a service that extensions no longer get': ['log(text: string): void; ', '', /^Services\.log: removed$/],
  'another parameter of a service': [
    'log(text: string)',
    'log(text: number)',
    /^Services\.log\(text\): changed from string to number$/,
  ],
  'a constructor with another parameter': [
    'constructor(code: string, status: number)',
    'constructor(code: string)',
    /^example, ApiError\.constructor\(status\): parameter removed$/,
  ],
  'another type of a getter': [
    'get code(): string',
    'get code(): number',
    /^example, ApiError\.code: changed from string to number$/,
  ],
  'another base class': ['extends Error', 'extends TypeError', /^example, ApiError: changed from Error to TypeError$/],
  'a change of an exported type without uses': [
    'readonly port?: number',
    'readonly port: number',
    /^example, ServeOptions\.port: is now required$/,
  ],
  'a change inside a mapped type': ['Both | T[K]', 'T[K]', /^example, Mapped: changed from /],
  'another type of another package': [
    'Generated<number>',
    'Generated<string>',
    /^Result\.id: changed from number to string$/,
  ],
};

const compatibleChanges: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'a new export': ['export declare const limit', 'export declare const other: string; export declare const limit'],
  'a new property of a result': ['readonly title: string; note', 'readonly title: string; readonly slug: string; note'],
  'a narrower type of a result': [
    'list(): Promise<readonly Result[]>',
    'list(): Promise<readonly (Result & { x: 1 })[]>'.replace(' & { x: 1 }', ''),
  ],
  'a new optional property of an input': [
    'export interface Input {',
    'export interface Input { readonly slug?: string;',
  ],
  'a wider type of an input': [
    'readonly title: string; readonly note',
    'readonly title: string | number; readonly note',
  ],
  'a property of an input that becomes optional': [
    'readonly title: string; readonly note',
    'readonly title?: string; readonly note',
  ],
  'a new optional parameter': ['list()', 'list(max?: number)'],
  'a new service for extensions': ['log(text: string): void;', 'log(text: string): void; warn(text: string): void;'],
  'a new argument of a service': ['log(text: string)', 'log(text: string, level?: number)'],
  'another private member': ['private secret', 'private other'],
  'a renamed type that is not exported': [/\bServices\b(?=[);]| \{ log)/g.source, 'ExtensionServices'],
};

describe('a comparison of types', () => {
  for (const [name, [from, to, message]] of Object.entries(breakingChanges))
    it(`reports ${name} as breaking`, () => {
      const breaking = compare(from, to).filter(({ isBreaking }) => isBreaking);
      assert.ok(breaking.length > 0);
      assert.match(
        breaking.map(({ location, message: text }) => `${location}: ${text}`).join('\n'),
        new RegExp(message.source, 'm'),
      );
    });

  for (const [name, [from, to]] of Object.entries(compatibleChanges))
    it(`reports ${name} as compatible`, () => {
      const pattern = name.startsWith('a renamed') ? new RegExp(from, 'g') : from;
      assert.deepEqual(
        compare(pattern, to).filter(({ isBreaking }) => isBreaking),
        [],
      );
    });
});

describe('the collected types', () => {
  it('contain exports and all declarations that they refer to, but no others', () => {
    const { exports, declarations } = collect(files);
    assert.deepEqual(exports.example, {
      ...{ ApiError: 'ApiError', Both: 'Both', Extension: 'Extension', Input: 'Input', Kind: 'Kind', Mapped: 'Mapped' },
      ...{ Result: 'Result', ServeOptions: 'Options', create: 'create', limit: 'limit', list: 'list' },
    });
    assert.ok('Services' in declarations);
    assert.ok(!('unused' in declarations));
    assert.match(declarations.Result ?? '', /readonly id: kysely\.Generated<number>/);
  });

  it('have different names if two files declare the same name', () => {
    const { declarations } = collect({
      ...files,
      'index.d.ts': `${files['index.d.ts']} export { unused } from './errors.ts';`,
    });
    assert.match(declarations.Services ?? '', /log\(text: string\)/);
    assert.match(declarations.Services$2 ?? '', /^interface Services\$2 \{ readonly unrelated: true; \}$/);
    assert.match(declarations.unused ?? '', /: Services\$2;$/);
  });

  it('follow imports inside of types', () => {
    const { declarations } = collect({
      'index.d.ts': "export declare const a: import('./types.ts').B<string>;",
      'types.d.ts': 'export interface B<T> { readonly value: T; }',
    });
    assert.equal(declarations.a, 'const a: B<string>;');
    assert.equal(declarations.B, 'interface B<T> { readonly value: T; }');
  });
});
