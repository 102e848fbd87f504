/** Provides how the list is laid out on this screen: as a table or as cards, and with which columns. */
import { MediaQuery } from 'svelte/reactivity';
import { preferences } from '../preferences/preferences.svelte.ts';
import { type Column, shownColumns, TABLE_KEY } from './columns.ts';

const wide = new MediaQuery('min-width: 81.25rem', true);
const table = new MediaQuery('min-width: 60rem', true);

/** True if the screen is wide enough for a table and for one line of controls. Otherwise every row is a card. */
export function isTable(): boolean {
	return table.current;
}

/** True if the table has room for both rates of a leg: per 8 hours and per year. */
export function hasBothRates(): boolean {
	return wide.current;
}

/** Returns the columns to show. A card has room for all that the visitor did not hide. */
export function columnsShown(): readonly Column[] {
	return shownColumns(preferences().hiddenColumns[TABLE_KEY] ?? [], wide.current || !table.current);
}
