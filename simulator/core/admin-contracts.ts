/** Handles the admin routes that change contracts: tick and lot sizes, names, funding intervals and listing. */
import { formatDecimal } from '../../src/domain/decimal.ts';
import type { AdminContext, AdminRoute } from './admin-route.ts';
import { readFields, required } from './json-fields.ts';
import type { Instrument } from './types.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_HOURS_MAX = 24;

export const CONTRACT_ROUTES: Readonly<Record<string, AdminRoute>> = {
	'POST /contracts/*/steps': setSteps,
	'POST /contracts/*/name': rename,
	'POST /contracts/*/interval': setFundingInterval,
	'POST /contracts/*/listed': setListed,
};

function setSteps({ exchange }: AdminContext, body: unknown, symbol: string): unknown {
	const fields = readFields(body, ['tickSize', 'lotSize']);
	return contractBody(
		exchange.contracts.setSteps(symbol, {
			tickSize: fields.decimal('tickSize'),
			lotSize: fields.decimal('lotSize'),
		}),
	);
}

function rename({ exchange }: AdminContext, body: unknown, symbol: string): unknown {
	const to = required(readFields(body, ['symbol']).text('symbol', 40), 'symbol');
	return contractBody(exchange.contracts.rename(symbol, to));
}

/**
 * Sets the funding interval. The contract next settles in `inMs` milliseconds, rounded up to a full second, and then
 * every `hours` hours.
 */
function setFundingInterval({ exchange }: AdminContext, body: unknown, symbol: string): unknown {
	const fields = readFields(body, ['hours', 'inMs']);
	const hours = required(fields.whole('hours', 1, INTERVAL_HOURS_MAX), 'hours');
	const inMs = required(fields.whole('inMs', 1, INTERVAL_HOURS_MAX * HOUR_MS), 'inMs');
	const from = Math.ceil((exchange.now() + inMs) / 1_000) * 1_000;
	const instrument = exchange.contracts.setFundingInterval(symbol, { from, intervalMs: hours * HOUR_MS });
	return { ...contractBody(instrument), from };
}

function setListed({ exchange }: AdminContext, body: unknown, symbol: string): unknown {
	const listed = required(readFields(body, ['listed']).flag('listed'), 'listed');
	return { ...contractBody(exchange.contracts.setListed(symbol, listed)), listed };
}

function contractBody({ symbol, tickSize, lotSize }: Instrument): Record<string, unknown> {
	return { symbol, tickSize: formatDecimal(tickSize), lotSize: formatDecimal(lotSize) };
}
