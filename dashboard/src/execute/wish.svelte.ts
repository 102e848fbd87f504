/** What somebody types to open an execution, as params of the service or as sentences about what cannot be. */
import type { ExecutionMode, MethodParams } from '../../../src/client/methods.ts';
import { currentTerms, setTerm, termFault } from '../frame/terms.svelte.ts';
import {
	NO_RULES,
	ruleFaults,
	rulesToOpen,
	type TypedRules,
	typedNumber,
	typedRules,
} from '../portfolio/exit-rules.ts';

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

export const MODES: readonly {
	readonly mode: ExecutionMode;
	readonly name: string;
	readonly meaning: string;
}[] = [
	{
		mode: 'auto',
		name: 'Automatic',
		meaning: 'The service chooses one of the three below by the size of the trade against both books.',
	},
	{
		mode: 'single-direct',
		name: 'Both at once',
		meaning:
			'Both legs are sent whole at the same moment and take what the books hold: fastest, dearest in deep trades.',
	},
	{
		mode: 'single-delay',
		name: 'One leg first',
		meaning:
			'The leg with the thinner book rests as an offer first, and each of its fills is hedged at once on the other exchange: slower, and one leg is open alone for moments.',
	},
	{
		mode: 'grid',
		name: 'Grid of slices',
		meaning:
			'Many small slices, both legs of each together, and later ones wait for a better price basis (short price against long price): slowest, least on one leg alone.',
	},
];

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
		const fault = termFault(field, typedNumber(typed[field]) ?? Number.NaN);
		return fault === undefined
			? []
			: [{ field, text: `${field === 'amount' ? 'Amount' : 'Leverage'}: ${fault}` }];
	});
	const guards = (['max_slippage_bps', 'min_net_apr_pct'] as const).flatMap((field) => {
		const value = typedNumber(typed[field]);
		const { from, above, to, unit } = FIELD_BOUNDS[field];
		if (value === undefined || ((above ? value > from : value >= from) && value <= to)) return [];
		const name = field === 'max_slippage_bps' ? 'Slippage guard' : 'Least net per year';
		const bound = `${above ? 'above' : 'from'} ${from.toLocaleString('en-US')} to ${to.toLocaleString('en-US')} ${unit}`;
		return [{ field, text: `${name}: must be ${bound}, or empty.` }];
	});
	const rules = ruleFaults(typed.exit).map(({ name, text }) => ({ field: `exit.${name}`, text }));
	return [...terms, ...guards, ...rules];
}

/** Only of what has no faults. The amount and the leverage become the terms of every page. */
export function paramsOf(opportunityId: string, typed: Typed): WishParams {
	const amount = typedNumber(typed.amount) ?? Number.NaN;
	const leverage = typedNumber(typed.leverage) ?? Number.NaN;
	const slippage = typedNumber(typed.max_slippage_bps);
	const leastApr = typedNumber(typed.min_net_apr_pct);
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
