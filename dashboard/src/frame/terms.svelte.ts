/**
 * At which terms everything is shown: the amount, how long it is meant to be held, the leverage. They are the visitor's,
 * on every page, and are kept by this browser; the service computes every figure at them.
 */

import { typedNumber } from '../figures/typed-number.ts';

export type Terms = {
	/** USD over both legs. */
	readonly amount: number;
	/** Hours; undefined: each opportunity's best horizon, which the service chooses. */
	readonly horizon_hours: number | undefined;
	/** Of each leg. */
	readonly leverage: number;
};

/** Bounds of the service for each (docs/rpc.md, get_opportunities). */
export const TERM_BOUNDS = {
	amount: { from: 0, above: true, to: 1_000_000_000, unit: 'USD' },
	horizon_hours: { from: 1, above: false, to: 2_160, unit: 'hours' },
	leverage: { from: 1, above: false, to: 200, unit: 'times' },
} as const;

/** The second form: the first one held a horizon whether or not the visitor had named one. */
const KEPT = 'carrywire.terms.2';
const DEFAULTS: Terms = { amount: 1_000, horizon_hours: undefined, leverage: 1 };

let terms = $state.raw<Terms>(readKept());

export function currentTerms(): Terms {
	return terms;
}

/** A value outside its bounds is not taken: `termFault` says why. */
export function setTerm(name: keyof Terms, value: number | undefined): void {
	if (termFault(name, value) !== undefined) return;
	terms = { ...terms, [name]: value };
	try {
		localStorage.setItem(KEPT, JSON.stringify(terms));
	} catch {
		// A browser that keeps nothing shows the defaults the next time.
	}
}

/** A sentence; undefined for a value that may be. The horizon alone may be left out. */
export function termFault(name: keyof Terms, value: number | undefined): string | undefined {
	if (value === undefined && name === 'horizon_hours') return undefined;
	return boundFault(name, value ?? Number.NaN);
}

function boundFault(name: keyof Terms, value: number): string | undefined {
	const { from, above, to, unit } = TERM_BOUNDS[name];
	const isInside = Number.isFinite(value) && value <= to && (above ? value > from : value >= from);
	if (isInside) return undefined;
	return `Must be ${above ? 'above' : 'from'} ${from.toLocaleString('en-US')} ${above ? 'and at most' : 'to'} ${to.toLocaleString('en-US')} ${unit}.`;
}

/** The same of a typed text, which may be empty or not a number. */
export function typedTermFault(name: keyof Terms, text: string): string | undefined {
	const { value, fault } = typedNumber(text);
	return fault ?? termFault(name, value);
}

function readKept(): Terms {
	try {
		const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Record<keyof Terms, unknown>>;
		const read = (name: keyof Terms): number | undefined => {
			const value = kept[name];
			return typeof value === 'number' && termFault(name, value) === undefined ? value : undefined;
		};
		return {
			amount: read('amount') ?? DEFAULTS.amount,
			horizon_hours: read('horizon_hours'),
			leverage: read('leverage') ?? DEFAULTS.leverage,
		};
	} catch {
		return DEFAULTS;
	}
}
