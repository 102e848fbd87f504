/** Defines Binance as a simulated exchange: its terms, listed contracts, replayed history and protocol front end. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ExchangeModule } from '../core/exchange-module.ts';
import { bySize } from '../core/venue-terms.ts';

/** Binance's exchange module. */
export const binance: ExchangeModule = {
	name: 'binance',
	shownName: 'Binance',
	terms: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDT`,
		bases: {},
		thousand: (asset) => `1000${asset}`,
		keyForm: 'key and secret',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.0005',
		makerFee: '0.0002',
		// BNB gives a 10 % discount on USD-M futures fees (page "Futures trading fee", read 2026-11).
		feeAsset: { asset: 'BNB', discount: parseDecimal('0.1') },
		notionalMin: 5,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'taker' },
		namesClosed: false,
		isHourlyAfterExtremes: true,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: ['BNFCR'],
		priceFigures: undefined,
		paysInto: 'main',
		leverageMax: bySize(125, 75, 75, 50, 25),
		maintenanceMarginRate: bySize('0.004', '0.0065', '0.0065', '0.01', '0.02'),
		fundingCap: bySize('0.003', '0.005', '0.0075', '0.02', '0.02'),
		marketShare: 1.6,
	},
	listing: {
		assetsByHours: {
			8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP FIL ATOM ETC XLM HBAR ICP DASH',
			4: 'SUI INJ TON ONDO LDO RUNE ENA WLD SEI TIA WIF ORDI FET JUP STX IMX HYPE FARTCOIN',
		},
		thousandsHours: 4,
	},
	history: {
		plays: 'binance',
		recorded: { title: 'Binance USD-M', quote: 'USDT', ending: 'USDT', isShared: true, hasCommonPrice: true },
		mark: 'near index',
	},
	async loadFrontEnd() {
		const { createBinanceFrontEnd } = await import('./front-end.ts');
		// `CreateFrontEnd` also passes `isTest`, which is not needed here: Binance's test environment differs from
		// production only in its host names.
		return (exchange) => createBinanceFrontEnd(exchange);
	},
};
