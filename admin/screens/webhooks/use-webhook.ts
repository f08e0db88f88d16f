// Reads a webhook, and the state of the form that changes it.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../data/client.ts';
import { useForm } from '../../data/drafts/use-form.ts';
import { type LoadedWebhook, readWebhook, updateWebhook } from '../../data/resources/webhooks.ts';
import { changedValues, type FormValues, formValuesOf, type SavedValues, webhookValuesOf } from './values.ts';

const keyOf = (id: number) => ['webhooks', 'webhook', id] as const;

/** Interval at which the state of a webhook is read again, in milliseconds. */
const refreshMs = 15_000;

/** Reads a webhook with its version. */
export const useWebhook = (id: number) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => readWebhook(id, signal),
    staleTime: 0,
    refetchInterval: refreshMs,
  });

/** Returns a function that changes a webhook of the version that is passed to it. Throws ApiError; 412 if another user has changed it. */
export function useUpdateWebhook() {
  const queries = useQueryClient();
  return async (loaded: LoadedWebhook, changes: Partial<SavedValues>): Promise<LoadedWebhook> => {
    const { id } = loaded.webhook;
    const updated = await updateWebhook(loaded, changes).catch(async (error: unknown) => {
      // The next attempt is based on the current version.
      if (error instanceof ApiError && error.status === 412) queries.setQueryData(keyOf(id), await readWebhook(id));
      throw error;
    });
    queries.setQueryData<LoadedWebhook>(keyOf(id), updated);
    await queries.invalidateQueries({ queryKey: ['webhooks', 'list'] });
    return updated;
  };
}

/**
 * Returns the state of a form whose changes refer to the version of the webhook that the form has shown when they were typed. If another
 * user has changed the webhook meanwhile, saving fails, and the form shows the current version with the changes; saving again overwrites it.
 */
export function useWebhookForm(loaded: LoadedWebhook) {
  const update = useUpdateWebhook();
  const queries = useQueryClient();
  const [shown, setShown] = useState(loaded);
  const { id } = shown.webhook;
  const form = useForm<FormValues>({
    name: `webhook-${id}`,
    record: formValuesOf(shown.webhook),
    secrets: ['token'],
    save: async (_changes, values) => {
      const changes = changedValues(webhookValuesOf(values), webhookValuesOf(formValuesOf(shown.webhook)));
      try {
        setShown(await update(shown, changes));
      } catch (error) {
        const current = queries.getQueryData<LoadedWebhook>(keyOf(id));
        if (error instanceof ApiError && error.status === 412 && current) setShown(current);
        throw error;
      }
    },
  });
  if (shown !== loaded && !form.isChanged && !form.isSaving) setShown(loaded);
  return form;
}
