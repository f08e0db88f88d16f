// Tests forms in the content of pages: how they are displayed and submitted, and when (docs/forms.md).
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Field } from '../extensions/cmsforms/form-type.ts';
import { commentPagesSite } from './comments/page-site.ts';
import { describeEachEngine } from './engines.ts';

const fields: Field[] = [
  { name: 'name', kind: 'text', label: 'Name <b>', required: true, longest: 20, help: 'As on "your" card' },
  { name: 'email', kind: 'email', label: 'Email' },
  { name: 'topic', kind: 'choice', label: 'Topic', choices: ['A & "B"', 'Order', 'Other'] },
  {
    ...{ name: 'order', kind: 'number', label: 'Order', required: true, minimum: 1, maximum: 99 },
    condition: { field: 'topic', values: ['Order'] },
  },
  { name: 'why', kind: 'textarea', label: 'Why', condition: { field: 'order' } },
  { name: 'days', kind: 'choice', label: 'Days', choices: ['Sat', 'Sun'], several: true },
  { name: 'terms', kind: 'consent', label: 'I agree.', required: true },
];

const formsIn = (html: string): string[] => html.match(/<form class="cmsforms-form".*?<\/form>/gs) ?? [];

describeEachEngine('forms on pages', (engine) => {
  const { node, get, text, createPost, advanceMinute } = commentPagesSite(engine, ['cmsforms']);
  let count = 0;
  const createForm = (meta: object = {}, more: object = {}): Promise<{ id: number }> => {
    count += 1;
    const values = { title: `Form ${count} & <b>more</b>`, status: 'publish', meta: { fields, ...meta }, ...more };
    return node.site.create('/cms/v2/forms', values);
  };
  const submit = (link: string, form: number, values: Record<string, string>, headers: Record<string, string> = {}) => {
    advanceMinute();
    return get(link, {
      method: 'POST',
      headers: { accept: 'text/html', ...headers },
      body: new URLSearchParams({ cmsforms_form: String(form), trap: '', ...values }),
    });
  };
  const good = { 'values[name]': 'Ann', 'values[terms]': 'true' };
  const listed = async (form: number, query = '') =>
    (await node.site.request('editor', 'GET', `/cmsforms/v1/forms/${form}/submissions${query}`)).body;

  it('are displayed with all fields, and submitted to the page of the entry', async () => {
    const { id } = await createForm();
    const post = await createPost({ content: `Before\n\n[cmsforms id="${id}"]\n\nAfter` });
    const [form = ''] = formsIn(await text(post.link));
    assert.match(
      form,
      new RegExp(`^<form class="cmsforms-form" id="form-${id}" method="post" action="${post.link}#form-${id}"`),
    );
    assert.match(form, / aria-label="Form \d+ &#038; more"/);
    assert.match(form, /<label for="form-\d+-name">Name &lt;b&gt; \*<\/label><input [^>]*maxlength="20"/);
    assert.match(form, /As on &quot;your&quot; card/);
    assert.match(form, /<option value="A &amp; &quot;B&quot;">A &amp; &quot;B&quot;<\/option>/);
    assert.match(form, /<p class="form-field form-if-1">.*name="values\[order\]"/s);
    assert.match(form, /<option value="Order" class="form-option-1">/);
    assert.match(form, /<p class="form-field form-if-2 form-if-1">.*name="values\[why\]"/s);
    assert.doesNotMatch(/<input[^>]*name="values\[order\]"[^>]*>/.exec(form)?.[0] ?? '', / required=/);
    const blocks = await createPost({
      content: `<!-- wp:shortcode -->\n[cmsforms id="${id}"]\n<!-- /wp:shortcode -->`,
    });
    assert.equal(formsIn(await text(blocks.link)).length, 1);
    assert.equal(formsIn(blocks.content.rendered).length, 1);
    const html = await (await get(post.link, { headers: { accept: 'text/html' } })).text();
    assert.ok(
      html.includes(
        '.cmsforms-form:not(:has(.form-option-1:checked,.form-text-1:not(:placeholder-shown))) .form-if-1{display:none}',
      ),
    );
    assert.ok(html.includes('.form-if-2{display:none}'));
    assert.ok(!html.includes('.form-if-3{'));
    assert.match((await get(post.link)).headers.get('content-security-policy') ?? '', /script-src 'none'/);
  });

  it('are stored, and redirect to the confirmation', async () => {
    const { id } = await createForm({ confirmation: 'Thanks & <b>bye</b>.\n\nWe reply soon.' });
    const post = await createPost({ content: `Before [cmsforms id="${id}"] After` });
    const body = new URLSearchParams([
      ...Object.entries({ cmsforms_form: String(id), ...good, 'values[topic]': 'Order', 'values[order]': '7' }),
      ...[
        ['values[days][]', 'Sat'],
        ['values[days][]', 'Sun'],
        ['values[why]', 'One\r\nTwo'],
        ['values[email]', ''],
      ],
    ] as [string, string][]);
    advanceMinute();
    const response = await get(post.link, { method: 'POST', redirect: 'manual', body });
    const url = `${post.link}?form-sent=${id}#form-${id}`;
    assert.deepEqual([response.status, response.headers.get('location')], [303, url]);
    const [{ values }] = await listed(id);
    const stored = { name: 'Ann', topic: 'Order', order: 7, why: 'One\nTwo', days: ['Sat', 'Sun'], terms: 'I agree.' };
    assert.deepEqual(values, stored);
    assert.equal(formsIn(await text(post.link)).length, 1, 'the cached page has the form');
    const confirmed = await get(url, { headers: { accept: 'text/html' } });
    assert.match(confirmed.headers.get('cache-control') ?? '', /no-store/);
    const html = await confirmed.text();
    assert.deepEqual(formsIn(html), []);
    assert.ok(html.includes('<p>Thanks &amp; &lt;b&gt;bye&lt;/b&gt;.</p><p>We reply soon.</p>'));
    assert.equal(formsIn(await text(post.link)).length, 1, 'the page itself still has the form');
  });

  it('are displayed again with the errors and what was typed', async () => {
    const { id } = await createForm();
    const post = await createPost({ content: `[cmsforms id="${id}"]` });
    const typed = { 'values[name]': '"><script>', 'values[topic]': 'Order', 'values[why]': '\n</textarea>' };
    const response = await submit(post.link, id, { ...typed, 'values[days][]': 'Sun' });
    assert.deepEqual([response.status, response.headers.get('cache-control')], [400, 'no-store, private']);
    const html = await response.text();
    const [form = ''] = formsIn(html);
    assert.match(form, /role="alert">The form was not sent\./);
    assert.match(form, / value="&quot;&gt;&lt;script&gt;"/);
    assert.match(form, /<option value="Order" class="form-option-1" selected="selected">/);
    assert.match(form, /id="form-\d+-order-error">“Order” is required\.</);
    assert.match(form, /id="form-\d+-terms-error">/);
    assert.match(form, /<textarea[^>]*>\n\n&lt;\/textarea&gt;<\/textarea>/);
    assert.match(form, /value="Sun" checked="checked"/);
    assert.doesNotMatch(form, /value="Sat" checked/);
    assert.deepEqual(await listed(id), []);
  });

  it('accept only what the API accepts', async () => {
    const { id } = await createForm();
    const draft = await createForm({}, { status: 'draft' });
    const post = await createPost({
      content: `[cmsforms id="${id}"] [cmsforms id="${draft.id}"] [cmsforms id="99999"] [cmsforms]`,
    });
    assert.equal(formsIn(await text(post.link)).length, 1);
    assert.equal((await submit(post.link, draft.id, good)).status, 404);
    for (const form of ['0', '-1', '1e3', 'x', '999999999999999999999'])
      assert.equal(
        (await get(post.link, { method: 'POST', body: new URLSearchParams({ cmsforms_form: form }) })).status,
        404,
        form,
      );
    const crossSite = await submit(post.link, id, good, { 'sec-fetch-site': 'cross-site' });
    assert.equal(crossSite.status, 403);
    assert.equal((await submit(post.link, id, { ...good, 'values[other]': 'x' })).status, 400);
    assert.deepEqual(await listed(id), []);
    const trapped = await submit(post.link, id, { ...good, trap: 'x' });
    assert.equal(trapped.status, 303);
    assert.deepEqual([(await listed(id)).length, (await listed(id, '?state=spam')).length], [0, 1]);
    const other = await createPost();
    const elsewhere = await submit(other.link, id, { 'values[name]': 'Ann' });
    assert.deepEqual([elsewhere.status, formsIn(await elsewhere.text()).length], [400, 1]);
    assert.deepEqual(node.site.errors, []);
  });

  it('with a password, and in entries with one, need the passwords', async () => {
    const locked = await createForm({}, { password: 'open' });
    const post = await createPost({ content: `[cmsforms id="${locked.id}"]` });
    assert.match(formsIn(await text(post.link))[0] ?? '', /name="password" type="password"/);
    const wrong = await submit(post.link, locked.id, { ...good, password: 'no' });
    assert.deepEqual(
      [wrong.status, (await wrong.text()).includes('The password of this form is missing or wrong.')],
      [403, true],
    );
    assert.equal((await submit(post.link, locked.id, { ...good, password: 'open' })).status, 303);
    const { id } = await createForm();
    const secret = await createPost({ content: `[cmsforms id="${id}"]`, password: 'sesame' });
    const html = await (await submit(secret.link, id, good)).text();
    assert.deepEqual([formsIn(html), html.includes('post-password-form')], [[], true]);
    assert.deepEqual(await listed(id), []);
  });

  it('replace only complete forms in content, whatever HTML an author has written', async () => {
    const { id } = await createForm();
    const forged = `<form class="cmsforms-form" id="form-${id}"`;
    const whole = `${forged}><input name="x" /></form>`;
    const post = await createPost({
      content: `<!-- wp:html -->${whole}<!-- /wp:html -->[cmsforms id="${id}"]<!-- wp:html -->${`${forged}>`.repeat(1000)}<!-- /wp:html -->`,
    });
    const html = await (await get(`${post.link}?form-sent=${id}`, { headers: { accept: 'text/html' } })).text();
    assert.equal(html.match(/class="cmsforms-confirmation/g)?.length, 2);
    for (const parameter of ['0', '-1', 'x', '99999', '5e3'])
      assert.equal((await get(`${post.link}?form-sent=${parameter}`)).status, 200, parameter);
    assert.deepEqual(node.site.errors, []);
  });
});
