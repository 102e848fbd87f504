/** Defines the form that opens a position: its initial values, its faults, and its parameters for the service. */

import type { ExecutionMode, MethodParams, ServiceStatusResult } from '../../../client/methods.ts';
import { writeNumber } from '../figures/reader-format.ts';
import { fieldText, typedFault, typedNumber } from '../figures/typed-number.ts';
import { currentTerms, setTerm, typedTermFault } from '../frame/terms.svelte.ts';
import { NO_RULES, ruleFaults, rulesToOpen, type TypedRules, typedRules } from '../portfolio/exit-rules.ts';
import { text } from './text.ts';

export type OpeningParams = Omit<
	MethodParams<'execute_opportunity'>,
	'preview' | 'preview_id' | 'idempotency_key'
>;

/** Form fields as typed. */
export type OpeningForm = {
	amount: string;
	leverage: string;
	mode: ExecutionMode;
	max_slippage_bps: string;
	/** Minimum net APR as typed, percent per year. */
	min_net_apr_pct: string;
	only_if_trade: boolean;
	exit: TypedRules;
};

/**
 * Bounds that the service accepts (docs/rpc.md, execute_opportunity). If `above` is true, `from` itself is not
 * allowed.
 */
export const FIELD_BOUNDS = {
	max_slippage_bps: { from: 0, above: true, to: 10_000 },
	min_net_apr_pct: { from: -100_000, above: false, to: 100_000 },
} as const;

const PERCENT = 100;

/** Returns a form with the visitor's terms; all other fields are empty. */
export function newForm(): OpeningForm {
	const { amount, leverage } = currentTerms();
	return {
		amount: fieldText(amount),
		leverage: fieldText(leverage),
		mode: 'auto',
		max_slippage_bps: '',
		min_net_apr_pct: '',
		only_if_trade: false,
		exit: typedRules(NO_RULES),
	};
}

export type FormFault = { readonly field: string; readonly text: string };

/** Returns a message for each invalid field; empty if the form is valid. */
export function formFaults(typed: OpeningForm): readonly FormFault[] {
	const terms = (['amount', 'leverage'] as const).flatMap((field) => {
		const fault = typedTermFault(field, typed[field]);
		return fault === undefined ? [] : [{ field, text: fault }];
	});
	const guards = (['max_slippage_bps', 'min_net_apr_pct'] as const).flatMap((field) => {
		const { from, above, to } = FIELD_BOUNDS[field];
		const fault = typedFault(
			typed[field],
			(value) => (above ? value > from : value >= from) && value <= to,
			text.form.range(above, writeNumber(from), writeNumber(to), text.form.units[field]),
		);
		return fault === undefined ? [] : [{ field, text: fault }];
	});
	const rules = ruleFaults(typed.exit).map((rule) => ({ field: `exit.${rule.name}`, text: rule.text }));
	return [...terms, ...guards, ...rules];
}

/** Returns the parameters for the service. The form must be valid. */
export function paramsOf(opportunityId: string, typed: OpeningForm): OpeningParams {
	const amount = typedNumber(typed.amount).value ?? Number.NaN;
	const leverage = typedNumber(typed.leverage).value ?? Number.NaN;
	const slippage = typedNumber(typed.max_slippage_bps).value;
	const minimumApr = typedNumber(typed.min_net_apr_pct).value;
	return {
		opportunity_id: opportunityId,
		amount,
		leverage,
		mode: typed.mode,
		...(slippage === undefined ? {} : { max_slippage_bps: slippage }),
		...(minimumApr === undefined ? {} : { min_net_apr: minimumApr / PERCENT }),
		...(typed.only_if_trade ? { only_if_trade: true } : {}),
		exit: rulesToOpen(typed.exit),
	};
}

/** Saves the form's amount and leverage as the visitor's terms, which every page uses. */
export function keepTerms({ amount, leverage }: OpeningParams): void {
	setTerm('amount', amount);
	if (leverage !== undefined) setTerm('leverage', leverage);
}

/** Returns one of the service's limits as text; undefined until the limits are known. */
export function limitText(
	limits: ServiceStatusResult['limits'] | undefined,
	name: string,
): string | undefined {
	const limit = limits?.find((one) => one.name === name);
	return limit === undefined ? undefined : writeNumber(Number(limit.value));
}
