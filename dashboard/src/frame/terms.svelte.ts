/**
 * Keeps the visitor's amount, holding period and leverage. The service computes every figure for these terms. The
 * addresses of the pages that use them contain them, so that a link shows the same figures. An address without them
 * gets the terms that this browser remembers.
 */
import { writeNumber } from '../figures/reader-format.ts';
import { typedNumber } from '../figures/typed-number.ts';
import { preferences } from '../preferences/preferences.svelte.ts';
import { route, search, setSearch, TERM_PAGES, TERM_PARAMS } from './routes.svelte.ts';
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

/** Value in an address for the best holding period of each opportunity. */
const BEST = 'best';

let remembered = $state.raw<Terms>(readStored());

/** Returns the current terms; components that read them are rendered again after a change. */
export function currentTerms(): Terms {
	return termsIn(search(), remembered);
}

/** Sets a term, remembers it and writes it to the address. Ignores an invalid value; `termFault` says why. */
export function setTerm(name: keyof Terms, value: number | undefined): void {
	if (termFault(name, value) !== undefined) return;
	remembered = { ...currentTerms(), [name]: value };
	try {
		localStorage.setItem(STORAGE_KEY, JSON.stringify(remembered));
	} catch {
		// If the browser does not allow storage, the next visit starts with the defaults.
	}
	if (hasTermPage()) setSearch(withTerms(search(), remembered));
}

/** Writes the current terms to the address of a page that uses them. */
export function showTermsInAddress(): void {
	const isComplete = Object.values(TERM_PARAMS).every((param) => search().has(param));
	if (hasTermPage() && !isComplete) setSearch(withTerms(search()));
}

/** Returns a query with the terms, by default the current ones, instead of those that it has. */
export function withTerms(query: URLSearchParams, terms: Terms = currentTerms()): URLSearchParams {
	const all = new URLSearchParams(query);
	all.set(TERM_PARAMS.amount, String(terms.amount));
	all.set(TERM_PARAMS.horizon_hours, String(terms.horizon_hours ?? BEST));
	all.set(TERM_PARAMS.leverage, String(terms.leverage));
	return all;
}

/** Returns the link to a page that uses the terms, with the current ones. */
export function linkWithTerms(path: string): string {
	return `${path}?${withTerms(new URLSearchParams())}`;
}

/** Reads the terms in a query. A missing or invalid one gets its value in `otherwise`. */
export function termsIn(query: URLSearchParams, otherwise: Terms): Terms {
	const read = (name: keyof Terms): number | undefined => {
		const written = query.get(TERM_PARAMS[name]);
		const value = written === null || written.trim() === '' ? undefined : Number(written);
		return value !== undefined && termFault(name, value) === undefined ? value : undefined;
	};
	const isBest = query.get(TERM_PARAMS.horizon_hours) === BEST;
	return {
		amount: read('amount') ?? otherwise.amount,
		horizon_hours: isBest ? undefined : (read('horizon_hours') ?? otherwise.horizon_hours),
		leverage: read('leverage') ?? otherwise.leverage,
	};
}

function hasTermPage(): boolean {
	const shown = route();
	return shown !== undefined && TERM_PAGES.has(shown.page);
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
