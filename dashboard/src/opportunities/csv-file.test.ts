import { describe, expect, test } from 'vitest';
import { type CsvParts, csvFile } from './csv-file.ts';
import type { Opportunity } from './held-rows.ts';

const AS_OF = '2026-11-20T08:00:00.000Z';
const PARTS: CsvParts = { daily: new Map(), asOf: AS_OF, saidAll: (messages) => messages };

function record(change: Partial<Opportunity>, net: Partial<Opportunity['net']> = {}): Opportunity {
	return {
		opportunity_id: 'opp_1',
		exchangepair: 'bybit-kucoin',
		long_symbol: 'XBTUSDTM',
		short_symbol: 'BTCUSDT',
		base: 'BTC',
		symbol: 'BTCUSDT',
		age_ms: 420,
		...change,
		net: { amount: 1_000, leverage: 1, verdict: 'trade', reasons: [], expected_net: 0.0018, ...net },
	} as Opportunity;
}

function linesOf(text: string): readonly string[] {
	expect(text.endsWith('\r\n')).toBe(true);
	return text.slice(0, -2).split('\r\n');
}

describe('the CSV file', () => {
	test('has ids, the fields of the shown columns, the terms and the time', () => {
		const [head, line] = linesOf(csvFile([record({})], ['coin', 'age'], PARTS));
		expect(head).toBe(
			'Opportunity id,Exchange pair,Long symbol,Short symbol,Coin,Symbol,Age of data (ms),Amount (USD over both legs),Leverage (per leg),As of (UTC)',
		);
		expect(line).toBe(`opp_1,bybit-kucoin,XBTUSDTM,BTCUSDT,BTC,BTCUSDT,420,1000,1,${AS_OF}`);
	});

	test('quotes texts with commas, quotes and line ends', () => {
		const reasons = ['Net +0.18 %, 77 % chance of profit.', 'The “exit” says "no".\nSee below.'];
		const text = csvFile([record({}, { reasons })], ['verdict'], PARTS);
		expect(text).toContain(
			',trade,"Net +0.18 %, 77 % chance of profit. The “exit” says ""no"".\nSee below.",1000,',
		);
	});

	test("writes the reasons in the reader's language", () => {
		const net = {
			reasons: ['Too few hours.', 'Its own words.'],
			reason_sentences: [{ id: 'few', facts: {} }, null],
		};
		const saidAll: CsvParts['saidAll'] = (messages, sentences) =>
			messages.map((message, at) => (sentences[at] === null ? message : 'Muy pocas horas.'));
		const text = csvFile([record({}, net)], ['verdict'], { ...PARTS, saidAll });
		expect(text).toContain(',trade,Muy pocas horas. Its own words.,1000,');
	});

	test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('keeps %j from being a formula', (base) => {
		const text = csvFile([record({ base })], ['coin'], PARTS);
		expect(text).toContain(base.startsWith('\r') ? `,"'${base}",` : `,'${base},`);
	});

	test('writes negative and very small figures as plain numbers, and unknown ones as nothing', () => {
		const [, line] = linesOf(
			csvFile(
				[
					record({
						long_rate: -1.25e-7,
						short_rate: 1e21,
						long_interval_hours: null,
					} as Partial<Opportunity>),
				],
				['legs'],
				PARTS,
			),
		);
		expect(line).toContain(',-0.000000125,,');
		expect(line).toContain(`,1${'0'.repeat(21)},`);
	});

	test('has one column for each of 30 days', () => {
		const days = Array.from({ length: 30 }, (_, day) => (day === 0 ? null : day / 1_000));
		const [head = '', line = ''] = linesOf(
			csvFile([record({})], ['history'], { ...PARTS, daily: new Map([['opp_1', days]]) }),
		);
		expect(head.split(',').filter((name) => name.startsWith('Settled spread'))).toHaveLength(30);
		expect(line.split(',').slice(4, 7)).toEqual(['', '0.001', '0.002']);
		expect(line.split(',')[33]).toBe('0.029');
	});
});
