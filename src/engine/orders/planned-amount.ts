/** How much of the amount that was asked for is opened, after both exchanges' lots. Pure. */
import { add, type Decimal, divDown, mulDown, parseDecimal } from '../../domain/decimal.ts';
import { coinsText, percentTexts, usdText } from '../../domain/figure-text.ts';
import type { Warning } from '../../ports/desk.ts';
import type { Draft } from '../decide/plan.ts';

/** Opening less than this share of what was asked for is warned of. */
const SHARE_MIN = parseDecimal('0.9');
const HUNDRED = parseDecimal('100');

/** USD of capital over both legs that the draft opens. */
export function plannedAmount({ long, short }: Draft, leverage: Decimal): Decimal {
	return divDown(add(long.notional, short.notional), leverage);
}

/** @param asked USD of capital over both legs */
export function lessThanAsked(draft: Draft, asked: Decimal, leverage: Decimal): readonly Warning[] {
	const planned = plannedAmount(draft, leverage);
	const share = divDown(planned, asked);
	if (share >= SHARE_MIN) return [];
	const [percent] = percentTexts(mulDown(share, HUNDRED), HUNDRED);
	const { instrument } = draft.long.plan;
	return [
		{
			code: 'AMOUNT_ROUNDED',
			message: `${usdText(planned)} of ${usdText(asked)} are opened (${percent}): both exchanges trade whole lots of ${coinsText(draft.commonLot)} ${instrument.coin}, and the rest buys none.`,
		},
	];
}
