/** Starts the dashboard: reads the shell data, opens the service and mounts the page for the URL. */
import { mount } from 'svelte';
import App from './frame/App.svelte';
import { watchLinks } from './frame/routes.svelte.ts';
import { openService } from './live/service.svelte.ts';
import { readShell } from './live/shell.ts';

const target = document.getElementById('app');
if (target === null) throw new Error('The page has no element #app for the dashboard.');
watchLinks();
target.replaceChildren();
mount(App, { target, props: { service: openService(readShell()) } });
