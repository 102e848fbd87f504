/** Checks what an owner or an agent sets. Pure functions. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { PotSettings } from '../ports/autopilot.ts';
import type { CallingAgent } from '../ports/order-service.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { AUTOPILOT_TEXT } from './text.ts';

/** @throws CarrywireError INVALID_PARAMS for contradictory settings, RISK_LIMIT for more than the agent may have open */
export function requireSettings(
	settings: PotSettings,
	agent: CallingAgent | undefined,
	isTraded: (exchange: VenueName) => boolean,
): void {
	const { exchanges, coinsAllowed, coinsDenied, capital } = settings;
	if (new Set(exchanges).size < 2) throw invalid('exchanges', AUTOPILOT_TEXT.twoExchanges());
	const unknown = exchanges.find((exchange) => !isTraded(exchange));
	if (unknown !== undefined)
		throw invalid('exchanges', AUTOPILOT_TEXT.notTraded({ exchange: shownNameOf(unknown) }));
	const both = coinsAllowed?.find((coin) => coinsDenied.includes(coin));
	if (both !== undefined) throw invalid('coins_denied', AUTOPILOT_TEXT.sameCoin({ coin: both }));
	const limit = agent?.caps.openAmountMax ?? null;
	if (limit !== null && capital > limit)
		throw new CarrywireError('RISK_LIMIT', AUTOPILOT_TEXT.capitalOverCap({ capital, limit }), {
			field: 'capital',
		});
}

function invalid(field: string, message: Words): CarrywireError {
	return new CarrywireError('INVALID_PARAMS', message, { field });
}
