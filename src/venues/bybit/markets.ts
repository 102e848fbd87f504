/** What Bybit says publicly beside prices and funding: trades, risk tiers, notices. Pages as named at each, read 2026-11. */
import type { Instrument } from '../../domain/instrument.ts';
import type { PublicTrade, RiskTier } from '../../ports/venue-market.ts';
import type { VenueNotices } from '../../ports/venue-notices.ts';
import type { Call } from '../shared/dialect.ts';
import { at, bodies, listed, required } from '../shared/fields.ts';
import { gatherNotices } from '../shared/notices.ts';
import { type TradeMembers, tradesOf } from '../shared/public-trades.ts';
import { type TierMembers, tiersOf } from '../shared/risk-tiers.ts';
import { maintenanceOf } from './bodies.ts';

/** The most that one answer has (page "Get Recent Public Trades"). */
const TRADE_ROWS = 1_000;
const TRADE_MEMBERS: TradeMembers = {
	id: 'execId',
	price: 'price',
	quantity: 'size',
	time: 'time',
	timePerMs: 1,
};
const TIER_MEMBERS: TierMembers = {
	valueMax: 'riskLimitValue',
	maintenanceRate: 'maintenanceMargin',
	initialRate: 'initialMargin',
	leverageMax: 'maxLeverage',
	deduction: 'mmDeduction',
};

/** Latest public trades of the instrument, in coins and USD a coin. */
export async function readBybitTrades(call: Call, instrument: Instrument): Promise<readonly PublicTrade[]> {
	const query = { category: 'linear', symbol: instrument.symbol, limit: TRADE_ROWS };
	const answer = await call('market', 'publicGetV5MarketRecentTrade', query);
	return tradesOf(listed(at(answer, 'result', 'list'), 'trades'), instrument, TRADE_MEMBERS);
}

/** Of one symbol all tiers come in one answer (page "Get Risk Limit"). */
export async function readBybitTiers(call: Call, { symbol }: Instrument): Promise<readonly RiskTier[]> {
	const answer = await call('market', 'publicGetV5MarketRiskLimit', { category: 'linear', symbol });
	return tiersOf(listed(at(answer, 'result', 'list'), 'risk tiers'), TIER_MEMBERS);
}

/** Maintenance that Bybit has announced; suspended currencies stay unknown, because only a key may ask for them. */
export function readBybitNotices(call: Call): Promise<VenueNotices> {
	return gatherNotices('bybit', {
		maintenance: async () => {
			const answer = await call('market', 'publicGetV5SystemStatus');
			return bodies(required(at(answer, 'result', 'list'), 'list')).flatMap(
				(row) => maintenanceOf(row) ?? [],
			);
		},
		currencies: 'Bybit tells it only to whoever has a key (page "Get Coin Info").',
	});
}
