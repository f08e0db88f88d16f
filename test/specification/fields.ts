// What the specification says of the fields that are sent.
import {
  any,
  begunWith,
  byDefault,
  flag,
  integer,
  integers,
  needed,
  oneOf,
  type Parameters,
  type Said,
  text,
  texts,
} from './words.ts';

const states = oneOf('publish', 'future', 'draft', 'pending', 'private');
const openOrClosed = oneOf('open', 'closed');
const common: Parameters = { date: any, date_gmt: any, slug: text, status: states };
export const formats = ['standard', 'aside', 'chat', 'gallery', 'link', 'image', 'quote', 'status', 'video', 'audio'];

const entryFields: Parameters = {
  ...common,
  ...{ password: text, title: any, content: any, author: integer, excerpt: any, featured_media: integer },
  ...{ comment_status: openOrClosed, ping_status: openOrClosed, meta: any, template: text },
};

export const postFields: Parameters = {
  ...entryFields,
  ...{ format: { enum: formats }, sticky: flag, categories: integers, tags: integers },
};

export const pageFields: Parameters = { ...entryFields, parent: integer, menu_order: integer };

export const mediaFields: Parameters = {
  ...common,
  ...{ title: any, author: integer, featured_media: integer, comment_status: openOrClosed, ping_status: openOrClosed },
  ...{ meta: any, template: text, alt_text: text, caption: any, description: any, post: integer },
};

const itemTypes = oneOf('taxonomy', 'post_type', 'post_type_archive', 'custom');

export const menuItemFields = (when: 'create' | 'change'): Parameters => {
  const start = (value: unknown, said: Said) => begunWith(when, value, said);
  return {
    ...{ title: any, type: start('custom', itemTypes), status: start('publish', states) },
    ...{ parent: start(0, { ...integer, minimum: 0 }), attr_title: text, classes: texts, description: text },
    ...{
      menu_order: start(1, { ...integer, minimum: 1 }),
      object: text,
      object_id: start(0, { ...integer, minimum: 0 }),
    },
    ...{ target: oneOf('_blank', ''), url: { ...text, format: 'uri' }, xfn: texts, menus: integer, meta: any },
  };
};

export const blockFields: Parameters = {
  ...common,
  ...{
    password: text,
    title: any,
    content: any,
    excerpt: any,
    template: text,
    meta: any,
    cms_pattern_category: integers,
  },
};

export const navigationFields: Parameters = { ...common, password: text, title: any, content: any, template: text };

export const templateFields = (when: 'create' | 'change', part: boolean): Parameters => {
  const start = (value: unknown, said: Said) => begunWith(when, value, said);
  return {
    slug: { ...text, minLength: 1, ...(when === 'create' ? { required: true } : {}) },
    ...{ theme: text, type: text, content: start('', any), title: start('', any), description: start('', text) },
    ...{ status: start('publish', states), author: integer, ...(part ? { area: text } : {}) },
  };
};

export const termFields = (when: 'create' | 'change', more: Parameters = {}): Parameters => ({
  name: when === 'create' ? needed(text) : text,
  ...{ description: text, slug: text, meta: any, ...more },
});

export const userFields = (when: 'create' | 'change'): Parameters => {
  const must = (said: Said) => (when === 'create' ? needed(said) : said);
  return {
    ...{
      username: must(text),
      name: text,
      first_name: text,
      last_name: text,
      email: must({ ...text, format: 'email' }),
    },
    ...{ url: { ...text, format: 'uri' }, description: text, locale: oneOf('', 'en_US'), nickname: text, slug: text },
    ...{ roles: texts, password: must(text), meta: any },
  };
};

export const commentFields: Parameters = {
  ...{
    author: integer,
    author_email: { ...text, format: 'email' },
    author_ip: { ...text, format: 'ip' },
    author_name: text,
  },
  ...{ author_url: { ...text, format: 'uri' }, author_user_agent: text, content: any, date: any, date_gmt: any },
  ...{ parent: byDefault(0, integer), post: byDefault(0, integer), status: text },
};
