/**
 * Defines Tidemark, an exchange that exists only in tests: its terms, listed contracts, replayed history and protocol
 * front end.
 */
import type { ExchangeModule } from '../../../simulator/core/exchange-module.ts';
import { bySize } from '../../../simulator/core/venue-terms.ts';

/** Tidemark's simulator module. */
export const tidemark: ExchangeModule = {
	name: 'tidemark',
	shownName: 'Tidemark',
	terms: {
		settledIn: 'USDT',
		symbolOf: (base) => `PERP_${base}.USDT`,
		bases: {},
		thousand: undefined,
		keyForm: 'key and secret',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'ever',
		takerFee: '0.0004',
		makerFee: '0.0001',
		feeAsset: undefined,
		notionalMin: 10,
		paysOn: 'mark',
		delisting: { averageMinutes: 10, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.1',
		isBandOfBothSides: false,
		accountKinds: [],
		priceFigures: undefined,
		paysInto: 'futures',
		leverageMax: bySize(50, 40, 30, 20, 10),
		maintenanceMarginRate: bySize('0.008', '0.01', '0.0125', '0.02', '0.04'),
		fundingCap: bySize('0.01', '0.01', '0.01', '0.02', '0.02'),
		marketShare: 0.6,
	},
	listing: {
		assetsByHours: { 1: 'BTC ETH SOL XRP DOGE LINK AVAX SUI DOT NEAR UNI AAVE APT ARB OP INJ ONDO LDO' },
	},
	history: {
		plays: 'binance',
		mark: 'near index',
	},
	async loadFrontEnd() {
		const { createTidemarkFrontEnd } = await import('./front-end.ts');
		return (exchange) => createTidemarkFrontEnd(exchange);
	},
};
