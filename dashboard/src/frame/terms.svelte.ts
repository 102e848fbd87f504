/**
 * Keeps the visitor's amount, holding period and leverage. They apply to every page, and this browser stores them.
 * The service computes every figure for these terms.
 */
import { writeNumber } from '../figures/reader-format.ts';
import { typedNumber } from '../figures/typed-number.ts';
import { preferences } from '../preferences/preferences.svelte.ts';
import { text } from './text.ts';

export type Terms = {
	/** Total capital for both legs, USD. */
	readonly amount: number;
	/** Holding period, hours. Undefined lets the service choose the best one for each opportunity. */
	readonly horizon_hours: number | undefined;
	/** Leverage of each leg. */
	readonly leverage: number;
};

/**
 * Bounds that the service accepts (docs/rpc.md, get_opportunities). If `above` is true, the lower bound itself is not
 * allowed.
 */
export const TERM_BOUNDS = {
	amount: { from: 0, above: true, to: 1_000_000_000 },
	horizon_hours: { from: 1, above: false, to: 2_160 },
	leverage: { from: 1, above: false, to: 200 },
} as const;

/** Every term, in the order of the fields. */
export const TERM_FIELDS = [
	'amount',
	'horizon_hours',
	'leverage',
] as const satisfies readonly (keyof Terms)[];

/** Version 2, because version 1 stored a holding period even if the visitor had not chosen one. */
const STORAGE_KEY = 'carrywire.terms.2';

let terms = $state.raw<Terms>(readStored());

/** Returns the current terms; components that read them are rendered again after a change. */
export function currentTerms(): Terms {
	return terms;
}

/** Sets a term. Ignores a value outside its bounds; `termFault` says why. */
export function setTerm(name: keyof Terms, value: number | undefined): void {
	if (termFault(name, value) !== undefined) return;
	terms = { ...terms, [name]: value };
	try {
		localStorage.setItem(STORAGE_KEY, JSON.stringify(terms));
	} catch {
		// If the browser does not allow storage, the next visit starts with the defaults.
	}
}

/** Returns a message about an invalid value; undefined for a valid one. Only the holding period is optional. */
export function termFault(name: keyof Terms, value: number | undefined): string | undefined {
	if (value === undefined && name === 'horizon_hours') return undefined;
	return boundFault(name, value ?? Number.NaN);
}

function boundFault(name: keyof Terms, value: number): string | undefined {
	const { from, above, to } = TERM_BOUNDS[name];
	const isInside = Number.isFinite(value) && value <= to && (above ? value > from : value >= from);
	if (isInside) return undefined;
	const sentence = above ? text.terms.mustBeAbove : text.terms.mustBeFrom;
	return sentence(writeNumber(from), writeNumber(to), text.terms.units[name]);
}

/** Returns the fault of typed text, which may be empty or not a number. */
export function typedTermFault(name: keyof Terms, typed: string): string | undefined {
	const { value, fault } = typedNumber(typed);
	return fault ?? termFault(name, value);
}

/** Returns the terms that this browser used last, else those of the preferences. */
function readStored(): Terms {
	const { amount, horizonHours, leverage } = preferences().terms;
	const defaults = { amount, horizon_hours: horizonHours ?? undefined, leverage };
	try {
		const text = localStorage.getItem(STORAGE_KEY);
		if (text === null) return defaults;
		const stored = JSON.parse(text) as Partial<Record<keyof Terms, unknown>>;
		const read = (name: keyof Terms): number | undefined => {
			const value = stored[name];
			return typeof value === 'number' && termFault(name, value) === undefined ? value : undefined;
		};
		return {
			amount: read('amount') ?? amount,
			horizon_hours: read('horizon_hours'),
			leverage: read('leverage') ?? leverage,
		};
	} catch {
		return defaults;
	}
}
