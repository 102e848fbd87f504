/** Everything that was asked for with an opening, as it is repeated beside the button that opens. */
import { numberText } from '../figures/typed-number.ts';
import { standingRules } from '../portfolio/exit-rules.ts';
import { MODES } from './opening-modes.ts';
import type { WishParams } from './wish.svelte.ts';

export type WishLine = { readonly label: string; readonly value: string };

const PERCENT = 100;

/**
 * @param slippageDefault basis points that count where no guard was typed; undefined while it is not known
 */
export function wishLines(params: WishParams, slippageDefault: string | undefined): readonly WishLine[] {
	const { amount, leverage = 1, mode = 'auto', max_slippage_bps: slippage, min_net_apr: leastNet } = params;
	const rules = standingRules(params.exit ?? {});
	const byDefault = slippageDefault === undefined ? 'the default' : `${slippageDefault} bp (default)`;
	return [
		{ label: 'Amount', value: `${numberText(amount)} USD over both legs` },
		{ label: 'Leverage', value: `${numberText(leverage)} ×` },
		{ label: 'Opening', value: MODES.find((known) => known.mode === mode)?.name ?? mode },
		{
			label: 'Slippage guard',
			value:
				slippage === undefined
					? byDefault
					: `${numberText(slippage)} bp per leg (${numberText(slippage / PERCENT)} %)`,
		},
		{
			label: 'Least net per year',
			value: leastNet === undefined ? 'no guard' : `${numberText(leastNet * PERCENT)} %`,
		},
		...(params.only_if_trade === true ? [{ label: 'Verdict', value: 'only if it is still “trade”' }] : []),
		{
			label: 'Exit',
			value: rules.length === 0 ? 'no rule: it stays open until it is closed' : rules.join('; '),
		},
	];
}
