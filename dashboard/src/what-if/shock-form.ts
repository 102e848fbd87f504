/**
 * Handles the form of a shock: its fields as typed, their faults, and the parameters for the service (docs/rpc.md,
 * what_if). Faults are keyed by parameter.
 */
import type { MethodParams, WhatIfResult } from '../../../client/methods.ts';
import { numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { FORM } from './text.ts';

type Params = MethodParams<'what_if'>;
/** Id of a recorded squeeze. */
export type SqueezeId = NonNullable<Params['shock']['squeeze']>;
/** Sign of the rates at the cap. */
export type CapSign = NonNullable<Params['shock']['cap_sign']>;
/** Effect of a shock. */
export type Shocked = Extract<WhatIfResult, { readonly totals: unknown }>;
/** Started replay of a squeeze. */
export type Squeezed = Extract<WhatIfResult, { readonly replay_id: string }>;

/** Moves of all prices that the page offers, percent. */
export const COMMON_MOVES = [-50, -30, -10, 10, 30, 50] as const;
/** The shock that the page shows first. */
export const FIRST: Params = { shock: { move_pct: -30 } };

type NumberRule = {
	readonly min: number;
	readonly max: number;
	/** True if the number must exceed `min`. */
	readonly isAbove?: true;
	readonly isWhole?: true;
};

/** Numbers that the service accepts. */
const NUMBERS = {
	'shock.move_pct': { min: -100, max: 1_000, isAbove: true },
	'shock.cap_settlements': { min: 1, max: 1_000, isWhole: true },
	'shock.exchange_down_hours': { min: 0, max: 720, isAbove: true },
	'shock.gap_pct': { min: -100, max: 1_000, isAbove: true },
	leverage: { min: 1, max: 100 },
} as const satisfies Readonly<Record<string, NumberRule>>;
/** Name of a number of the form. */
export type NumberName = keyof typeof NUMBERS;

const NAMES = Object.keys(NUMBERS) as readonly NumberName[];
/** Each exchange beside the figure that it needs. */
const PLACES = [
	['shock.exchange_down', 'exchangeDown', 'shock.exchange_down_hours'],
	['shock.gap_exchange', 'gapExchange', 'shock.gap_pct'],
] as const;

/** The fields as typed. An empty field is not part of the shock. */
export type ShockForm = {
	kind: 'figures' | 'squeeze';
	numbers: Record<NumberName, string>;
	/** Coin that moves; empty for all. */
	coin: string;
	capSign: CapSign;
	exchangeDown: string;
	gapExchange: string;
	squeeze: SqueezeId;
	/** Position to show; empty for all. */
	executionId: string;
};

/** Returns the form with the shock that the page shows first. */
export function newShockForm(): ShockForm {
	return {
		kind: 'figures',
		numbers: {
			'shock.move_pct': '-30',
			'shock.cap_settlements': '',
			'shock.exchange_down_hours': '',
			'shock.gap_pct': '',
			leverage: '',
		},
		coin: '',
		capSign: 'worst',
		exchangeDown: '',
		gapExchange: '',
		squeeze: '2025-10',
		executionId: '',
	};
}

/** Returns the faults of the form by parameter: one sentence each. */
export function shockFaults(form: ShockForm): Readonly<Record<string, string>> {
	if (form.kind === 'squeeze') return {};
	const numbers = NAMES.map((name): readonly [string, string | undefined] => {
		const rule: NumberRule = NUMBERS[name];
		return [name, typedFault(form.numbers[name], (value) => isAllowed(value, rule), ruleText(rule))];
	});
	const isTyped = (name: NumberName): boolean => form.numbers[name].trim() !== '';
	const places = PLACES.flatMap(([place, member, figure]): (readonly [string, string])[] => {
		const isChosen = form[member] !== '';
		if (isChosen === isTyped(figure)) return [];
		return [isChosen ? [figure, FORM.needsFigure] : [place, FORM.needsExchange]];
	});
	const isEmpty = !NAMES.some((name) => name !== 'leverage' && isTyped(name)) && places.length === 0;
	return Object.fromEntries(
		[
			...numbers.filter((entry): entry is [string, string] => entry[1] !== undefined),
			...places,
			...(isEmpty ? [['shock.move_pct', FORM.empty] as const] : []),
		].map(([name, fault]) => [name, fault]),
	);
}

/** Returns the parameters of a form without faults. */
export function shockParams(form: ShockForm): Params {
	const execution = form.executionId === '' ? {} : { execution_id: form.executionId };
	if (form.kind === 'squeeze') return { shock: { squeeze: form.squeeze }, ...execution };
	const numberOf = (name: NumberName): number | undefined => typedNumber(form.numbers[name]).value;
	const settlements = numberOf('shock.cap_settlements');
	const leverage = numberOf('leverage');
	const given: Params['shock'] = {
		move_pct: numberOf('shock.move_pct'),
		coin: orUndefined(form.coin),
		cap_settlements: settlements,
		cap_sign: settlements === undefined ? undefined : form.capSign,
		exchange_down: orUndefined(form.exchangeDown),
		exchange_down_hours: numberOf('shock.exchange_down_hours'),
		gap_exchange: orUndefined(form.gapExchange),
		gap_pct: numberOf('shock.gap_pct'),
	};
	const shock = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
	return { shock, ...execution, ...(leverage === undefined ? {} : { leverage }) };
}

function isAllowed(value: number, { min, max, isAbove, isWhole }: NumberRule): boolean {
	return (
		(isAbove === true ? value > min : value >= min) &&
		value <= max &&
		(isWhole !== true || Number.isInteger(value))
	);
}

function ruleText({ min, max, isAbove, isWhole }: NumberRule): string {
	const words = isWhole === true ? FORM.notWhole : isAbove === true ? FORM.notAbove : FORM.notBetween;
	return words(numberText(min), numberText(max));
}

function orUndefined(typed: string): string | undefined {
	return typed === '' ? undefined : typed;
}
