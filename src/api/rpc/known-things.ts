/**
 * Resolves the names of exchanges, pairs, symbols and opportunities in parameters. Throws an error for an unknown
 * name.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type ExchangePair, exchangePairs, parseExchangePair } from '../../domain/exchange-pair.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { OpportunityLegs } from '../../ports/opportunities.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { Services } from './method.ts';
import { invalidParam, show } from './param-errors.ts';
import { PARAM_TEXT, RULE_TEXT } from './text.ts';

/** Resolves an exchange pair. @throws CarrywireError UNKNOWN_EXCHANGE_PAIR with the list of known pairs. */
export function requireExchangePair(services: Services, text: string, field: string): ExchangePair {
	const { venues } = services.market;
	const pair = parseExchangePair(text, venues);
	if (pair !== undefined) return pair;
	const known = exchangePairs(venues).map(({ name }) => name);
	throw new CarrywireError(
		'UNKNOWN_EXCHANGE_PAIR',
		PARAM_TEXT.exchangePair({ field, known, was: JSON.stringify(text) }),
		{ field, facts: { known } },
	);
}

/**
 * Resolves an exchange on which the service can trade. @throws CarrywireError INVALID_PARAMS with the list of these
 * exchanges.
 */
export function requireTradedExchange(services: Services, text: string, field: string): VenueName {
	const { market } = services;
	const venues = market.venues.filter((venue) => market.status(venue).isTraded);
	if (venues.includes(text)) return text;
	const isDataOnly = market.venues.some((venue) => venue === text);
	throw invalidParam(
		field,
		RULE_TEXT.oneOf({ values: venues }),
		isDataOnly ? RULE_TEXT.dataOnly({ exchange: show(text) }) : show(text),
	);
}

/** Checks that the service reads an exchange. @throws CarrywireError INVALID_PARAMS with the list of exchanges. */
export function requireExchange(services: Services, text: string, field: string): VenueName {
	const { venues } = services.market;
	if (venues.includes(text)) return text;
	throw invalidParam(field, RULE_TEXT.oneOf({ values: venues }), show(text));
}

/**
 * Resolves a coin, in upper or lower case. @throws CarrywireError UNKNOWN_SYMBOL if no exchange lists the coin.
 */
export function requireCoin(services: Services, text: string, field: string): string {
	const wanted = text.toUpperCase();
	const coin = services.market.inputs().find(({ instrument }) => instrument.coin.toUpperCase() === wanted)
		?.instrument.coin;
	if (coin !== undefined) return coin;
	throw new CarrywireError('UNKNOWN_SYMBOL', PARAM_TEXT.coin({ field, was: JSON.stringify(text) }), {
		field,
	});
}

/**
 * Resolves a symbol to its coin. The symbol is either coin and quote, or an exchange's own symbol, in upper or lower
 * case.
 * @throws CarrywireError UNKNOWN_SYMBOL if an exchange in the pair does not list the coin.
 */
export function requireCoinOnPair(
	services: Services,
	venues: ExchangePair['venues'],
	symbol: string,
	field: string,
): string {
	const wanted = symbol.toUpperCase();
	const byVenue = venues.map((venue) => ({ venue, inputs: services.market.inputs(venue) }));
	const coin = byVenue
		.flatMap(({ inputs }) => inputs)
		.find(
			({ instrument }) => `${instrument.coin}${instrument.quote}` === wanted || instrument.symbol === wanted,
		)?.instrument.coin;
	for (const { venue, inputs } of byVenue)
		if (coin === undefined || !inputs.some(({ instrument }) => instrument.coin === coin))
			throw new CarrywireError(
				'UNKNOWN_SYMBOL',
				PARAM_TEXT.symbol({ field, was: JSON.stringify(symbol), exchange: shownNameOf(venue) }),
				{
					field,
				},
			);
	return coin ?? wanted;
}

/** Returns the legs of a current opportunity. @throws CarrywireError UNKNOWN_OPPORTUNITY or OPPORTUNITY_EXPIRED. */
export function requireOpportunity(services: Services, opportunityId: string): OpportunityLegs {
	const found = services.opportunities.find(opportunityId);
	if (found === 'unknown')
		throw new CarrywireError(
			'UNKNOWN_OPPORTUNITY',
			PARAM_TEXT.opportunity({ was: JSON.stringify(opportunityId) }),
			{
				field: 'opportunity_id',
			},
		);
	if (found === 'expired') throw opportunityExpired(opportunityId);
	return found;
}

/** Builds the error for an opportunity that existed but no longer does. */
export function opportunityExpired(opportunityId: string): CarrywireError {
	return new CarrywireError(
		'OPPORTUNITY_EXPIRED',
		PARAM_TEXT.opportunityGone({ id: JSON.stringify(opportunityId) }),
		{ field: 'opportunity_id' },
	);
}
