/** Finds delisting notices and funding rates at their cap, of the contracts that a pot holds. */
import type { PotHolding, PotLeg, PotSignals, PotTrigger } from '../ports/autopilot.ts';
import type { Market } from '../ports/market.ts';

/** Creates the signals over the present market. */
export function createPotSignals(market: Pick<Market, 'get'>): PotSignals {
	return {
		of: (holdings) =>
			holdings.flatMap(({ coin, long, short }: PotHolding) =>
				[long, short].flatMap((leg) => signalsOf(market, leg, coin)),
			),
	};
}

function signalsOf(
	market: Pick<Market, 'get'>,
	{ venue, symbol }: PotLeg,
	coin: string,
): readonly PotTrigger[] {
	const ticker = market.get(venue, symbol)?.ticker;
	if (ticker === undefined) return [];
	const found: PotTrigger[] = [];
	const { delistingAt, funding, fundingCap, fundingFloor } = ticker;
	if (delistingAt !== null)
		found.push({
			kind: 'delisting',
			key: `delisting ${venue} ${symbol} ${delistingAt}`,
			exchange: venue,
			coin,
		});
	const rate = funding?.predictedRate ?? null;
	const isAtCap =
		rate !== null &&
		((fundingCap !== null && rate >= fundingCap) || (fundingFloor !== null && rate <= fundingFloor));
	if (isAtCap)
		found.push({
			kind: 'cap_print',
			key: `cap ${venue} ${symbol} ${funding?.nextSettlementAt ?? 0}`,
			exchange: venue,
			coin,
		});
	return found;
}
