// Generates random parameter values: values that are valid by their declaration, and malicious or malformed values.
import fc, { type Arbitrary } from 'fast-check';

const hostileValues: readonly unknown[] = [
  ...['', ' ', '0', '1', '-1', '1abc', '1e3', '0x1', '9007199254740993', '99999999999999999999999', 'true', 'null'],
  ...[
    "' or 1=1 --",
    '"; drop table entries',
    '%_\\',
    '" NEAR(a b) *',
    '<script>x</script>',
    '__proto__',
    'constructor',
  ],
  ...['2026-01-01T00:00:00', '0000-00-00T00:00:00', '9999-12-31T23:59:59+14:00', '2026-02-30T00:00:00'],
  ...['\u0000nul', '\ud800', '😀 ünï日本', '../../etc/passwd', 'publish', 'any', 'trash', 'a'.repeat(5000)],
  ...[0, -1, 1.5, 1e308, true, false, null],
  ...[[], {}, [1, 2, 3], ['a', null, { b: 1 }], [[[[1]]]], { raw: 'x' }, { raw: 5 }, { raw: null, rendered: 1 }],
  ...[
    { terms: [1], operator: 'AND' },
    { terms: 'x', include_children: true },
    { constructor: 2, a: { b: [] } },
  ],
  JSON.parse('{"__proto__":{"x":1}}'),
  Array.from({ length: 3000 }, (_, n) => n),
  Array.from({ length: 300 }, (_, n) => `slug-${n}`),
];

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Keywords of a JSON schema that determine the generated values. */
interface SchemaKeywords {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SchemaKeywords[];
  readonly oneOf?: readonly SchemaKeywords[];
  readonly items?: SchemaKeywords;
  readonly properties?: Readonly<Record<string, SchemaKeywords>>;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
}

const formats: Readonly<Record<string, Arbitrary<unknown>>> = {
  'date-time': fc
    .date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 19)),
  email: fc.integer({ min: 1, max: 300 }).map((number) => `someone${number}@site.test`),
  uri: fc.constantFrom('https://site.test/x?a=b&c=d', '', 'javascript:alert(1)'),
  uuid: fc.uuid(),
};

const sampleTexts = [
  'One',
  'two words',
  'Grüße',
  '<b>bold</b> & more',
  '[gallery]',
  '[playlist]',
  'http://site.test/?p=1',
  '<!-- cms:x --><p>Text</p>',
  'slug-1',
  'café',
];

/** Generates values that match the keywords of a schema. */
export function validValue(schema: object): Arbitrary<unknown> {
  const { enum: values, anyOf, oneOf, type, items, properties, format, minimum, maximum } = schema as SchemaKeywords;
  if (values) return fc.constantFrom(...values);
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return fc.oneof(...alternatives.map((each) => validValue({ type, ...each })));
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum ?? 0, max: Math.min(maximum ?? 12, 100) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(validValue(items ?? {}), { maxLength: 4 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties ?? {}).map(([name, each]) => [name, validValue(each)])),
        {
          requiredKeys: [],
          noNullPrototype: true,
        },
      );
    default:
      return formats[format ?? ''] ?? fc.constantFrom(...sampleTexts);
  }
}
