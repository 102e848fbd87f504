/** The entry of the dashboard: what the shell says, the service behind it, and the page that the address names. */
import { mount } from 'svelte';
import App from './frame/App.svelte';
import { watchLinks } from './frame/routes.svelte.ts';
import { openService } from './live/service.svelte.ts';
import { readShell } from './live/shell.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('The shell has no place for the dashboard: #app is missing.');
watchLinks();
target.replaceChildren();
mount(App, { target, props: { service: openService(readShell()) } });
