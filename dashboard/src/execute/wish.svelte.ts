/** What somebody types to open an execution, as params of the service or as sentences about what cannot be. */
import type { ExecutionMode, MethodParams, ServiceStatusResult } from '../../../client/methods.ts';
import { typedFault, typedNumber } from '../figures/typed-number.ts';
import { currentTerms, setTerm, typedTermFault } from '../frame/terms.svelte.ts';
import { NO_RULES, ruleFaults, rulesToOpen, type TypedRules, typedRules } from '../portfolio/exit-rules.ts';

export type WishParams = Omit<
	MethodParams<'execute_opportunity'>,
	'preview' | 'preview_id' | 'idempotency_key'
>;

export type Typed = {
	amount: string;
	leverage: string;
	mode: ExecutionMode;
	max_slippage_bps: string;
	/** Percent per year. */
	min_net_apr_pct: string;
	only_if_trade: boolean;
	exit: TypedRules;
};

export const FIELD_BOUNDS = {
	max_slippage_bps: { from: 0, above: true, to: 10_000, unit: 'basis points' },
	min_net_apr_pct: { from: -100_000, above: false, to: 100_000, unit: '% per year' },
} as const;

const PERCENT = 100;

export function newTyped(): Typed {
	const { amount, leverage } = currentTerms();
	return {
		amount: String(amount),
		leverage: String(leverage),
		mode: 'auto',
		max_slippage_bps: '',
		min_net_apr_pct: '',
		only_if_trade: false,
		exit: typedRules(NO_RULES),
	};
}

export type WishFault = { readonly field: string; readonly text: string };

/** Sentences; none where it can be sent. */
export function wishFaults(typed: Typed): readonly WishFault[] {
	const terms = (['amount', 'leverage'] as const).flatMap((field) => {
		const text = typedTermFault(field, typed[field]);
		return text === undefined ? [] : [{ field, text }];
	});
	const guards = (['max_slippage_bps', 'min_net_apr_pct'] as const).flatMap((field) => {
		const { from, above, to, unit } = FIELD_BOUNDS[field];
		const text = typedFault(
			typed[field],
			(value) => (above ? value > from : value >= from) && value <= to,
			`Must be ${above ? 'above' : 'from'} ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} ${unit}, or empty.`,
		);
		return text === undefined ? [] : [{ field, text }];
	});
	const rules = ruleFaults(typed.exit).map(({ name, text }) => ({ field: `exit.${name}`, text }));
	return [...terms, ...guards, ...rules];
}

/** Only of what has no faults. The amount and the leverage become the terms of every page. */
export function paramsOf(opportunityId: string, typed: Typed): WishParams {
	const amount = typedNumber(typed.amount).value ?? Number.NaN;
	const leverage = typedNumber(typed.leverage).value ?? Number.NaN;
	const slippage = typedNumber(typed.max_slippage_bps).value;
	const leastApr = typedNumber(typed.min_net_apr_pct).value;
	return {
		opportunity_id: opportunityId,
		amount,
		leverage,
		mode: typed.mode,
		...(slippage === undefined ? {} : { max_slippage_bps: slippage }),
		...(leastApr === undefined ? {} : { min_net_apr: leastApr / PERCENT }),
		...(typed.only_if_trade ? { only_if_trade: true } : {}),
		exit: rulesToOpen(typed.exit),
	};
}

export function keepTerms({ amount, leverage }: WishParams): void {
	setTerm('amount', amount);
	if (leverage !== undefined) setTerm('leverage', leverage);
}

/** A limit of the service as a text; undefined while the limits are not known. */
export function limitText(
	limits: ServiceStatusResult['limits'] | undefined,
	name: string,
): string | undefined {
	return limits?.find((limit) => limit.name === name)?.value.toLocaleString('en-US');
}
