// Links of the home screen that start new entries.
import { useBootstrap } from '../../data/use-bootstrap.ts';
import { DocumentLink } from '../../ui/document-link.tsx';
import { paths } from '../../ui/paths.ts';

/** A link for each content type of which the user may create entries. */
export function StartWriting() {
  const { types } = useBootstrap();
  return (
    <p className="start">
      {types
        .filter(({ can }) => can.create)
        .map(({ slug, labels, name }, at) => (
          <DocumentLink key={slug} path={paths.newEntry(slug)} className={at === 0 ? 'button primary' : 'button'}>
            {labels.add_new_item ?? name}
          </DocumentLink>
        ))}
    </p>
  );
}
