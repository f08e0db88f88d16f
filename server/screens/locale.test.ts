// Tests of the languages of the screens: that all of their texts are translated, and which language a page has.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { type OpenedPage, openAllScreens } from '../../test/all-screens.ts';
import { describeEachEngine } from '../../test/engines.ts';
import { password, screensSite } from '../../test/screens-site.ts';
import { openVisitor } from '../../test/visitor.ts';
import { ApiError } from '../api-error.ts';
import { errorPage } from './error-pages.ts';
import { loadLocale, negotiateLanguage } from './locale.ts';
import { german } from './messages.de.ts';

const texts = Object.entries(german);

const placeholdersIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const wordsIn = (text: string): readonly string[] =>
  text
    .replace(/\{\w+\}/g, ' ')
    .toLowerCase()
    .match(/[\p{L}-]+/gu) ?? [];

const germanWords = new Set(texts.flatMap(([, text]) => wordsIn(text)));

/** The words that only the English texts contain. */
const englishWords = new Set(texts.flatMap(([text]) => wordsIn(text)).filter((word) => !germanWords.has(word)));

/** Returns the texts that a page displays or that screen readers announce, without code, addresses and times. */
const textsOf = (body: string): string[] =>
  [
    ...[...body.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g)].map(([, text = '']) => text),
    ...body
      .replace(/<(script|style|code)\b.*?<\/\1>/gs, '')
      .split(/<[^>]*>/)
      .map((text) => text.trim()),
  ].filter((text) => text !== '');

/** Data that the pages display: application passwords, addresses, and the names of parameters and namespaces. */
const data = /(?:\w{4} ){5}\w{4}|\S+@\S+|https?:\/\/\S+|\bapp_id\b|\bother\.test\b|cms\/v2/g;
const logins = new Set(['admin', 'subscriber', 'contributor', 'author', 'editor', 'other', 'tests']);

/** Texts of errors that the pages of the test do not have; a test below displays them. */
const otherTexts = new Set<string>([
  'An unexpected error occurred; it was logged with the ID {id}.',
  'Internal server error',
  'Too many passwords are being checked; try again in {seconds} seconds.',
  'Your session or application password has been revoked; sign in again.',
  'The service is busy; try again.',
  'The database is unreachable; try again later.',
  'The storage is full; try again later.',
  'The storage is unusable until its operator has fixed it.',
  'The request could not be processed; try again later.',
]);

/** Texts that no page can have in a test: a session ends, or a user is deleted, while a form is being handled. */
const raceTexts = new Set<string>([
  'You are not signed in.',
  'This username is already taken.',
  'This email address is already taken.',
]);

describe('the texts of the screens', () => {
  it('have the same placeholders in German, and words of their own', () => {
    const same = ['Name', 'Administrator'];
    for (const [english, text] of texts) {
      assert.deepEqual(placeholdersIn(text), placeholdersIn(english), english);
      assert.ok(text !== english || same.includes(text), english);
    }
  });

  it('are in no template of a screen', () => {
    for (const file of globSync('server/screens/*.ts')) {
      const source = readFileSync(file, 'utf8').replace(/<code>[^<]*<\/code>/g, '');
      if (file.endsWith('.test.ts')) continue;
      assert.equal(/(?<![=\s])>\s*\p{L}{2}[^<`]*<\//u.exec(source)?.[0], undefined, file);
      assert.equal(/\}[^{}<>`\n'"]*\p{L}{2}[^{}<>`\n]*<\//u.exec(source)?.[0], undefined, file);
    }
  });
});

describeEachEngine('all screens', (engine) => {
  let pages: readonly OpenedPage[] = [];
  before(async () => {
    pages = await openAllScreens(() => engine.open(), 'de');
  });

  it('are in German', () => {
    for (const { name, body, header } of pages) {
      assert.match(body, /^<!doctype html>\n<html lang="de"/, name);
      assert.match(header('Cache-Control') ?? '', /no-store/, 'no cache can mix languages');
      for (const text of textsOf(body))
        for (const word of wordsIn(text.replace(data, ' ')))
          assert.ok(!englishWords.has(word) || logins.has(word), `${name}: ${word} in ${text}`);
    }
  });

  it('display every text in the test above', () => {
    const displayed = pages.map(({ body }) => textsOf(body).join(' ')).join('\n');
    for (const [english, text] of texts) {
      const parts = text.split(/\{\w+\}/).map((part) => part.trim());
      const isDisplayed = parts.every((part) => displayed.includes(part));
      assert.equal(isDisplayed, !otherTexts.has(english) && !raceTexts.has(english), english);
    }
  });

  it('format dates for the language', () => {
    const bodies = pages.map(({ body }) => body).join('');
    assert.match(bodies, /<time datetime="2026-01-02T\d\d:\d\d:\d\dZ">2\. Januar 2026 um \d\d:\d\d<\/time>/);
    assert.match(bodies, /gültig bis <time[^>]*>1\. Januar 2030/);
  });
});

describe('errors of all screens', () => {
  const explain = async (error: unknown, language: 'en' | 'de') => {
    const handling = { translate: () => undefined, report: () => {} };
    const request = { method: 'GET', route: undefined, id: '5' };
    const reply = errorPage(handling, error, request, await loadLocale(language));
    return reply.kind === 'page' ? reply.page.body.html : '';
  };

  it('are in German, and as in the API in English', async () => {
    for (const [code, text] of [
      [
        'rest_too_many_failed_attempts',
        'Zu viele fehlgeschlagene Anmeldungen von dieser Adresse; versuchen Sie es in 7 Sek',
      ],
      ['rest_too_busy', 'Es werden zu viele Passwörter geprüft; versuchen Sie es in 7 Sekunden'],
      ['rest_not_logged_in', german['Your session or application password has been revoked; sign in again.']],
      ['rest_storage_busy', german['The service is busy; try again.']],
      ['rest_storage_unavailable', german['The database is unreachable; try again later.']],
      ['rest_storage_full', german['The storage is full; try again later.']],
      ['rest_storage_unusable', german['The storage is unusable until its operator has fixed it.']],
      ['rest_unknown', german['The request could not be processed; try again later.']],
    ] as const) {
      const error = new ApiError(code, 503, 'An English sentence.', { retryAfter: 7 });
      const body = await explain(error, 'de');
      assert.ok(body.includes(text), code);
      assert.ok(!body.includes('English'));
      assert.ok((await explain(error, 'en')).includes('<h1>Temporarily unavailable</h1><p>An English sentence.</p>'));
    }
    const body = await explain(new Error('x'), 'de');
    assert.match(body, /<h1>Interner Serverfehler<\/h1><p>Es ist .* mit der ID 5 protokolliert\./);
  });
});

describe('the language that a browser prefers', () => {
  for (const [header, language] of [
    ['de', 'de'],
    ['DE-at', 'de'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr, de;q=0.5, en;q=0.7', 'en'],
    ['fr;q=1.0, en;q=0.4, de ; q=0.45', 'de'],
    ['de;q=0, en;q=0.001', 'en'],
    ['de;q=0', undefined],
    ['en, de', 'en'],
    ['de, en', 'de'],
    ['fr, *', undefined],
    ['', undefined],
    [undefined, undefined],
    ['deutsch', undefined],
    ['den', undefined],
    ['de;q=2, en;q=0.1', 'en'],
    ['de;q=-1, de;q=NaN, de;q=1e3, de;q=0.1234', undefined],
    ['de;level=1', undefined],
    ['<de>, __proto__, constructor;q=1, ,,;;q=, en', 'en'],
    ['de\u0000', undefined],
    [`${'fr,'.repeat(400)}de`, undefined],
    [`${'a'.repeat(990)}-`, undefined],
  ] as const)
    it(`is ${language ?? 'not known'} with ${header === undefined ? 'no header' : JSON.stringify(header.slice(0, 60))}`, () =>
      assert.equal(negotiateLanguage(header), language));
});

describeEachEngine('the language of a page', (engine) => {
  const { site } = screensSite(engine);
  const langOf = (body: string) => /<html lang="(\w+)"/.exec(body)?.[1];
  const setLanguage = (language: string) => site.request('administrator', 'PUT', '/cms/v2/settings', { language });
  const choose = (language: string) =>
    site.request('administrator', 'POST', '/cms/v2/users/me', {
      meta: { persisted_preferences: { 'octavo/admin': { language } } },
    });

  it('is that of the browser for anonymous visitors, otherwise that of the site', async () => {
    const opened = async (accepted: string | undefined) =>
      langOf((await openVisitor(site).get('/account/sign-in', accepted ? { 'accept-language': accepted } : {})).body);
    assert.deepEqual([await opened('de'), await opened('fr'), await opened(undefined)], ['de', 'en', 'en']);
    await setLanguage('de_DE');
    assert.deepEqual([await opened('en'), await opened('fr'), await opened(undefined)], ['en', 'de', 'de']);
    await setLanguage('en_US');
  });

  it('is the one that a signed-in user has chosen, otherwise that of the site, otherwise that of the browser', async () => {
    const browser = openVisitor(site);
    await browser.signIn('admin', password);
    for (const [chosen, ofSite, accepted, language] of [
      ['de', 'en_US', 'en', 'de'],
      ['de_AT', 'en_US', 'en', 'de'],
      ['en', 'de_DE', 'de', 'en'],
      ['fr', 'de_DE', 'en', 'de'],
      ['', 'de_DE', 'en', 'de'],
      ['', 'en_US', 'de', 'en'],
      ['', '', 'de', 'de'],
      ['', '', 'fr', 'en'],
    ] as const) {
      assert.equal((await choose(chosen)).status, 200);
      assert.equal((await setLanguage(ofSite)).status, 200);
      const headers = { 'accept-language': accepted };
      for (const path of ['/account/profile', '/account/nothing', '/account/authorize'])
        assert.equal(langOf((await browser.get(path, headers)).body), language, `${chosen} ${ofSite} ${accepted}`);
      const expired = await browser.post('/account/profile/password', {}, headers);
      assert.deepEqual([expired.status, langOf(expired.body)], [403, language]);
    }
  });
});
