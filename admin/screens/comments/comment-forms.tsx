// The forms below a comment: a reply to it, and its fields.
import { __, sprintf } from '@wordpress/i18n';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import {
  type Comment,
  type CommentFields,
  createReply,
  readComment,
  updateComment,
} from '../../data/resources/comments.ts';
import { FormFrame } from '../../ui/fields/form-frame.tsx';
import { TextAreaField, TextField } from '../../ui/fields/text-field.tsx';
import { authorOf } from './author.tsx';

interface Props {
  readonly comment: Comment;
  /** Shows the comment in its current version. */
  readonly replace: (comment: Comment) => void;
  readonly close: () => void;
}

/** Updates a comment. If it was changed meanwhile, shows the current version and throws ApiError 412. */
async function updateShown(
  { comment, replace }: Pick<Props, 'comment' | 'replace'>,
  changes: Parameters<typeof updateComment>[1],
): Promise<Comment> {
  try {
    return await updateComment(comment, changes);
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) {
      const current = await readComment(comment.id);
      replace({ ...current, ...(comment._embedded && { _embedded: comment._embedded }) });
    }
    throw error;
  }
}

interface ReplyProps extends Props {
  /** Runs with the reply when it was published. */
  readonly onReplied: (reply: Comment) => void;
}

/** The form for a reply. If the comment waits for approval, it is approved first: otherwise the reply would be without a context. */
export function ReplyForm({ comment, replace, close, onReplied }: ReplyProps) {
  const isWaiting = comment.status === 'hold';
  const reply = useRef<Comment>();
  const form = useForm({
    name: `comment-reply-${comment.id}`,
    record: { content: '' },
    async save(_changes, { content }) {
      if (isWaiting) replace(await updateShown({ comment, replace }, { status: 'approved' }));
      reply.current = await createReply(comment, content);
    },
  });
  return (
    <Frame close={close}>
      <FormFrame
        form={form}
        submitLabel={isWaiting ? __('Approve and reply') : __('Reply')}
        onSaved={() => reply.current && onReplied(reply.current)}
      >
        <TextAreaField
          /* translators: %s: name of the author of a comment. */
          label={sprintf(__('Reply to %s'), authorOf(comment))}
          value={form.values.content}
          onChange={(content) => form.change({ content })}
          error={form.errorOf('content')}
          isRequired
        />
      </FormFrame>
    </Frame>
  );
}

/** The form for the fields of a comment. After a conflict it shows the current version; what the user has changed remains changed. */
export function EditForm({ comment, replace, close }: Props) {
  const { content, author_name, author_email, author_url } = comment;
  const form = useForm<CommentFields>({
    name: `comment-${comment.id}`,
    record: { content: content.raw, author_name, author_email, author_url },
    async save(changes) {
      replace(await updateShown({ comment, replace }, changes));
    },
  });
  const fieldProps = (field: keyof CommentFields) => ({
    value: form.values[field],
    onChange: (value: string) => form.change({ [field]: value }),
    error: form.errorOf(field),
  });
  return (
    <Frame close={close}>
      <FormFrame form={form} submitLabel={__('Save comment')} onSaved={close}>
        <TextAreaField label={__('Comment')} rows={6} {...fieldProps('content')} />
        <TextField label={__('Name of the author')} {...fieldProps('author_name')} />
        <TextField label={__('Email address of the author')} type="email" {...fieldProps('author_email')} />
        <TextField label={__('Website of the author')} type="url" {...fieldProps('author_url')} />
      </FormFrame>
    </Frame>
  );
}

/** A form that appears with the focus in its first field. Escape closes it; what was typed is there when it is opened again. */
function Frame({ close, children }: { readonly close: () => void; readonly children: React.ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('textarea, input')?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key closes the form, which also has a button for this.
    <div ref={frame} className="comment-form" onKeyDown={(event) => event.key === 'Escape' && close()}>
      {children}
      <button type="button" className="button plain" onClick={close}>
        {__('Close')}
      </button>
    </div>
  );
}
