import { describe, expect, test } from 'vitest';
import { fromInteger, ZERO } from '../../domain/decimal.ts';
import type { PositionReport } from '../../ports/venue.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { dialectOf } from '../modules.ts';
import { noteAnswer } from './answers.ts';
import { createHeldAssets } from './held-assets.ts';
import { outcomeOfError } from './outcome.ts';
import { createPrepared } from './prepared.ts';

const TWO = fromInteger(2);
const MINUTE_MS = 60_000;

function prepared(venue = 'bybit') {
	const clock = createVirtualClock(1_000);
	const settings = createPrepared(clock, dialectOf(venue).errors.means.settings);
	settings.remember('BTCUSDT', TWO, 'isolated');
	return { clock, settings, isKnown: () => settings.has('BTCUSDT', TWO, 'isolated') };
}

const position = (members: Partial<PositionReport>): PositionReport => ({
	symbol: 'BTCUSDT',
	quantity: fromInteger(1),
	entryPrice: null,
	markPrice: null,
	liquidationPrice: null,
	leverage: null,
	marginMode: null,
	margin: null,
	unrealizedPnl: null,
	adlRank: null,
	...members,
});

describe('prepared settings', () => {
	test('hold for ten minutes, for that symbol and those values', () => {
		const { clock, settings, isKnown } = prepared();
		expect(isKnown()).toBe(true);
		expect(settings.has('BTCUSDT', fromInteger(3), 'isolated')).toBe(false);
		expect(settings.has('BTCUSDT', TWO, 'cross')).toBe(false);
		expect(settings.has('ETHUSDT', TWO, 'isolated')).toBe(false);
		clock.leap(1_000 + 10 * MINUTE_MS - 1);
		expect(isKnown()).toBe(true);
		clock.leap(1_000 + 10 * MINUTE_MS);
		expect(isKnown()).toBe(false);
	});

	test.each([
		['bybit', '{"retCode":110086,"retMsg":"The leverage exceeds the maximum of the tier."}', false],
		['bybit', '{"retCode":10001,"retMsg":"position idx not match position mode"}', false],
		['kucoin', `{"code":"330005","msg":"The order's margin mode does not match the selected one."}`, false],
		['kucoin', '{"code":"330011","msg":"position mode does not match"}', false],
		['kucoin', '{"code":"300016","msg":"The leverage cannot be greater than 20."}', false],
		['okx', '{"code":"1","data":[{"sCode":"51000","sMsg":"Parameter posSide error"}]}', false],
		[
			'okx',
			`{"code":"51010","msg":"You can't complete this request under your current account mode."}`,
			false,
		],
		['binance', '{"code":-4061,"msg":"Order\'s position side does not match user\'s setting."}', false],
		['hyperliquid', '{"status":"err","response":"Cross margin is not allowed for this asset."}', false],
		['okx', '{"code":"1","data":[{"sCode":"51008","sMsg":"Insufficient USDT margin in account"}]}', true],
		['okx', '{"code":"1","data":[{"sCode":"51000","sMsg":"Parameter sz error"}]}', true],
		['bybit', '{"retCode":110007,"retMsg":"ab not enough for new order"}', true],
		// A text about settings has no effect if the code is not about settings.
		['bybit', '{"retCode":110007,"retMsg":"not enough at this leverage"}', true],
		['kucoin', '{"code":"300003","msg":"Balance insufficient."}', true],
		['bybit', '{"retCode":10006,"retMsg":"Too many visits."}', true],
	])('stay known after a refusal of %s with %s: %s', (venue, body, known) => {
		const { settings, isKnown } = prepared(venue);
		const error = noteAnswer(new Error(body), 200, body);
		const outcome = outcomeOfError(error, dialectOf(venue).errors, 'IOC');
		expect(outcome.kind).toBe('rejected');
		settings.noteOutcome(outcome);
		expect(isKnown()).toBe(known);
		// The settings also stay known after an unknown outcome.
		const other = prepared(venue);
		other.settings.noteOutcome({ kind: 'unknown', message: body });
		expect(other.isKnown()).toBe(true);
	});

	test.each([
		['another leverage', position({ leverage: fromInteger(5) }), false],
		['another margin mode', position({ marginMode: 'cross' }), false],
		['the same', position({ leverage: TWO, marginMode: 'isolated' }), true],
		['neither', position({}), true],
		['another symbol’s', position({ symbol: 'ETHUSDT', leverage: fromInteger(5) }), true],
	])('are compared with a position with %s', (_what, report, known) => {
		const { settings, isKnown } = prepared();
		settings.notePositions([position({ symbol: 'SOLUSDT' }), report]);
		expect(isKnown()).toBe(known);
	});
});

test('reads held assets every time, absent ones every 30 s, and moved ones at once', () => {
	const clock = createVirtualClock(0);
	const held = createHeldAssets(['KCS', 'USDC'], clock);
	const report = (assets: readonly string[]) => ({
		walletBalance: ZERO,
		equity: ZERO,
		available: ZERO,
		marginUsed: ZERO,
		otherAssets: assets.map((asset) => ({ asset, quantity: TWO, usdPrice: null })),
	});
	expect(held.toAsk()).toEqual(['KCS', 'USDC']);
	held.note(['KCS', 'USDC'], report(['USDC']));
	expect(held.toAsk()).toEqual(['USDC']);
	clock.leap(30_000);
	expect(held.toAsk()).toEqual(['KCS', 'USDC']);
	held.note(['KCS', 'USDC'], report([]));
	expect(held.toAsk()).toEqual([]);
	const flow = {
		recordId: '1',
		kind: 'TransferIn',
		cause: 'transfer',
		asset: 'KCS',
		amount: TWO,
		at: 0,
	} as const;
	held.noteFlows([flow]);
	expect(held.toAsk()).toEqual(['KCS']);
});

describe('an account-wide setting', () => {
	function checking() {
		const clock = createVirtualClock(1_000);
		const settings = createPrepared(clock, ['1']);
		const made: string[] = [];
		const verify = (value: string, end: Promise<void> = Promise.resolve()) =>
			settings.verified('margin mode', value, () => {
				made.push(value);
				return end;
			});
		return { clock, settings, made, verify };
	}

	test('is checked once for all callers while it holds, and again for another value', async () => {
		const { clock, made, verify } = checking();
		await Promise.all([verify('isolated'), verify('isolated'), verify('isolated')]);
		expect(made).toEqual(['isolated']);
		clock.leap(1_000 + 10 * MINUTE_MS);
		await verify('isolated');
		await verify('cross');
		expect(made).toEqual(['isolated', 'isolated', 'cross']);
	});

	test('fails for all callers of a failed check, and is checked again by the next', async () => {
		const { made, verify } = checking();
		const refused = Promise.reject(new Error('hedge mode'));
		const both = [verify('isolated', refused), verify('isolated')];
		for (const one of both) await expect(one).rejects.toThrow('hedge mode');
		await verify('isolated');
		expect(made).toHaveLength(2);
	});

	test('is dropped after a refusal about settings, or a position with another value', async () => {
		const { settings, made, verify } = checking();
		await verify('isolated');
		settings.noteOutcome({ kind: 'rejected', code: '1', message: 'the mode differs', passing: false });
		await verify('isolated');
		settings.remember('BTCUSDT', TWO, 'isolated');
		settings.notePositions([position({ marginMode: 'cross' })]);
		await verify('isolated');
		expect(made).toHaveLength(3);
	});
});

describe('changes of one symbol', () => {
	function changing() {
		const { settings } = prepared();
		const begun: string[] = [];
		const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
		const change = (symbol: string, name: string) =>
			settings.inTurn(symbol, () => {
				begun.push(name);
				return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
			});
		return { begun, ends, change };
	}

	test('run one after another, and in parallel for different symbols', async () => {
		const { begun, ends, change } = changing();
		const first = change('BTCUSDT', 'first');
		const second = change('BTCUSDT', 'second');
		const other = change('ETHUSDT', 'other');
		await Promise.resolve();
		expect(begun).toEqual(['first', 'other']);
		ends[0]?.resolve();
		ends[1]?.resolve();
		await Promise.all([first, other]);
		expect(begun).toEqual(['first', 'other', 'second']);
		ends[2]?.resolve();
		await second;
	});

	test('continue after a refused one, which alone fails', async () => {
		const { begun, ends, change } = changing();
		const first = change('BTCUSDT', 'first');
		const second = change('BTCUSDT', 'second');
		await Promise.resolve();
		ends[0]?.reject(new Error('leverage refused'));
		await expect(first).rejects.toThrow('leverage refused');
		expect(begun).toEqual(['first', 'second']);
		ends[1]?.resolve();
		await second;
	});
});
