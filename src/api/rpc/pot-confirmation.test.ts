import { expect, test } from 'vitest';
import { POT_SETTINGS } from '../../../test/support/pot-world.ts';
import { fromInteger, parseDecimal } from '../../domain/decimal.ts';
import type { PotLimits, PotSettings } from '../../ports/autopilot.ts';
import { tradesMore } from './pot-confirmation.ts';

const BEFORE: PotSettings = {
	...POT_SETTINGS,
	mode: 'suggest',
	coinsAllowed: ['BTC', 'SOL'],
	coinsDenied: ['XRP'],
	limits: {
		...POT_SETTINGS.limits,
		exchangeShare: parseDecimal('0.5'),
		turnoverPerDay: fromInteger(1_000),
	},
};

const limits = (change: Partial<PotLimits>): Partial<PotSettings> => ({
	limits: { ...BEFORE.limits, ...change },
});

test.each<[string, Partial<PotSettings>]>([
	['another exchange', { exchanges: ['bybit', 'gate'] }],
	['another coin', { coinsAllowed: ['BTC', 'ETH'] }],
	['all coins', { coinsAllowed: null }],
	['a coin that is no longer denied', { coinsDenied: [] }],
	['mode act', { mode: 'act' }],
	['more capital', { capital: fromInteger(10_001) }],
	['more leverage', { leverage: fromInteger(2) }],
	['a larger share of a coin', limits({ coinShare: parseDecimal('0.11') })],
	['a larger share of an exchange', limits({ exchangeShare: parseDecimal('0.6') })],
	['no share of an exchange', limits({ exchangeShare: null })],
	['more orders a day', limits({ ordersPerDay: 41 })],
	['more turnover a day', limits({ turnoverPerDay: fromInteger(1_001) })],
	['no turnover a day', limits({ turnoverPerDay: null })],
	['a later drawdown stop', limits({ drawdownPct: fromInteger(6) })],
	['no drawdown stop', limits({ drawdownPct: null })],
	['less net over cash', limits({ minNetOverCashPct: fromInteger(-1) })],
])('a change lets a pot trade more: %s', (_name, change) => {
	const after = { ...BEFORE, ...change };
	expect(tradesMore(BEFORE, after)).toBe(true);
	// The same change backwards narrows the pot, unless it exchanges one place for another.
	const isSwap = change.exchanges !== undefined || change.coinsAllowed?.includes('ETH') === true;
	expect(tradesMore(after, BEFORE)).toBe(isSwap);
});

test('a change that narrows nothing and widens nothing needs no confirmation', () => {
	expect(tradesMore(BEFORE, { ...BEFORE, name: 'Renamed', decisionMinute: 700 })).toBe(false);
	expect(tradesMore(BEFORE, { ...BEFORE, coinsAllowed: ['SOL'], coinsDenied: ['XRP', 'BTC'] })).toBe(false);
});
