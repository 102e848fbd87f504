/** Defines KuCoin as a simulated exchange: its terms, listed contracts, replayed history and protocol front end. */
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ExchangeModule } from '../core/exchange-module.ts';
import { bySize } from '../core/venue-terms.ts';

/** KuCoin's exchange module. */
export const kucoin: ExchangeModule = {
	name: 'kucoin',
	shownName: 'KuCoin',
	terms: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDTM`,
		bases: { BTC: 'XBT' },
		thousand: undefined,
		keyForm: 'key, secret and passphrase',
		countsContracts: true,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.0006',
		makerFee: '0.0002',
		// Paying fees in KCS gives a 20 % discount; the fee is converted at the latest price of KCS (announcement
		// "About Pay Fees with KCS", read 2026-11).
		feeAsset: { asset: 'KCS', discount: parseDecimal('0.2') },
		notionalMin: 0,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: ['UNIFIED'],
		priceFigures: undefined,
		paysInto: 'main',
		leverageMax: bySize(125, 75, 50, 50, 20),
		maintenanceMarginRate: bySize('0.004', '0.007', '0.01', '0.01', '0.025'),
		fundingCap: bySize('0.003', '0.003', '0.0075', '0.02', '0.02'),
		marketShare: 0.45,
	},
	listing: {
		assetsByHours: {
			8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX TRX LTC BCH DOT AAVE ARB FIL ATOM ETC ONDO KCS',
			4: 'SUI NEAR UNI APT OP INJ XLM HBAR ICP TON LDO RUNE WLD SEI ORDI JUP STX DASH',
			1: 'ENA TIA WIF FET IMX PYTH GALA',
		},
		lots: { APT: '0.1', ICP: '1', ENA: '10' },
		thousandsHours: 4,
		namesakes: [{ ticker: 'LIT', underlying: 'LIT (Litentry)', price: 0.21, hours: 4 }],
		// KuCoin's 8-hour coins settle at 04:00, 12:00 and 20:00; those of other exchanges settle at 00:00, 08:00 and
		// 16:00.
		eightHourPhase: 4,
		isEndOfSlowSpreads: true,
	},
	history: {
		// Binance's rates are played, because no public file has KuCoin's rates for many coins.
		plays: 'binance',
		mark: 'common price',
	},
	async loadFrontEnd() {
		const { createKucoinFrontEnd } = await import('./front-end.ts');
		// `CreateFrontEnd` also passes `isTest`, which is not needed here: KuCoin's test environment differs from
		// production only in its host names.
		return (exchange) => createKucoinFrontEnd(exchange);
	},
};
