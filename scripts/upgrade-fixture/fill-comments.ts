// Creates comments with every status, in threads, by users and by visitors, and creates notes.
import type { Client } from './client.ts';
import type { Content } from './fill-content.ts';
import type { Clients } from './fill-users.ts';

/**
 * Creates comments on a post and moderates them. Anonymous comments must be allowed. Returns the ID of a pending comment.
 */
export async function fillComments(clients: Clients, anonymous: Client, { post }: Content): Promise<number> {
  const [editor, subscriber] = [clients('editor-1'), clients('subscriber-1')];
  let visitors = 0;
  const visitor = (name: string, content: string) => {
    visitors += 1;
    // Each visitor has a different IP address, because several comments from one address within seconds are rejected as a
    // flood.
    return anonymous.from(`192.0.2.${visitors}`).create('/cms/v2/comments', {
      ...{ post, content, author_name: name, author_email: `${name.toLowerCase()}@visitor.example` },
      author_url: `https://${name.toLowerCase()}.example`,
    });
  };
  const top = await editor.create('/cms/v2/comments', { post, content: 'A comment with <b>bold</b> words.' });
  const reply = await editor.create('/cms/v2/comments', { post, parent: top.id, content: 'A reply.' });
  const deep = await subscriber.create('/cms/v2/comments', { post, parent: reply.id, content: 'A reply to a reply.' });
  await editor.update(`/cms/v2/comments/${deep.id}`, { status: 'approved' });
  const approved = await visitor('Bert', 'Where can this soup be had?');
  await editor.update(`/cms/v2/comments/${approved.id}`, { status: 'approved' });
  const pending = await visitor('Cleo', 'May I ask something?');
  for (const name of ['Dora', 'Emil']) {
    const spam = await visitor(name, `Cheap watches at https://watches.example from ${name}`);
    await editor.update(`/cms/v2/comments/${spam.id}`, { status: 'spam' });
  }
  const trashed = await clients('subscriber-2').create('/cms/v2/comments', { post, content: 'Said too much.' });
  await editor.delete(`/cms/v2/comments/${trashed.id}`);
  const note = await editor.create('/cms/v2/comments', { post, type: 'note', content: 'Look at this again.' });
  await clients('admin').create('/cms/v2/comments', { post, type: 'note', parent: note.id, content: 'Done.' });
  return pending.id;
}
