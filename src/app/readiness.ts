/** Decides whether the service is ready for orders. */
import type { Readiness } from '../api/http/status-routes.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';

/** Reports ready if every traded exchange has fresh data and at least one opportunity is tradable. */
export function readinessOf(market: Market, opportunities: OpportunityBook): Readiness {
	const reasons: Words[] = [];
	// Trading does not depend on a read-only exchange, so its data does not affect readiness.
	for (const venue of market.venues) {
		const { isTraded, state, reason } = market.status(venue);
		if (isTraded && state !== 'fresh')
			reasons.push(MARKET_TEXT.notReady({ exchange: shownNameOf(venue), state, reason }));
	}
	if (!opportunities.pairs().some((pair) => pair.tradableOpportunities > 0))
		reasons.push(MARKET_TEXT.noneTradable());
	return { ready: reasons.length === 0, reasons };
}
