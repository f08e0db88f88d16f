// Starts the admin in its page.
import { createRoot } from 'react-dom/client';
import { forgetSignedOutUsers } from '../data/drafts/copies.ts';
import { loadExpectedLocale } from '../data/locale.ts';
import { App } from './app.tsx';

await Promise.all([forgetSignedOutUsers(), loadExpectedLocale()]);
const element = document.getElementById('admin');
if (element) createRoot(element).render(<App />);
