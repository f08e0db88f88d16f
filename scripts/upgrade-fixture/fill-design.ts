// Changes templates, template parts and styles of the theme, and installs fonts.
import { packedFont } from '../../test/font-files.ts';
import type { Client } from './client.ts';

/** Changes templates, template parts and global styles, and installs a font family with an uploaded face. */
export async function fillDesign(admin: Client): Promise<void> {
  const words = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
  const template = await admin.create('/cms/v2/templates', {
    slug: 'landing',
    title: 'Landing',
    content: words('Land.'),
  });
  await admin.update(`/cms/v2/templates/${template.id}`, { content: words('Landed.') });
  await admin.update('/cms/v2/templates/quarto//404', { content: words('Not here.') });
  await admin.update('/cms/v2/template-parts/quarto//header', { content: words('A header of our own.') });
  await admin.create('/cms/v2/template-parts', {
    slug: 'aside',
    title: 'Aside',
    area: 'footer',
    content: words('Aside.'),
  });
  const theme = await admin.get('/cms/v2/themes/quarto');
  const styles = theme._links['cms:user-global-styles'][0].href.split('/cms/v2/')[1];
  for (const background of ['#102030', '#fafafa', '#ffffee'])
    await admin.update(`/cms/v2/${styles}`, {
      styles: { color: { background } },
      settings: { color: { custom: true } },
    });
  await fillFonts(admin);
}

async function fillFonts(admin: Client): Promise<void> {
  const settings = { name: 'Box', slug: 'box', fontFamily: 'Box, sans-serif' };
  const family = await admin.create('/cms/v2/font-families', { font_family_settings: JSON.stringify(settings) });
  const form = new FormData();
  const face = { fontFamily: 'Box', fontWeight: '700', fontStyle: 'normal', src: 'file' };
  form.set('font_face_settings', JSON.stringify(face));
  form.set('file', new Blob([new Uint8Array(packedFont('woff2'))], { type: 'font/woff2' }), 'box-bold.woff2');
  await admin.submit(`/cms/v2/font-families/${family.id}/font-faces`, form);
}
