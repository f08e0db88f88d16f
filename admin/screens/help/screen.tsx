// A guide: its text, a list of its sections, and links to all guides.
import { useQuery } from '@tanstack/react-query';
import { __ } from '@wordpress/i18n';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../data/client.ts';
import { currentLanguage } from '../../data/locale.ts';
import { listGuides, loadGuide } from '../../data/resources/guides.ts';
import { Failure } from '../../ui/failure.tsx';
import type { Guide } from '../../ui/guides.ts';
import { Loading } from '../../ui/loading.tsx';
import { paths } from '../../ui/paths.ts';
import type { ScreenProps } from '../../ui/screen-props.ts';
import { Blocks, Inlines } from './blocks.tsx';

/** The language of the guides. */
const language = 'en';

/** The width of windows that have a column for the list of sections. */
const wideWindow = '(min-width: 75rem)';

/** The screen. The fragment of the URL is the ID of a section. */
export default function HelpScreen({ parameters: { guide: name = '' } }: ScreenProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', name],
    queryFn: () => loadGuide(name),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    // The frame of the screen has then moved the focus to the main region.
    const request = requestAnimationFrame(focusSection);
    return () => cancelAnimationFrame(request);
  }, [isLoaded]);
  if (error) {
    const retry = () => (error instanceof ApiError ? void refetch() : location.reload());
    return <Failure error={error} retry={retry} />;
  }
  if (!data) return <Loading label={__('Loading…')} />;
  return (
    <div className="help">
      <div className="title">
        <h1 lang={language} dir="ltr">
          {data.title}
        </h1>
        {currentLanguage() !== language && (
          <p className="quiet">{__('The guides are not translated yet; they are in English.')}</p>
        )}
      </div>
      <Sections guide={data} name={name} />
      <article lang={language} dir="ltr">
        <Blocks blocks={data.blocks} guide={name} />
      </article>
      <AllGuides current={name} />
    </div>
  );
}

/** Moves the focus to the section in the URL, and scrolls to it. */
function focusSection(): void {
  const section = document.getElementById(decodeFragment(location.hash.slice(1)));
  section?.focus({ preventScroll: true });
  section?.scrollIntoView();
}

/** Returns the ID in a fragment; an empty text if it is malformed. */
function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return '';
  }
}

/** The list of the sections, which is closed in narrow windows. */
function Sections({ guide: { blocks }, name }: { readonly guide: Guide; readonly name: string }) {
  return (
    <nav className="sections" aria-label={__('On this page')}>
      <details open={matchMedia(wideWindow).matches}>
        <summary>{__('On this page')}</summary>
        <ul lang={language} dir="ltr">
          {blocks.map((block) =>
            block.type === 'heading' && block.level === 2 ? (
              <li key={block.id}>
                <a href={`#${block.id}`}>
                  <Inlines content={block.content} guide={name} isInLink />
                </a>
              </li>
            ) : null,
          )}
        </ul>
      </details>
    </nav>
  );
}

/** Links to all guides, also to the current one. */
function AllGuides({ current }: { readonly current: string }) {
  return (
    <nav className="guides" aria-labelledby="all-guides">
      <h2 id="all-guides">{__('All guides')}</h2>
      <ul lang={language} dir="ltr">
        {listGuides().map(({ name, title }) => (
          <li key={name}>
            <Link href={paths.help(name)} aria-current={name === current ? 'page' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
