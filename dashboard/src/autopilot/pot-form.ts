/**
 * Handles the form of a pot: its fields as typed, their faults, and the parameters for the service (docs/rpc.md,
 * autopilot_start and autopilot_change). Shares are typed in percent.
 */
import type { AutopilotStatusResult, MethodParams } from '../../../client/methods.ts';
import { namesIn } from '../figures/name-list.ts';
import { fieldText, numberText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { FORM } from './text.ts';

/** A pot as the service shows it. */
export type ShownPot = AutopilotStatusResult['pots'][number];
/** Settings of a pot. */
export type PotSettings = ShownPot['settings'];

type StartParams = MethodParams<'autopilot_start'>;
type ChangeParams = Omit<MethodParams<'autopilot_change'>, 'pot_id' | 'confirm_live'>;

/** Bounds and default of a number, in the unit of its field. */
type NumberRule = {
	readonly min: number;
	readonly max: number;
	readonly default?: number;
	readonly isWhole?: true;
	/** True if the field is in percent and the parameter is a fraction. */
	readonly isShare?: true;
	/** True if the setting may be missing, which means no limit. */
	readonly isOptional?: true;
};

/** Numbers that the service accepts, in the order of the form. */
export const NUMBERS = {
	capital: { min: 10, max: 1_000_000_000 },
	leverage: { min: 1, max: 3, default: 1.8 },
	drawdown_pct: { min: 0.1, max: 100, isOptional: true },
	min_net_over_cash_pct: { min: -100, max: 1_000, default: 0 },
	coin_share: { min: 1, max: 100, default: 10, isShare: true },
	exchange_share: { min: 1, max: 100, isShare: true, isOptional: true },
	orders_per_day: { min: 0, max: 10_000, default: 40, isWhole: true },
	turnover_per_day: { min: 1, max: 1_000_000_000, isOptional: true },
} as const satisfies Readonly<Record<string, NumberRule>>;
/** Name of a number of the form. */
export type NumberName = keyof typeof NUMBERS;

const NAMES = Object.keys(NUMBERS) as readonly NumberName[];
const PERCENT = 100;
/** A pair has its legs at two exchanges. */
const EXCHANGES_MIN = 2;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const DECIDE_AT = '00:10';
/** Significant digits of a share, so that 0.07 × 100 is 7. */
const SHARE_DIGITS = 12;

/** The fields as typed. An empty number means its default, or no limit. */
export type PotForm = {
	name: string;
	numbers: Record<NumberName, string>;
	/** Chosen exchanges. */
	exchanges: string[];
	coins: string;
	coinsDenied: string;
	mode: PotSettings['mode'];
	onDrawdown: PotSettings['on_drawdown'];
	decideAt: string;
	kind: ShownPot['kind'];
	withShadow: boolean;
};

/** Returns the form of a new pot with its defaults. */
export function newPotForm(exchanges: readonly string[], kind: ShownPot['kind']): PotForm {
	return {
		name: FORM.name,
		numbers: Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<NumberName, string>,
		exchanges: [...exchanges],
		coins: '',
		coinsDenied: '',
		mode: 'suggest',
		onDrawdown: 'pause',
		decideAt: DECIDE_AT,
		kind,
		withShadow: true,
	};
}

/** Returns the form that changes a pot, with its settings. */
export function formOf({ settings, kind }: Pick<ShownPot, 'settings' | 'kind'>): PotForm {
	const numbers = NAMES.map((name) => {
		const value = settings[name];
		return [name, value === null ? '' : fieldText(isShare(name) ? percentOf(value) : value)];
	});
	return {
		name: settings.name,
		numbers: Object.fromEntries(numbers) as Record<NumberName, string>,
		exchanges: [...settings.exchanges],
		coins: (settings.coins ?? []).join(', '),
		coinsDenied: settings.coins_denied.join(', '),
		mode: settings.mode,
		onDrawdown: settings.on_drawdown,
		decideAt: settings.decide_at,
		kind,
		withShadow: false,
	};
}

/** Returns the faults of the form by parameter: one sentence each. */
export function potFaults(form: PotForm): Readonly<Record<string, string>> {
	const numbers = NAMES.map((name): readonly [string, string | undefined] => {
		const { min, max, isWhole }: NumberRule = NUMBERS[name];
		const isAllowed = (value: number): boolean =>
			value >= min && value <= max && (isWhole !== true || Number.isInteger(value));
		const rule = (isWhole === true ? FORM.notWhole : FORM.notBetween)(numberText(min), numberText(max));
		return [name, typedFault(form.numbers[name], isAllowed, rule)];
	});
	const faults: Readonly<Record<string, string | undefined>> = {
		...Object.fromEntries(numbers),
		...(form.numbers.capital.trim() === '' ? { capital: FORM.needsCapital } : {}),
		name: form.name.trim() === '' ? FORM.needsName : undefined,
		exchanges: form.exchanges.length < EXCHANGES_MIN ? FORM.twoExchanges : undefined,
		decide_at: CLOCK.test(form.decideAt.trim()) ? undefined : FORM.notATime,
	};
	return Object.fromEntries(
		Object.entries(faults).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
}

/** Returns the parameters of a new pot from a form without faults. */
export function startParams(form: PotForm): StartParams {
	const { coins, ...settings } = settingsOf(form);
	return {
		...settings,
		...(coins === null ? {} : { coins }),
		kind: form.kind,
		...(form.kind === 'live' ? { with_shadow: form.withShadow } : {}),
	};
}

/** Returns the settings that a form without faults changes; empty if none differs. */
export function changeParams(form: PotForm, settings: PotSettings): ChangeParams {
	const wanted: Readonly<Record<string, unknown>> = settingsOf(form);
	const before: Readonly<Record<string, unknown>> = settings;
	return Object.fromEntries(
		Object.entries(wanted).filter(
			([name, value]) => JSON.stringify(sorted(value)) !== JSON.stringify(sorted(before[name])),
		),
	) as ChangeParams;
}

/** Returns the text that confirms real orders on these exchanges. */
export function exchangesText(exchanges: readonly string[]): string {
	return exchanges.toSorted().join(', ');
}

/** True if a typed text names exactly these exchanges, in any order. */
export function namesExactly(typed: string, exchanges: readonly string[]): boolean {
	return exchangesText(namesIn(typed.toLowerCase())) === exchangesText(exchanges);
}

/** An empty number becomes its default, or null for no limit. */
function settingsOf(form: PotForm): PotSettings {
	const numberOf = (name: NumberName): number | null => {
		const rule: NumberRule = NUMBERS[name];
		const value = typedNumber(form.numbers[name]).value ?? rule.default;
		if (value === undefined) return null;
		return rule.isShare === true ? value / PERCENT : value;
	};
	const required = (name: NumberName): number => numberOf(name) ?? 0;
	const coins = namesIn(form.coins.toUpperCase());
	return {
		name: form.name.trim(),
		capital: required('capital'),
		exchanges: [...form.exchanges],
		coins: coins.length === 0 ? null : coins,
		coins_denied: namesIn(form.coinsDenied.toUpperCase()),
		leverage: required('leverage'),
		coin_share: required('coin_share'),
		exchange_share: numberOf('exchange_share'),
		orders_per_day: required('orders_per_day'),
		turnover_per_day: numberOf('turnover_per_day'),
		drawdown_pct: numberOf('drawdown_pct'),
		min_net_over_cash_pct: required('min_net_over_cash_pct'),
		// A shadow pot trades no money, so no person confirms its changes.
		mode: form.kind === 'shadow' ? 'act' : form.mode,
		on_drawdown: form.onDrawdown,
		decide_at: form.decideAt.trim(),
	};
}

function isShare(name: NumberName): boolean {
	const rule: NumberRule = NUMBERS[name];
	return rule.isShare === true;
}

function percentOf(share: number): number {
	return Number((share * PERCENT).toPrecision(SHARE_DIGITS));
}

/** The order of names in a list does not matter. */
function sorted(value: unknown): unknown {
	return Array.isArray(value) ? value.toSorted() : value;
}
