// Separates the changes of the user from those that blocks make themselves when an entry is opened.
import { store as blockEditorStore } from '@wordpress/block-editor';
import { select, subscribe } from '@wordpress/data';
import { endAutomaticChanges } from '../unstable/content-sources.ts';

/**
 * Ignores changes to blocks until the user can have changed one: galleries and embeds update their attributes when they are displayed, which
 * must not change an entry that was only opened, or whose title was changed. In the canvas, users change blocks by selecting them or by
 * dropping files on them; outside of the canvas, every key and click counts. It must be called before the editor starts.
 */
export function ignoreAutomaticChanges(): void {
  const controller = new AbortController();
  const end = () => {
    controller.abort();
    unsubscribe();
    endAutomaticChanges(select(blockEditorStore).getBlocks());
  };
  const endAt = (target: Document, ...events: string[]) => {
    // The canvas repeats its events outside of it; these are not trusted.
    const onEvent = ({ isTrusted }: Event) => isTrusted && end();
    for (const name of events) target.addEventListener(name, onEvent, { capture: true, signal: controller.signal });
  };
  endAt(document, 'pointerdown', 'keydown', 'drop', 'paste');
  let canvas: Document | null | undefined;
  const unsubscribe = subscribe(() => {
    if (select(blockEditorStore).getBlockSelectionStart()) return end();
    const current = document.querySelector<HTMLIFrameElement>('iframe[name="editor-canvas"]')?.contentDocument;
    if (current && current !== canvas) endAt(current, 'drop');
    canvas = current;
  }, blockEditorStore);
}
