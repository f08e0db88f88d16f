// Receives files that the user drops or pastes.
import { type RefObject, useEffect, useRef, useState } from 'react';

const containsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/**
 * Calls a function with the files that the user drops on an element or, without one, drops or pastes anywhere on the page. Returns whether
 * files are being dragged over it.
 */
export function useDroppedFiles(receive: (files: readonly File[]) => void, element?: RefObject<HTMLElement>): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(receive);
  useEffect(() => {
    latest.current = receive;
  });
  useEffect(() => {
    const target = element ? element.current : window;
    // Entering an element is reported before leaving the previous one, so the target is left when both are equally many.
    let depth = 0;
    const update = (change: number) => {
      depth = Math.max(0, depth + change);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => containsFiles(event) && update(1);
    const leave = (event: DragEvent) => containsFiles(event) && update(-1);
    // Without this, the browser opens the file.
    const over = (event: DragEvent) => containsFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!containsFiles(event)) return;
      event.preventDefault();
      update(-depth);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) latest.current(files);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop, ...(!element && { paste }) };
    for (const [name, listener] of Object.entries(listeners)) target?.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        target?.removeEventListener(name, listener as EventListener);
    };
  }, [element]);
  return isOver;
}
