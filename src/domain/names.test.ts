import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { venueFacts } from '../venues/facts.ts';
import { formatDecimal } from './decimal.ts';
import { resolveName, type WrittenName } from './names.ts';

/** Returns `[coin, coins per unit, quote]`. */
function resolved(venue: string, written: WrittenName): readonly string[] | undefined {
	const name = resolveName(venueFacts(venue)?.spelling, written);
	return name === undefined ? undefined : [name.coin, formatDecimal(name.coinsPerUnit), name.quote];
}

describe('a symbol', () => {
	test.each([
		['bybit', 'BTCUSDT', 'BTC', '1', 'USDT'],
		['bybit', 'BTCPERP', 'BTC', '1', 'USDC'],
		['bybit', 'ETHUSD', 'ETH', '1', 'USD'],
		['bybit', '1000PEPEUSDT', 'PEPE', '1000', 'USDT'],
		['bybit', '1000PEPEPERP', 'PEPE', '1000', 'USDC'],
		['bybit', '10000SATSUSDT', 'SATS', '10000', 'USDT'],
		['bybit', '1000000MOGUSDT', 'MOG', '1000000', 'USDT'],
		['bybit', '1000000BABYDOGEUSDT', 'BABYDOGE', '1000000', 'USDT'],
		['bybit', 'SHIB1000USDT', 'SHIB', '1000', 'USDT'],
		['bybit', '1000XUSDT', 'X', '1000', 'USDT'],
		['kucoin', 'XBTUSDTM', 'BTC', '1', 'USDT'],
		['kucoin', 'XBTUSDCM', 'BTC', '1', 'USDC'],
		['kucoin', 'XBTUSDM', 'BTC', '1', 'USD'],
		['kucoin', 'SHIBUSDTM', 'SHIB', '1', 'USDT'],
		['kucoin', '1000BONKUSDTM', 'BONK', '1000', 'USDT'],
		['kucoin', '10000CATUSDTM', 'CAT', '10000', 'USDT'],
		['binance', '1000SATSUSDT', 'SATS', '1000', 'USDT'],
		['binance', '1MBABYDOGEUSDT', 'BABYDOGE', '1000000', 'USDT'],
		['binance', 'ETHUSDC', 'ETH', '1', 'USDC'],
		['okx', 'BTC-USDT-SWAP', 'BTC', '1', 'USDT'],
		['okx', 'BTC-USD-SWAP', 'BTC', '1', 'USD'],
		['hyperliquid', 'BTC', 'BTC', '1', 'USDC'],
		['hyperliquid', 'kPEPE', 'PEPE', '1000', 'USDC'],
		['hyperliquid', 'kSHIB', 'SHIB', '1000', 'USDC'],
		['hyperliquid', 'kBONK', 'BONK', '1000', 'USDC'],
	])('%s %s is %s × %s in %s', (venue, symbol, ...name) => {
		expect(resolved(venue, { symbol })).toEqual(name);
	});

	test.each([
		['bybit', '1INCHUSDT', '1INCH'],
		['bybit', '0GUSDT', '0G'],
		['bybit', '4USDT', '4'],
		['bybit', '2ZUSDT', '2Z'],
		['bybit', 'API3USDT', 'API3'],
		['bybit', 'C98USDT', 'C98'],
		['bybit', 'SPX6900USDT', 'SPX6900'],
		['bybit', 'USDEUSDT', 'USDE'],
		['bybit', 'PERPUSDT', 'PERP'],
		['bybit', 'KASUSDT', 'KAS'],
		['kucoin', 'MUSDTM', 'M'],
		['binance', '1000USDT', '1000'],
		['hyperliquid', 'KAS', 'KAS'],
		['hyperliquid', 'KAITO', 'KAITO'],
		['hyperliquid', 'k', 'k'],
		['hyperliquid', '0G', '0G'],
		['hyperliquid', 'SHIB1000', 'SHIB1000'],
	])('%s %s only looks like a multiple: the coin is %s', (venue, symbol, coin) => {
		expect(resolved(venue, { symbol })?.slice(0, 2)).toEqual([coin, '1']);
	});

	test.each([
		['bybit', 'BTC-24MAR23'],
		['bybit', 'USDT'],
		['kucoin', 'XBTMU26'],
		['binance', 'BTCUSDT_260327'],
		['okx', 'BTC-USDT-260327'],
		['hyperliquid', 'xyz:TSLA'],
		['hyperliquid', '@107'],
		['unheard-of', 'BTCUSDT'],
	])('%s %s is not the name of a perpetual', (venue, symbol) => {
		expect(resolved(venue, { symbol })).toBeUndefined();
	});
});

describe('base and quote stated by a venue', () => {
	test('take precedence over the symbol', () => {
		expect(resolved('bybit', { symbol: 'BTCPERP', base: 'BTC', quote: 'USDC' })).toEqual([
			'BTC',
			'1',
			'USDC',
		]);
		expect(resolved('kucoin', { symbol: 'odd', base: 'XBT', quote: 'USDT' })).toEqual(['BTC', '1', 'USDT']);
		expect(resolved('unheard-of', { symbol: 'odd', base: '1000PEPE', quote: 'USDT' })).toEqual([
			'PEPE',
			'1000',
			'USDT',
		]);
	});

	test('are not a name if empty', () => {
		expect(resolved('bybit', { symbol: 'odd', base: '', quote: 'USDT' })).toBeUndefined();
		expect(resolved('bybit', { symbol: 'odd', base: 'BTC', quote: '' })).toBeUndefined();
	});
});

test('resolves a multiple of a coin to that coin, on every venue that writes it so', () => {
	const ticker = fc.stringMatching(/^[A-Z][A-Z0-9]{0,8}$/).filter((name) => !['XBT', 'BEAMX'].includes(name));
	const venue = fc.constantFrom('bybit', 'kucoin', 'binance', 'okx');
	fc.assert(
		fc.property(
			ticker,
			venue,
			fc.constantFrom('1000', '10000', '100000', '1000000'),
			(coin, where, multiple) => {
				const written = { symbol: 'any', base: `${multiple}${coin}`, quote: 'USDT' };
				expect(resolved(where, written)).toEqual([coin, multiple, 'USDT']);
			},
		),
	);
});

test('returns a name or nothing for any text', () => {
	fc.assert(
		fc.property(fc.constantFrom('bybit', 'hyperliquid', '__proto__', 'okx'), fc.string(), (venue, symbol) => {
			const name = resolveName(venueFacts(venue)?.spelling, { symbol });
			expect(name === undefined || (name.coin !== '' && name.coinsPerUnit > 0n)).toBe(true);
		}),
	);
	for (const symbol of ['constructor', '__proto__', 'toString'])
		expect(resolveName(venueFacts('bybit')?.spelling, { symbol, base: symbol, quote: 'USDT' })?.coin).toBe(
			symbol,
		);
});
