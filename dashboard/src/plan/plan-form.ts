/**
 * Handles the form of a plan: its fields as typed, their faults, and the parameters for the service (docs/rpc.md,
 * plan_portfolio). Shares are typed in percent.
 */
import type { MethodParams } from '../../../client/methods.ts';
import { namesIn } from '../figures/name-list.ts';
import { numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { FORM } from './text.ts';

type Params = MethodParams<'plan_portfolio'>;

/** Places where the margin of a plan may lie; empty lets the service choose. */
export type MarginPlace = NonNullable<Params['margin']> | '';

/** Bounds and default of a number, in the unit of its field. */
type NumberRule = { readonly min: number; readonly max: number; readonly default?: number };

/** Names of the numbers, in the order of the form. */
const NAMES = [
	'capital',
	'leverage',
	'idle',
	'coin_share',
	'exchange_share',
	'exchange_net_share',
	'cash_apr',
] as const;
/** Name of a number of the form. */
export type NumberName = (typeof NAMES)[number];
/** Numbers that the service accepts. Shares are percentages here. */
export const NUMBERS: Readonly<Record<NumberName, NumberRule>> = {
	capital: { min: 10, max: 1_000_000_000 },
	leverage: { min: 1, max: 3, default: 1.8 },
	idle: { min: 0, max: 90, default: 25 },
	coin_share: { min: 1, max: 100, default: 10 },
	exchange_share: { min: 1, max: 100 },
	exchange_net_share: { min: 0, max: 100 },
	cash_apr: { min: 0, max: 100, default: 4 },
};
/** Numbers that are sent as fractions. */
const IN_PERCENT: ReadonlySet<string> = new Set([
	'idle',
	'coin_share',
	'exchange_share',
	'exchange_net_share',
	'cash_apr',
]);
const PERCENT = 100;
/** A pair has its legs at two exchanges. */
const EXCHANGES_MIN = 2;

/** The fields as typed. An empty field means the default. */
export type PlanForm = {
	numbers: Record<NumberName, string>;
	/** Chosen exchanges. */
	exchanges: string[];
	coins: string;
	withoutCoins: string;
	margin: MarginPlace;
};

/** Returns the form with its defaults. @param capital text of the field; empty for the equity of the accounts */
export function newPlanForm(exchanges: readonly string[], capital = ''): PlanForm {
	return {
		numbers: {
			capital,
			leverage: '',
			idle: '',
			coin_share: '',
			exchange_share: '',
			exchange_net_share: '',
			cash_apr: '',
		},
		exchanges: [...exchanges],
		coins: '',
		withoutCoins: '',
		margin: '',
	};
}

/** Returns the faults of the form by parameter: one sentence each. @param needsCapital true without any equity */
export function planFaults(form: PlanForm, needsCapital: boolean): Readonly<Record<string, string>> {
	const numbers = NAMES.map((name): readonly [string, string | undefined] => {
		const { min, max } = NUMBERS[name];
		const rule = FORM.notBetween(numberText(min), numberText(max));
		return [name, typedFault(form.numbers[name], (value) => value >= min && value <= max, rule)];
	});
	const isMissing = needsCapital && form.numbers.capital.trim() === '';
	const faults: Readonly<Record<string, string | undefined>> = {
		...Object.fromEntries(numbers),
		...(isMissing ? { capital: FORM.needsCapital } : {}),
		exchanges: form.exchanges.length < EXCHANGES_MIN ? FORM.twoExchanges : undefined,
	};
	return Object.fromEntries(
		Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

/** Returns the parameters of a form without faults. @param usual exchanges that the service uses by default */
export function planParams(form: PlanForm, usual: readonly string[]): Params {
	const coins = namesIn(form.coins);
	const without = namesIn(form.withoutCoins);
	const isUsual =
		form.exchanges.length === usual.length && usual.every((name) => form.exchanges.includes(name));
	return {
		...numberParams(form),
		...(isUsual ? {} : { exchanges: [...form.exchanges] }),
		...(coins.length === 0 ? {} : { coins }),
		...(without.length === 0 ? {} : { without_coins: without }),
		...(form.margin === '' ? {} : { margin: form.margin }),
	};
}

function numberParams({ numbers }: PlanForm): Partial<Record<NumberName, number>> {
	return Object.fromEntries(
		NAMES.flatMap((name) => {
			const { value } = typedNumber(numbers[name]);
			if (value === undefined) return [];
			return [[name, IN_PERCENT.has(name) ? value / PERCENT : value] as const];
		}),
	);
}
