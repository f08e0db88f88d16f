// Declares the writable fields as the specification describes them.
import {
  any,
  byDefault,
  byDefaultOnCreate,
  flag,
  integer,
  integers,
  oneOf,
  type ParameterSchema,
  type Parameters,
  required,
  strings,
  text,
} from './schemas.ts';

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

export const menuItemFields = (operation: 'create' | 'change'): Parameters => {
  const defaultOnCreate = (value: unknown, schema: ParameterSchema) => byDefaultOnCreate(operation, value, schema);
  return {
    ...{ title: any, type: defaultOnCreate('custom', itemTypes), status: defaultOnCreate('publish', states) },
    ...{
      parent: defaultOnCreate(0, { ...integer, minimum: 0 }),
      attr_title: text,
      classes: strings,
      description: text,
    },
    ...{
      menu_order: defaultOnCreate(1, { ...integer, minimum: 1 }),
      object: text,
      object_id: defaultOnCreate(0, { ...integer, minimum: 0 }),
    },
    ...{ target: oneOf('_blank', ''), url: { ...text, format: 'uri' }, xfn: strings, menus: integer, meta: any },
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

export const templateFields = (operation: 'create' | 'change', part: boolean): Parameters => {
  const defaultOnCreate = (value: unknown, schema: ParameterSchema) => byDefaultOnCreate(operation, value, schema);
  return {
    slug: { ...text, minLength: 1, ...(operation === 'create' ? { required: true } : {}) },
    ...{
      theme: text,
      type: text,
      content: defaultOnCreate('', any),
      title: defaultOnCreate('', any),
      description: defaultOnCreate('', text),
    },
    ...{ status: defaultOnCreate('publish', states), author: integer, ...(part ? { area: text } : {}) },
  };
};

export const termFields = (operation: 'create' | 'change', more: Parameters = {}): Parameters => ({
  name: operation === 'create' ? required(text) : text,
  ...{ description: text, slug: text, meta: any, ...more },
});

export const userFields = (operation: 'create' | 'change'): Parameters => {
  const requiredOnCreate = (schema: ParameterSchema) => (operation === 'create' ? required(schema) : schema);
  return {
    ...{
      username: requiredOnCreate(text),
      name: text,
      first_name: text,
      last_name: text,
      email: requiredOnCreate({ ...text, format: 'email' }),
    },
    ...{ url: { ...text, format: 'uri' }, description: text, locale: oneOf('', 'en_US'), nickname: text, slug: text },
    ...{ roles: strings, password: requiredOnCreate(text), meta: any },
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
