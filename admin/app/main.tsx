// Starts the admin in its page.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const element = document.getElementById('admin');
if (element) createRoot(element).render(<App />);
