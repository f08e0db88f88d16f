// Generates comments and spam for tests, from a seeded random number generator.
import type { Submission } from 'octavo/extension';

const people = ['Ada', 'Bela', 'Chidi', 'Dora', 'Emil', 'Fatma', 'Gita', 'Hugo', 'Ines', 'Jana'];
const hosts = ['mail.example', 'post.example', 'uni.example', 'web.example'];

const openings = [
  'Thanks for this',
  'I disagree with the second paragraph',
  'Great read',
  'Could you say more about',
  'We tried this last year',
  'A small correction',
  'My grandmother used to say',
  'This reminds me of',
];
const topics = [
  ...['the old harbor', 'bread with rye', 'the budget of the town', 'bees in winter', 'this recipe', 'the new library'],
  ...['cheap train tickets', 'a free evening at the museum', 'buying a used bicycle', 'the casino that closed in 1987'],
];
const endings = [
  'and it worked better than I had hoped.',
  'but the link in the text is broken.',
  'I would love to hear more.',
  'What do the others think?',
  'Here is where I read about it: https://library.example/archive/',
  'Greetings from the coast!',
];

const goods = [
  'replica watches',
  'casino bonus',
  'weight loss pills',
  'crypto signals',
  'payday loans',
  'seo backlinks',
];
const calls = ['BUY NOW', 'click here', 'best price guaranteed', 'limited offer', '100% free trial', 'order today'];
const shops = ['cheap-deals', 'best-bonus', 'rank-fast', 'pills4u', 'win-big', 'easy-cash'];
const disguises = ['Nice post!', 'I enjoyed your article.', 'Very informative, thanks for sharing.', 'Great blog.'];

/** Returns a random comment of the given kind. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export function randomSubmission(random: () => number, kind: 'spam' | 'ham'): Submission {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const name = one(people);
  const common = { kind: 'comment', from: '192.0.2.1', agent: 'test', author: 0, entry: 1 } as const;
  if (kind === 'ham') {
    const text = `${one(openings)}, ${one(topics)} ${one(endings)} ${random() < 0.5 ? one(openings) : ''}`;
    return { ...common, text, name, email: `${name.toLowerCase()}${Math.floor(random() * 90)}@${one(hosts)}`, url: '' };
  }
  const shop = `https://${one(shops)}${Math.floor(random() * 50)}.example/${Math.floor(random() * 1000)}`;
  const links = Array.from({ length: 1 + Math.floor(random() * 4) }, () => `<a href="${shop}">${one(goods)}</a>`);
  const text = `${random() < 0.5 ? one(disguises) : ''} ${one(calls)} ${one(goods)} ${links.join(' ')} ${one(calls)}`;
  const sender = random() < 0.5 ? name : `${one(goods)}`;
  return { ...common, text, name: sender, email: `${Math.floor(random() * 1e6)}@${one(shops)}.example`, url: shop };
}

/** Returns a pseudorandom number generator that always returns the same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
