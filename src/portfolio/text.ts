/** Contains the portfolio's messages: why a figure is unknown, doubtful or old, and refusals. */
import { type Decimal, fromInteger, mulTrunc } from '../domain/decimal.ts';
import { spoken } from '../domain/english.ts';
import type { FundingDoubt } from '../domain/funding-check.ts';
import { portfolio } from '../sentences/portfolio.ts';
import type { Words } from '../sentences/sentence.ts';

const HUNDRED = fromInteger(100);

/** Reasons and refusals of the portfolio. */
export const PORTFOLIO_TEXT = spoken('portfolio', portfolio);

/** Log message for a venue that did not respond in time. */
export function noAnswerText(waitMs: number): string {
	return `No answer within ${waitMs} ms.`;
}

/** Describes a doubt about one settlement of a leg. `leg` is its venue and symbol. */
export function fundingDoubtText(leg: string, doubt: FundingDoubt): Words {
	const at = doubt.settledAt;
	switch (doubt.kind) {
		case 'missing':
			return PORTFOLIO_TEXT.fundingMissing({ leg, at });
		case 'amount':
			return PORTFOLIO_TEXT.fundingAmount({ leg, at, amount: doubt.amount, computed: doubt.computed });
		case 'rate':
			return PORTFOLIO_TEXT.fundingRate({
				leg,
				at,
				paid: percent(doubt.rate),
				published: percent(doubt.published),
			});
	}
}

function percent(rate: Decimal): Decimal {
	return mulTrunc(rate, HUNDRED);
}
