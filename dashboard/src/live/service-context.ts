/** The one service of the page, for every component that asks. */
import { createContext } from 'svelte';
import type { Service } from './service.svelte.ts';

/** Read while a component is made. */
export const [theService, setService] = createContext<Service>();
