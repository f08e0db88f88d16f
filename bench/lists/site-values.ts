// Finds the IDs, slugs and words of a measured site that replace the placeholders in list requests.
import { sql } from 'kysely';
import type { ReadHandle } from '../../server/database/handle.ts';
import { statement } from '../../server/database/statement.ts';

/** Values by the names of their placeholders in request paths (`tag` for `{tag}`), and the IDs and usernames of the callers. */
export type SiteValues = Readonly<Record<string, string | undefined>>;

const values = (query: string) =>
  statement(() => {
    // Every second part is the name of a table.
    const parts = query.split(/(?<=\bfrom )([a-z_]+)/);
    const nodes = parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql.table(part)));
    return sql<{ value: string | number }>`${sql.join(nodes, sql``)}`;
  });

/** Finds the values in the database of a site that `extendSite` has extended. */
export async function findValues(read: ReadHandle): Promise<SiteValues> {
  const list = async (query: string) => (await read.all(values(query), {})).map(({ value }) => String(value));
  const posts = await list(
    `select id as value from entries where type = 'post' and guid like 'urn:octavo:generated:%' order by id limit 3000`,
  );
  const slugs = await list(
    `select slug as value from entries where type = 'post' and guid like 'urn:octavo:generated:%' order by id limit 2`,
  );
  const titles = await list(
    `select title as value from entries where type = 'post' and guid like 'urn:octavo:generated:%' order by id limit 50`,
  );
  const termsOf = (taxonomy: string) =>
    list(`select id as value from terms where taxonomy = '${taxonomy}' and count > 0 order by id limit 10`);
  const [categories, tags] = [await termsOf('category'), await termsOf('post_tag')];
  const authors = await list(
    'select distinct author as value from entry_counts where author > 0 and n > 100 order by 1',
  );
  const pages = await list(
    "select distinct parent as value from entries where type = 'page' and parent > 0 order by 1 limit 5",
  );
  const titleWords = titles.flatMap((title) => title.toLowerCase().split(' ')).filter((word) => word.length === 4);
  const findFirst = async (query: string) => (await list(query))[0];
  const contributor = "from users where slug like 'member-%' and id % 100 = 0 order by id limit 1";
  return {
    posts: posts.slice(0, 5).join(),
    manyPosts: posts.join(),
    post: posts[10],
    slug: slugs[0],
    slug2: slugs[1],
    category: categories[1],
    category2: categories[2],
    categories: categories.join(),
    tag: tags[1],
    tag2: tags[2],
    author: authors[1],
    author2: authors[2],
    authors: authors.slice(0, 10).join(),
    page: pages[0],
    page2: pages.find((page) => page !== pages[0]),
    pageSlug: await findFirst("select slug as value from entries where type = 'page' and menu_order = 7 limit 1"),
    media: (await list("select id as value from entries where type = 'attachment' limit 5")).join(),
    commented: await findFirst(
      'select post as value from comments group by post having count(*) > 3 order by post limit 1',
    ),
    commented2: await findFirst('select max(post) as value from comments'),
    comment: await findFirst('select max(parent) as value from comments'),
    revised: await findFirst('select entry_id as value from revisions group by entry_id having count(*) > 100'),
    member: await findFirst(`select id as value ${contributor}`),
    contributorId: await findFirst(`select id as value ${contributor}`),
    contributorLogin: await findFirst(`select login as value ${contributor}`),
    authorId: authors[1],
    authorLogin: await findFirst(`select login as value from users where id = ${authors[1]}`),
    administratorId: await findFirst("select id as value from users where login = 'admin'"),
    common: titleWords[0],
    common2: titleWords[1],
    title: titles[3]?.toLowerCase(),
    long: 'a'.repeat(1600),
  };
}
