// Starts the admin in its page.
import { createRoot } from 'react-dom/client';
import { forgetSignedOutUsers } from '../data/drafts/copies.ts';
import { App } from './app.tsx';

await forgetSignedOutUsers();
const element = document.getElementById('admin');
if (element) createRoot(element).render(<App />);
