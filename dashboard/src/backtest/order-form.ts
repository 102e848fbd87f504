/**
 * Handles the form for a new backtest: its fields as typed, their faults, and the parameters for the service
 * (docs/rpc.md, replay_start). A setting with several values, separated by semicolons, is part of a sweep.
 */
import type { MethodParams } from '../../../client/methods.ts';
import { namesIn } from '../figures/name-list.ts';
import { numberText, typedNumber } from '../figures/typed-number.ts';
import type { PolicyChoice, SettingChoice, SettingValue } from './names.ts';
import { FORM } from './text.ts';

/** Grades of data, best first. */
export const GRADES = ['A', 'B', 'C'] as const;
type Grade = (typeof GRADES)[number];

/** Names of the figures that a backtest assumes, in the order of the form. */
export const ASSUMED_NAMES = [
	'slippage_bps',
	'impact_bps',
	'publication_lag_s',
	'cash_rate_pct',
	'seed',
] as const;
/** One of `ASSUMED_NAMES`. */
export type AssumedName = (typeof ASSUMED_NAMES)[number];

/** The fields as typed. An empty field means the default. */
export type OrderForm = {
	data: string;
	policy: string;
	/** Text of each setting of a built-in policy, by name. */
	settings: Record<string, string>;
	/** Settings of an operator's policy file: one `name = value` a line. */
	ownSettings: string;
	capital: string;
	exchanges: string;
	coins: string;
	users: 'one' | 'pairs';
	/** UTC dates, `YYYY-MM-DD`. */
	from: string;
	until: string;
	without: string[];
	compare: boolean;
	grade: Grade | '';
	/** Assumed figures by parameter. */
	assumed: Record<AssumedName, string>;
	/** Assumed fees: one `exchange = taker / maker` a line. */
	fees: string;
	trainDays: string;
	testDays: string;
};

/** Values of a switch in the form. */
export const SWITCH = { on: 'true', off: 'false', both: 'true;false' } as const;

/** Bounds and default of a number. */
export type NumberRule = {
	readonly min: number;
	readonly max: number;
	readonly default: number;
	readonly isInteger?: true;
};

/** Numbers that the service accepts (docs/rpc.md, replay_start). */
export const CAPITAL: NumberRule = { min: 10, max: 1_000_000_000, default: 10_000 };
/** Assumed figures that the service accepts. */
export const ASSUMED: Readonly<Record<AssumedName, NumberRule>> = {
	slippage_bps: { min: 0, max: 1_000, default: 2 },
	impact_bps: { min: 0, max: 1_000, default: 1 },
	publication_lag_s: { min: 0, max: 86_400, default: 5, isInteger: true },
	cash_rate_pct: { min: -100, max: 1_000, default: 4 },
	seed: { min: 0, max: Number.MAX_SAFE_INTEGER, default: 1, isInteger: true },
};
/** Fees that the service accepts, basis points. */
export const FEE = { min: -100, max: 1_000 } as const;
/** Widest slippage of a leg at which the service opens a position, basis points. */
export const SLIPPAGE_LIMIT = 10;
/** Windows of a sweep that the service accepts, days. */
export const DAYS = { min: 1, max: 3_650, default: { train: 90, test: 30 } } as const;
const FEE_LINE = /^\s*([^\s=]{1,40})\s*=([^/]*)\/([^/]*)$/;
const SETTING_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const USUAL_POLICY = 'month-mean';

/** Returns the form with its defaults. */
export function newOrderForm(data: readonly string[], policies: readonly PolicyChoice[]): OrderForm {
	const usual = policies.find(({ name }) => name === USUAL_POLICY) ?? policies[0];
	return {
		data: data[0] ?? '',
		policy: usual?.name ?? '',
		settings: {},
		ownSettings: '',
		capital: String(CAPITAL.default),
		exchanges: '',
		coins: '',
		users: 'one',
		from: '',
		until: '',
		without: [],
		compare: true,
		grade: '',
		assumed: { slippage_bps: '', impact_bps: '', publication_lag_s: '', cash_rate_pct: '', seed: '' },
		fees: '',
		trainDays: '',
		testDays: '',
	};
}

type Values = { readonly values: readonly SettingValue[]; readonly fault?: string };

/** Reads the values of a setting; none for an empty field, which keeps the default. */
export function settingValues(typed: string, { kind, min, max }: SettingChoice): Values {
	const pieces = typed
		.split(';')
		.map((piece) => piece.trim())
		.filter((piece) => piece !== '');
	if (kind === 'text') return { values: typed.trim() === '' ? [] : [typed.trim()] };
	if (kind === 'switch') return { values: pieces.map((piece) => piece === SWITCH.on) };
	const read = pieces.map((piece) => typedNumber(piece));
	const fault = read.find(({ fault }) => fault !== undefined)?.fault;
	if (fault !== undefined) return { values: [], fault };
	const values = read.flatMap(({ value }) => (value === undefined ? [] : [value]));
	const [low, high] = [min ?? Number.NEGATIVE_INFINITY, max ?? Number.POSITIVE_INFINITY];
	return values.some((value) => value < low || value > high)
		? { values: [], fault: FORM.notBetween(numberText(low), numberText(high)) }
		: { values: [...new Set(values)] };
}

/** Returns the values of every setting by name, or the first fault of each in `faults`, keyed `set.name`. */
function valuesOf(
	form: OrderForm,
	policy: PolicyChoice | undefined,
): {
	readonly values: ReadonlyMap<string, readonly SettingValue[]>;
	readonly faults: Readonly<Record<string, string>>;
} {
	const values = new Map<string, readonly SettingValue[]>();
	const faults: Record<string, string> = {};
	if (policy === undefined) return { values, faults };
	if (policy.settings === null) {
		for (const line of form.ownSettings.split('\n').filter((one) => one.trim() !== '')) {
			const [, name = '', text = ''] = /^([^=]*)=(.*)$/.exec(line) ?? [];
			const given = text
				.split(';')
				.map((piece) => piece.trim())
				.filter((piece) => piece !== '');
			if (!SETTING_NAME.test(name.trim()) || given.length === 0) faults.set = FORM.notASetting;
			else values.set(name.trim(), given.map(ownValue));
		}
		return { values, faults };
	}
	for (const setting of policy.settings) {
		const { values: given, fault } = settingValues(form.settings[setting.name] ?? '', setting);
		if (fault !== undefined) faults[`set.${setting.name}`] = fault;
		else if (given.length > 0) values.set(setting.name, given);
	}
	return { values, faults };
}

/** A policy file gets numbers and switches as such, and all else as text. */
function ownValue(piece: string): SettingValue {
	if (piece === 'true' || piece === 'false') return piece === 'true';
	const number = Number(piece);
	return Number.isFinite(number) ? number : piece;
}

/** Returns the number of trials of the form; 1 without a sweep. */
export function trialCount(form: OrderForm, policy: PolicyChoice | undefined): number {
	return [...valuesOf(form, policy).values.values()].reduce((count, values) => count * values.length, 1);
}

/** Returns the faults of the form by parameter: one sentence each. Settings are keyed `set.name`. */
export function orderFaults(
	form: OrderForm,
	policy: PolicyChoice | undefined,
): Readonly<Record<string, string>> {
	const { labels } = FORM;
	const isReversed = DATE.test(form.from) && DATE.test(form.until) && form.from >= form.until;
	const faults: Readonly<Record<string, string | undefined>> = {
		data: form.data === '' ? FORM.missing(labels.data) : undefined,
		policy: policy === undefined ? FORM.missing(labels.policy) : undefined,
		...valuesOf(form, policy).faults,
		capital: form.capital.trim() === '' ? FORM.missing(labels.capital) : numberFault(form.capital, CAPITAL),
		from: dateFault(form.from),
		until: dateFault(form.until) ?? (isReversed ? FORM.spanOrder : undefined),
		fees: feesOf(form.fees).fault,
		...Object.fromEntries(
			ASSUMED_NAMES.map((name) => [name, numberFault(form.assumed[name], ASSUMED[name])]),
		),
		'walk_forward.train_days': daysFault(form.trainDays),
		'walk_forward.test_days': daysFault(form.testDays),
	};
	return Object.fromEntries(
		Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

function numberFault(
	typed: string,
	{ min, max, isInteger }: Omit<NumberRule, 'default'>,
): string | undefined {
	const { value, fault } = typedNumber(typed);
	if (fault !== undefined || value === undefined) return fault;
	if (isInteger === true && !Number.isInteger(value)) return FORM.notWhole;
	if (value >= min && value <= max) return undefined;
	return max === Number.MAX_SAFE_INTEGER
		? FORM.notAtLeast(numberText(min))
		: FORM.notBetween(numberText(min), numberText(max));
}

function daysFault(typed: string): string | undefined {
	return numberFault(typed, { ...DAYS, isInteger: true });
}

/** True if the service refuses every opening of a built-in policy at the typed slippage. */
export function isSlippageRefused({ assumed }: Pick<OrderForm, 'assumed'>): boolean {
	return (typedNumber(assumed.slippage_bps).value ?? 0) > SLIPPAGE_LIMIT;
}

type Fees = NonNullable<MethodParams<'replay_start'>['fees']>;

/** Reads the assumed fees, or the first fault. */
function feesOf(typed: string): { readonly fees: Fees; readonly fault?: string } {
	const fees: Record<string, Fees[string]> = {};
	for (const line of typed.split('\n').filter((one) => one.trim() !== '')) {
		const [, exchange, taker = '', maker = ''] = FEE_LINE.exec(line) ?? [];
		if (exchange === undefined || taker.trim() === '' || maker.trim() === '')
			return { fees: {}, fault: FORM.notFees };
		const fault = numberFault(taker, FEE) ?? numberFault(maker, FEE);
		if (fault !== undefined) return { fees: {}, fault };
		fees[exchange.toLowerCase()] = {
			taker_bps: typedNumber(taker).value ?? 0,
			maker_bps: typedNumber(maker).value ?? 0,
		};
	}
	return { fees };
}

function dateFault(typed: string): string | undefined {
	return typed === '' || DATE.test(typed) ? undefined : FORM.notADay;
}

/** Returns the parameters of a form without faults. */
export function orderParams(form: OrderForm, policy: PolicyChoice | undefined): MethodParams<'replay_start'> {
	const { values } = valuesOf(form, policy);
	const single = [...values].flatMap(([name, [value, ...more]]) =>
		value === undefined || more.length > 0 ? [] : [[name, value] as const],
	);
	const several = [...values].filter(([, { length }]) => length > 1);
	const exchanges = namesIn(form.exchanges).map((name) => name.toLowerCase());
	const coins = namesIn(form.coins).map((name) => name.toUpperCase());
	const { fees } = feesOf(form.fees);
	const [trainDays, testDays] = [typedNumber(form.trainDays).value, typedNumber(form.testDays).value];
	const isWalked = several.length > 0 && (trainDays !== undefined || testDays !== undefined);
	return {
		data: form.data,
		policy: form.policy,
		...(single.length === 0 ? {} : { set: Object.fromEntries(single) }),
		...(several.length === 0 ? {} : { sweep: Object.fromEntries(several) }),
		capital: typedNumber(form.capital).value ?? CAPITAL.min,
		...(exchanges.length === 0 ? {} : { exchanges }),
		...(coins.length === 0 ? {} : { coins }),
		users: form.users,
		...(form.from === '' ? {} : { from: form.from }),
		...(form.until === '' ? {} : { until: form.until }),
		...(form.grade === '' ? {} : { grade: form.grade }),
		...(Object.keys(fees).length === 0 ? {} : { fees }),
		...assumedParams(form),
		...(isWalked
			? {
					walk_forward: {
						...(trainDays === undefined ? {} : { train_days: trainDays }),
						...(testDays === undefined ? {} : { test_days: testDays }),
					},
				}
			: {}),
		...(form.without.length === 0 ? {} : { without: [...form.without] }),
		compare: form.compare,
	};
}

function assumedParams({ assumed }: OrderForm): Partial<Record<AssumedName, number>> {
	return Object.fromEntries(
		ASSUMED_NAMES.flatMap((name) => {
			const { value } = typedNumber(assumed[name]);
			return value === undefined ? [] : [[name, value] as const];
		}),
	);
}

/** Returns the typed list completed by each name that begins with its last, unfinished name. */
export function suggestions(typed: string, names: readonly string[]): readonly string[] {
	const [, before = '', last = ''] = /^(.*?)([^\s,;]*)$/s.exec(typed) ?? [];
	const taken = namesIn(before).map((name) => name.toLowerCase());
	return names
		.filter(
			(name) => name.toLowerCase().startsWith(last.toLowerCase()) && !taken.includes(name.toLowerCase()),
		)
		.map((name) => `${before}${name}`);
}
