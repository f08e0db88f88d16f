// Contains mistakes in the code of endpoints, which the compiler must reject. This file is only type-checked.
import { declareEndpoints, type ModuleDeclaration } from '../../contract/grammar/module.ts';
import { optional, type Parameters } from '../../contract/grammar/parameter.ts';
import { Type } from '../../contract/grammar/schema.ts';
import { implement, type Operations, type PermissionArgs, type Permissions } from '../../server/http/implement.ts';
import { type Presenter, publicAccess } from '../../server/http/module.ts';
import { plainPresenter } from '../../server/http/plain-presenter.ts';

const fields = { id: Type.Integer(), title: Type.String() } satisfies Parameters;

const endpoints = declareEndpoints({
  'list-books': { permission: 'everyone', parameters: { page: Type.Integer({ default: 1 }) } },
  'get-book': { permission: 'read-book', parameters: { password: optional(Type.String()) } },
  'create-book': { methods: ['POST'], permission: 'create-book', parameters: { title: Type.String() } },
});
type Endpoints = typeof endpoints;

declareEndpoints({
  // @ts-expect-error The methods do not follow from the name, and are not declared.
  'lend-book': { permission: 'everyone', parameters: {} },
});

const books: ModuleDeclaration<Endpoints, typeof fields> = { name: 'books' };

interface Book {
  readonly id: number;
  readonly title: string;
}
/** Without `create-book`, which loads no target. */
type Targets = { 'read-book': Book };
type BookOperations = Operations<Endpoints, Targets, Book>;

const listBooks: BookOperations['list-books'] = {
  run: async ({ args }) => {
    args.page satisfies number;
    // @ts-expect-error The endpoint has no such parameter.
    args.pages;
    return { kind: 'list', rows: [] };
  },
};
const getBook: BookOperations['get-book'] = {
  run: async ({ args }, book) => {
    args.password satisfies string | undefined;
    return { kind: 'record', row: book };
  },
};
const createBook: BookOperations['create-book'] = {
  run: async ({ args }, target) => {
    target satisfies undefined;
    return { kind: 'record', row: { id: 1, title: args.title } };
  },
};
const operations: BookOperations = { 'list-books': listBooks, 'get-book': getBook, 'create-book': createBook };
const permissions: Permissions<Endpoints, Targets> = {
  'read-book': { load: async () => ({ id: 1, title: '' }), permit: (_call, book) => (book.id > 0 ? undefined : error) },
  'create-book': { permit: ({ args }) => (args.title ? undefined : error) },
};
const error = { code: 'rest_forbidden', message: 'Forbidden.' };
const presenter: Presenter<typeof fields, Book, undefined> = {
  prepare: async () => undefined,
  fields: { id: (book) => book.id, title: (book) => book.title },
  facts: ({ id }) => ({ id }),
};

implement(books, { permissions, operations, presenter });

// @ts-expect-error The operation `get-book` is missing.
implement(books, { permissions, operations: { 'list-books': listBooks, 'create-book': createBook }, presenter });

// @ts-expect-error The permission `read-book` is missing.
implement(books, { permissions: { 'create-book': publicAccess }, operations, presenter });

// @ts-expect-error The permission loads another target than the operation receives.
implement(books, { permissions: { ...permissions, 'read-book': publicAccess }, operations, presenter });

export const withoutLoad: Permissions<Endpoints, Targets> = {
  ...permissions,
  // @ts-expect-error The permission does not load its target.
  'read-book': { permit: () => undefined },
};

// @ts-expect-error The operations are those of other endpoints.
implement(books, { permissions, operations: { ...operations, 'list-books': getBook }, presenter });

// @ts-expect-error The operations return rows, and there is no presenter.
implement(books, { permissions, operations });

implement(books, {
  permissions,
  operations,
  // @ts-expect-error The field `titel` is misspelled.
  presenter: { ...presenter, fields: { id: (book: Book) => book.id, titel: (book: Book) => book.title } },
});

const otherPresenter = { ...presenter, prepare: async (_rows: readonly { readonly slug: string }[]) => undefined };
// @ts-expect-error The presenter presents other rows than the operations return.
implement(books, { permissions, operations, presenter: otherPresenter });

implement(books, { permissions, operations, presenter: plainPresenter(fields) });

// @ts-expect-error The record has more fields than the presenter.
implement(books, { permissions, operations, presenter: plainPresenter({ id: fields.id }) });

// @ts-expect-error The rows lack a field.
implement(books, { permissions, operations, presenter: plainPresenter({ ...fields, pages: Type.Integer() }) });

// @ts-expect-error The rows have a field of another type.
implement(books, { permissions, operations, presenter: plainPresenter({ id: fields.id, title: Type.Integer() }) });

const writeEndpoints = declareEndpoints({
  'create-book': { methods: ['POST'], permission: 'write-book', parameters: { title: Type.String() } },
  'delete-book': { methods: ['DELETE'], permission: 'write-book', parameters: { force: Type.Boolean() } },
});
const write: PermissionArgs<typeof writeEndpoints, 'write-book'> = {};
write.title satisfies string | undefined;
write.force satisfies boolean | undefined;
// @ts-expect-error Neither of the endpoints has such a parameter.
write.page;
