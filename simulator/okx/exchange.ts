/** Defines OKX as a simulated exchange: its terms, listed contracts, replayed history and protocol front end. */
import type { ExchangeModule } from '../core/exchange-module.ts';
import { bySize } from '../core/venue-terms.ts';

/** OKX's exchange module. */
export const okx: ExchangeModule = {
	name: 'okx',
	shownName: 'OKX',
	terms: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}-USDT-SWAP`,
		bases: {},
		thousand: undefined,
		keyForm: 'key, secret and passphrase',
		countsContracts: true,
		stepsPerContract: 100,
		clientIdsUnique: 'while open',
		takerFee: '0.0005',
		makerFee: '0.0002',
		feeAsset: undefined,
		notionalMin: 0,
		paysOn: 'mark',
		delisting: { averageMinutes: 60, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: [],
		priceFigures: undefined,
		paysInto: 'main',
		leverageMax: bySize(100, 75, 50, 50, 20),
		maintenanceMarginRate: bySize('0.004', '0.0065', '0.01', '0.01', '0.02'),
		fundingCap: bySize('0.015', '0.015', '0.015', '0.015', '0.015'),
		marketShare: 0.7,
	},
	listing: {
		assetsByHours: {
			8: 'BTC ETH SOL XRP BNB DOGE ADA LINK AVAX SUI TRX LTC BCH DOT NEAR UNI AAVE APT ARB OP FIL ATOM ETC',
			4: 'INJ TON ONDO LDO WLD TIA WIF ORDI JUP HYPE',
		},
		thousandsHours: 8,
	},
	history: {
		// Binance's rates are played, because no public file has OKX's rates for many coins.
		plays: 'binance',
		mark: 'near index',
	},
	async loadFrontEnd() {
		const { createOkxFrontEnd } = await import('./front-end.ts');
		return (exchange, isTest) => createOkxFrontEnd(exchange, undefined, isTest);
	},
};
