// Icons of actions, which replace their labels on small screens.

const icon = (path: string) => (
  <svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** Icons by the names of actions. */
export const icons = {
  edit: icon('M4 20h4L19 9l-4-4L4 16zM13 7l4 4'),
  publish: icon('M5 4h14M12 20V8M7 13l5-5 5 5'),
  trash: icon('M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 10.5v6M13.5 10.5v6'),
  restore: icon('M5 6v5h5M5.5 11a7 7 0 1 1 1 5.5'),
  delete: icon('M6 6l12 12M18 6L6 18'),
  merge: icon('M6 4v4c0 3 6 4 6 8v4M18 4v4c0 3-6 4-6 8M9 17l3 3 3-3'),
} as const;
