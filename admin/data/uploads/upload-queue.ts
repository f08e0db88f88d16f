// The files that are being uploaded. They continue while the user goes to other screens of the same document.
import { messageOf } from '../../ui/to-error.ts';

/** A file that is uploaded, was uploaded, or could not be uploaded. */
export interface UploadItem {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** The part that has been sent, from 0 to 1. */
  readonly progress: number;
  /** Why the file was not uploaded. */
  readonly error?: string;
  /** Whether a further attempt may succeed. */
  readonly canRetry: boolean;
  /** The ID of the media item that was created. */
  readonly mediaId?: number;
}

/** The functions with which a queue uploads files. */
export interface UploadQueueDeps {
  /** Uploads a file, and resolves with the ID of the media item. */
  readonly send: (file: File, signal: AbortSignal, onProgress: (sent: number) => void) => Promise<number>;
  /** Returns why a file cannot be uploaded; undefined if it can be. */
  readonly reject: (file: File) => string | undefined;
  /** Runs after each file that was uploaded. */
  readonly onUploaded: () => void;
}

/** The number of files that are sent at the same time. */
const concurrency = 2;

/** A queue of uploads. It notifies its subscribers about each change. */
export class UploadQueue {
  #items: readonly UploadItem[] = [];
  #lastId = 0;
  readonly #deps: UploadQueueDeps;
  readonly #listeners = new Set<() => void>();
  readonly #controllers = new Map<number, AbortController>();

  constructor(deps: UploadQueueDeps) {
    this.#deps = deps;
  }

  /** Returns the uploads in their order; the same array until something changes. */
  readonly items = (): readonly UploadItem[] => this.#items;

  /** Calls a listener after each change. Returns a function that removes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds files. Those that cannot be uploaded fail without being sent. */
  add(files: readonly File[]): void {
    const added = files.map((file): UploadItem => {
      this.#lastId += 1;
      const error = this.#deps.reject(file);
      const rejected = error !== undefined && { error, canRetry: false };
      return {
        id: this.#lastId,
        file,
        progress: 0,
        canRetry: true,
        state: rejected ? 'failed' : 'waiting',
        ...rejected,
      };
    });
    this.#set([...this.#items, ...added]);
    this.#sendNext();
  }

  /** Uploads a file again that has failed. */
  retry(id: number): void {
    this.#change(id, ({ error: _error, ...item }) =>
      item.state === 'failed' && item.canRetry ? { ...item, state: 'waiting', progress: 0 } : item,
    );
    this.#sendNext();
  }

  /** Cancels an upload, or removes it from the list if it has ended. A file that the service has already stored remains there. */
  cancel(id: number): void {
    this.#controllers.get(id)?.abort();
    this.#set(this.#items.filter((item) => item.id !== id));
    this.#sendNext();
  }

  /** Removes the uploads that have ended. */
  clear(): void {
    this.#set(this.#items.filter(isActive));
  }

  #sendNext(): void {
    for (const item of this.#items) {
      if (this.#controllers.size >= concurrency) return;
      if (item.state === 'waiting') void this.#send(item);
    }
  }

  async #send({ id, file }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    this.#change(id, (item) => ({ ...item, state: 'sending' }));
    try {
      const mediaId = await this.#deps.send(file, controller.signal, (progress) =>
        this.#change(id, (item) => ({ ...item, progress })),
      );
      this.#change(id, (item) => ({ ...item, state: 'done', progress: 1, mediaId }));
      this.#deps.onUploaded();
    } catch (reason) {
      const error = messageOf(reason);
      this.#change(id, (item) => ({ ...item, state: 'failed', error }));
    } finally {
      this.#controllers.delete(id);
      this.#sendNext();
    }
  }

  #change(id: number, change: (item: UploadItem) => UploadItem): void {
    this.#set(this.#items.map((item) => (item.id === id ? change(item) : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether an upload has not ended. */
export const isActive = ({ state }: UploadItem): boolean => state === 'waiting' || state === 'sending';
