/**
 * Defines Hyperliquid as a simulated exchange: its terms, listed contracts, replayed history and protocol front end.
 */
import type { ExchangeModule } from '../core/exchange-module.ts';
import { bySize } from '../core/venue-terms.ts';

/** Hyperliquid's exchange module. */
export const hyperliquid: ExchangeModule = {
	name: 'hyperliquid',
	shownName: 'Hyperliquid',
	terms: {
		settledIn: 'USDC',
		symbolOf: (base) => base,
		bases: {},
		thousand: (asset) => `k${asset}`,
		keyForm: 'wallet',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.00045',
		makerFee: '0.00015',
		feeAsset: undefined,
		notionalMin: 10,
		paysOn: 'index',
		delisting: { averageMinutes: 60, fee: 'none' },
		namesClosed: true,
		isHourlyAfterExtremes: false,
		// ccxt 4.5.84 also knows the refusal "Order price cannot be more than 80% away from the reference price".
		priceBand: '0.95',
		isBandOfBothSides: true,
		accountKinds: ['unifiedAccount', 'portfolioMargin'],
		// A price has five significant figures, and its decimals plus those of the size are limited to 6. Integer
		// prices are always allowed (page "Tick and lot size").
		priceFigures: 5,
		paysInto: 'futures',
		leverageMax: bySize(40, 20, 10, 10, 5),
		// Half of the initial margin at the maximum leverage (page "Margining").
		maintenanceMarginRate: bySize('0.0125', '0.025', '0.05', '0.05', '0.1'),
		fundingCap: bySize('0.04', '0.04', '0.04', '0.04', '0.04'),
		marketShare: 0.5,
	},
	listing: {
		assetsByHours: {
			1: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX SUI TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP INJ ATOM ONDO LDO ENA WLD SEI TIA WIF ORDI JUP HYPE FARTCOIN',
		},
		thousandsHours: 1,
		namesakes: [{ ticker: 'LIT', underlying: 'LIT (Lighter)', price: 2.4, hours: 1 }],
	},
	history: {
		plays: 'hyperliquid',
		recorded: { title: 'Hyperliquid', quote: 'USDC', ending: '', isShared: false },
		mark: 'near index',
	},
	async loadFrontEnd() {
		const { createHyperliquidFrontEnd } = await import('./front-end.ts');
		return (exchange, isTest) => createHyperliquidFrontEnd(exchange, undefined, isTest);
	},
};
