// The latest comments with their scores. Moderators train the filter here, and see the effect.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { __, sprintf } from '@wordpress/i18n';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { CommentAction } from '../../actions/comments.ts';
import { type Comment, listComments } from '../../data/resources/comments.ts';
import { type Explanation, readExplanations } from '../../data/resources/spam-filter.ts';
import { Failure } from '../../ui/failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { messageOf } from '../../ui/to-error.ts';
import { Decision } from './decision.tsx';
import { type DecisionList, decisionLists, pathOfView, perPage, viewOfUrl } from './view.ts';

/** Time between two reads of explanations until the filter has learned from a decision, in milliseconds. */
const learningIntervalMs = 1500;

/** Maximum number of these reads. */
const maxLearningReads = 20;

interface Props {
  /** The score from which comments are spam, from 0 to 1. */
  readonly threshold: number;
}

/** The comments of the list that the URL names. */
export function Decisions({ threshold }: Props) {
  const view = viewOfUrl(useSearch());
  return (
    <section className="panel wide" aria-labelledby="decisions">
      <h2 id="decisions">{__('Comments and their scores')}</h2>
      <p className="quiet">
        {__(
          'The scores are those with the current training, so they can differ from those at which comments were classified. Training does not move other comments.',
        )}
      </p>
      <ListTabs current={view.list} />
      <DecisionPage key={`${view.list} ${view.page}`} {...view} threshold={threshold} />
    </section>
  );
}

function ListTabs({ current }: { readonly current: DecisionList }) {
  return (
    <nav className="tabs" aria-label={__('Comments')}>
      <ul>
        {decisionLists().map(({ list, label }) => (
          <li key={list}>
            <Link href={pathOfView({ list, page: 1 })} aria-current={list === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PageProps extends Props {
  readonly list: DecisionList;
  readonly page: number;
}

function DecisionPage({ list, page, threshold }: PageProps) {
  const status = decisionLists().find((each) => each.list === list)?.status ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['spam-filter', 'comments', list, page],
    queryFn: ({ signal }) => listComments({ status, page, per_page: perPage }, signal),
    // Comments stay in their places when their status changes, so that the effect can be seen.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { explanations, error: explanationError, expect, isLearning } = useExplanations(data?.items ?? []);
  const train = useTraining(['spam-filter', 'comments', list, page], expect);
  if (!data && error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading label={__('Loading the comments…')} />;
  if (data.items.length === 0) return <p className="quiet">{emptyTexts()[list]}</p>;
  return (
    <>
      {explanationError && (
        <p role="alert" className="error">
          {explanationError.message}
        </p>
      )}
      <ul className="decisions">
        {data.items.map((comment) => (
          <Decision
            key={comment.id}
            {...{ comment, threshold, train }}
            explanation={explanations.get(comment.id)}
            isLearning={isLearning(comment.id)}
          />
        ))}
      </ul>
      <Pages list={list} page={page} pages={data.pages} />
    </>
  );
}

/**
 * Returns the explanations of comments by ID. After `expect`, they are read again until the filter was trained with a comment as this kind.
 */
function useExplanations(comments: readonly Comment[]) {
  const ids = comments.map(({ id }) => id);
  const [expected, setExpected] = useState<ReadonlyMap<number, 'spam' | 'ham'>>(new Map());
  const [reads, setReads] = useState(0);
  const isPending = (found: readonly Explanation[], id: number): boolean => {
    const kind = expected.get(id);
    return kind !== undefined && found.some((each) => each.comment === id && each.trained_as !== kind);
  };
  const { data, error } = useQuery({
    queryKey: ['spam-filter', 'explanations', ids],
    queryFn: ({ signal }) => {
      setReads((count) => count + 1);
      return readExplanations(ids, signal);
    },
    enabled: ids.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      reads < maxLearningReads && ids.some((id) => isPending(state.data ?? [], id)) ? learningIntervalMs : false,
  });
  const found = data ?? [];
  return {
    explanations: new Map(found.map((each) => [each.comment, each])),
    error,
    isLearning: (id: number) => reads < maxLearningReads && isPending(found, id),
    expect: (id: number, kind: 'spam' | 'ham') => {
      setReads(0);
      setExpected((current) => new Map([...current, [id, kind]]));
    },
  };
}

/** Returns a function that performs an action for a comment of a list, with a notice that reverts it. */
function useTraining(queryKey: readonly unknown[], expect: (id: number, kind: 'spam' | 'ham') => void) {
  const notify = useNotices();
  const queries = useQueryClient();
  const change = async (perform: () => Promise<Comment>): Promise<Comment | undefined> => {
    try {
      const changed = await perform();
      queries.setQueryData<Awaited<ReturnType<typeof listComments>>>(
        queryKey,
        (page) => page && { ...page, items: page.items.map((each) => (each.id === changed.id ? changed : each)) },
      );
      expect(changed.id, changed.status === 'spam' ? 'spam' : 'ham');
      return changed;
    } catch (error) {
      notify({ kind: 'error', text: messageOf(error) });
      return undefined;
    } finally {
      for (const key of [['comments'], ['spam-filter', 'explanations'], ['spam-filter', 'status']])
        void queries.invalidateQueries({ queryKey: key });
    }
  };
  return async (action: CommentAction, comment: Comment): Promise<void> => {
    const changed = await change(() => action.perform(comment));
    if (!changed) return;
    const undo = { label: __('Undo'), run: () => void change(() => action.undo(changed)) };
    notify({ kind: 'success', text: action.doneText(1), action: undo });
  };
}

const emptyTexts = (): Readonly<Record<DecisionList, string>> => ({
  spam: __('There is no spam. Comments that the filter or a moderator classifies as spam appear here.'),
  waiting: __('No comment is waiting for approval.'),
  approved: __('There are no approved comments yet.'),
});

function Pages({ list, page, pages }: { readonly list: DecisionList; readonly page: number; readonly pages: number }) {
  if (pages <= 1) return null;
  return (
    <nav className="pages" aria-label={__('Pages')}>
      {page > 1 && <Link href={pathOfView({ list, page: page - 1 })}>{__('Newer comments')}</Link>}
      {/* translators: 1: number of the page, 2: number of pages. */}
      <span className="quiet">{sprintf(__('Page %1$d of %2$d'), page, pages)}</span>
      {page < pages && <Link href={pathOfView({ list, page: page + 1 })}>{__('Older comments')}</Link>}
    </nav>
  );
}
