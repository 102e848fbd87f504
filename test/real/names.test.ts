/**
 * Checks the table of contract names against real listings: those in a year of settled funding, and those in recorded
 * and documented message bodies.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../src/domain/decimal.ts';
import { resolveName } from '../../src/domain/names.ts';
import { venueFacts } from '../../src/venues/facts.ts';
import { documentedEndpoint, testDataDir } from './documented-bodies.ts';

const SETTLED = 'funding/settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
const ALL_MIDS = 'messages/hyperliquid-recorded-http/test_get_all_mids.yaml';

/** Returns every listing in the recorded funding once, as venue, symbol, base and quote. */
function settledNames(): readonly (readonly string[])[] {
	const lines = gunzipSync(readFileSync(join(testDataDir(), SETTLED)))
		.toString()
		.trim()
		.split('\n')
		.slice(1);
	return [...new Set(lines.map((line) => line.split(',').slice(1, 5).join(',')))].map((name) =>
		name.split(','),
	);
}

function written(venue: string, symbol: string): readonly string[] | undefined {
	const name = resolveName(venueFacts(venue)?.spelling, { symbol });
	return name === undefined ? undefined : [name.coin, formatDecimal(name.coinsPerUnit), name.quote];
}

describe('symbols alone', () => {
	test('reads coin and quote as stated in a year of settled funding', () => {
		const names = settledNames();
		const read = names.map(([venue = '', symbol = '']) => [venue, symbol, ...(written(venue, symbol) ?? [])]);
		expect(read).toEqual(names.map(([venue, symbol, base, quote]) => [venue, symbol, base, '1', quote]));
		expect(new Set(names.map(([venue]) => venue))).toEqual(new Set(['binance', 'bybit', 'hyperliquid']));
		expect(names.filter(([, symbol]) => symbol?.endsWith('PERP')).length).toBeGreaterThan(10);
	});

	test('reads every recorded Hyperliquid mid as a coin in USDC; only a lower-case k marks a multiple', () => {
		const body = /string: '(\{.*?\})'/s.exec(readFileSync(join(testDataDir(), ALL_MIDS), 'utf8'))?.[1] ?? '';
		const symbols = Object.keys(JSON.parse(body.replaceAll(/\s+/g, '')) as object);
		const read = symbols.map((symbol) => written('hyperliquid', symbol));
		expect(read).toEqual(
			symbols.map((symbol) =>
				symbol.startsWith('k') ? [symbol.slice(1), '1000', 'USDC'] : [symbol, '1', 'USDC'],
			),
		);
		expect(symbols).toContain('kPEPE');
	});
});

test('the documented bodies’ stated names agree with their symbols', () => {
	const bybit = documentedEndpoint(
		'messages/bybit-documented/Endpoints/V5Api/ExchangeData/GetLinearInverseSymbols',
	);
	const kucoin = documentedEndpoint(
		'messages/kucoin-documented/Endpoints/Futures/ExchangeData/GetOpenContracts',
	);
	const rows = [
		...(bybit.body as { result: { list: Record<string, string>[] } }).result.list.map((row) => ({
			venue: 'bybit',
			symbol: row.symbol ?? '',
			base: row.baseCoin,
			quote: row.quoteCoin,
		})),
		...(kucoin.body as { data: Record<string, string>[] }).data.map((row) => ({
			venue: 'kucoin',
			symbol: row.symbol ?? '',
			base: row.baseCurrency,
			quote: row.quoteCurrency,
		})),
	];
	expect(rows.length).toBeGreaterThanOrEqual(2);
	for (const { venue, ...name } of rows)
		expect(resolveName(venueFacts(venue)?.spelling, { symbol: name.symbol })).toEqual(
			resolveName(venueFacts(venue)?.spelling, name),
		);
});
