// Receives files that the user drops or pastes anywhere on the screen.
import { useEffect, useState } from 'react';

const containsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;

/** Calls a function with the files that the user drops or pastes. Returns whether files are being dragged over the window. */
export function useDroppedFiles(receive: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Entering an element is reported before leaving the previous one, so the window is left when both are equally many.
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
      receive([...(event.dataTransfer?.files ?? [])]);
    };
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) receive(files);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop, paste };
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener as EventListener);
    };
  }, [receive]);
  return isOver;
}
