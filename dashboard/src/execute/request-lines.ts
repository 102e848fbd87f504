/** Repeats all terms of the position to open, beside the button that opens it. */
import { numberText } from '../figures/typed-number.ts';
import { standingRules } from '../portfolio/exit-rules.ts';
import type { OpeningParams } from './opening-form.svelte.ts';
import { text } from './text.ts';

export type RequestLine = { readonly label: string; readonly value: string };

const PERCENT = 100;

/**
 * @param slippageDefault default slippage limit in basis points, used if the field is empty; undefined until it is
 * known
 */
export function requestLines(
	params: OpeningParams,
	slippageDefault: string | undefined,
): readonly RequestLine[] {
	const { amount, leverage = 1, mode = 'auto', max_slippage_bps: slippage, min_net_apr: minimumNet } = params;
	const rules = standingRules(params.exit ?? {});
	const { request } = text;
	return [
		{ label: request.amount, value: request.amountValue(numberText(amount)) },
		{ label: request.leverage, value: request.leverageValue(numberText(leverage)) },
		{ label: request.mode, value: text.form.modes.find((known) => known.mode === mode)?.name ?? mode },
		{
			label: request.slippage,
			value:
				slippage === undefined
					? request.slippageDefault(slippageDefault)
					: request.slippageValue(numberText(slippage), numberText(slippage / PERCENT)),
		},
		{
			label: request.minimumNet,
			value:
				minimumNet === undefined
					? request.noMinimum
					: request.minimumNetValue(numberText(minimumNet * PERCENT)),
		},
		...(params.only_if_trade === true ? [{ label: request.verdict, value: request.onlyIfTrade }] : []),
		{ label: request.exit, value: rules.length === 0 ? request.noExit : rules.join('; ') },
	];
}
