/** Defines Bybit as a simulated exchange: its terms, listed contracts, replayed history and protocol front end. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ExchangeModule } from '../core/exchange-module.ts';
import { bySize } from '../core/venue-terms.ts';
import { FEE_COIN } from './fee-coin.ts';

/** Bybit's exchange module. */
export const bybit: ExchangeModule = {
	name: 'bybit',
	shownName: 'Bybit',
	terms: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDT`,
		bases: {},
		thousand: (asset) => `1000${asset}`,
		keyForm: 'key and secret',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'ever',
		takerFee: '0.00055',
		makerFee: '0.0002',
		// Paying in MNT gives a 10 % discount on the fees of perpetuals. Closed P&L records give the fee in USDT
		// (help centre "FAQ: Paying Trading Fees with MNT", read 2026-11). Bybit excludes liquidations and orders
		// from its website from the discount; the simulator excludes only liquidations.
		feeAsset: { asset: FEE_COIN, discount: parseDecimal('0.1') },
		notionalMin: 5,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: [],
		priceFigures: undefined,
		paysInto: 'either',
		leverageMax: bySize(100, 75, 50, 50, 25),
		maintenanceMarginRate: bySize('0.005', '0.0067', '0.01', '0.01', '0.02'),
		fundingCap: bySize('0.005', '0.005', '0.01', '0.01', '0.02'),
		marketShare: 1,
	},
	listing: {
		assetsByHours: {
			8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX SUI TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP INJ FIL ATOM ETC XLM HBAR HYPE MNT',
			4: 'ICP TON ONDO LDO RUNE TIA FET IMX PYTH FARTCOIN',
			1: 'ENA WLD SEI WIF ORDI JUP STX GALA',
		},
		lots: { APT: '0.25', ICP: '0.4', ENA: '6' },
		thousandsHours: 8,
		namesakes: [{ ticker: 'LIT', underlying: 'LIT (Lighter)', price: 2.4, hours: 4 }],
		isEndOfSlowSpreads: true,
	},
	history: {
		plays: 'bybit',
		recorded: { title: 'Bybit', quote: 'USDT', ending: 'USDT', isShared: true },
		mark: 'recorded',
	},
	async loadFrontEnd() {
		const { createBybitFrontEnd } = await import('./front-end.ts');
		// `CreateFrontEnd` also passes `isTest`, which is not needed here: Bybit's test environment differs from
		// production only in its host names.
		return (exchange) => createBybitFrontEnd(exchange);
	},
};
