/** Gives every component the page's connection to the service. */
import { createContext } from 'svelte';
import type { Service } from './service.svelte.ts';

/** Call `theService` while a component initializes. */
export const [theService, setService] = createContext<Service>();
