/** Checks how a ban is detected, how long it lasts, and which requests are still sent during it. */
import { expect, test } from 'vitest';
import type { VenueRateLimitError } from '../../ports/venue-error.ts';
import { createVirtualClock, type VirtualClock } from '../../runtime/virtual-clock.ts';
import { dialectOf } from '../modules.ts';
import { type AddressBan, type BanWatch, watchBans } from './address-ban.ts';
import { noteAnswer } from './answers.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function watched(venue: string): { readonly clock: VirtualClock; readonly bans: BanWatch } {
	const clock = createVirtualClock(NOW);
	return { clock, bans: watchBans(venue, dialectOf(venue).errors.ban, clock) };
}

const isHeld = ({ check }: BanWatch): boolean => {
	try {
		check('market');
		return false;
	} catch {
		return true;
	}
};

/** Returns how long reads are refused after the response, milliseconds. */
function heldMs(venue: string, answer: Answered): number {
	const { bans } = watched(venue);
	bans.failed(failure(answer));
	try {
		bans.check('market');
		return 0;
	} catch (error) {
		return (error as VenueRateLimitError).retryAfterMs;
	}
}

type Answered = readonly [status: number, body: string];
const failure = ([status, body]: Answered): Error => noteAnswer(new Error(body), status, body);

const teapot = (end: number): Answered => [
	418,
	`{"code":-1003,"msg":"Way too many requests; IP(1.2.3.4) banned until ${end}. Please use the websocket for live updates to avoid bans."}`,
];
const forbidden: Answered = [
	403,
	'{"retCode":10006,"retMsg":"access too frequent","result":{},"retExtInfo":{},"time":1}',
];
const blocked: Answered = [429, 'error code: 1015'];
const blockedPage: Answered = [
	429,
	'<!DOCTYPE html><html><head><title>Access denied | api-futures.kucoin.com used Cloudflare to restrict access</title></head></html>',
];

test.each([
	['binance', teapot(NOW + 5 * MINUTE_MS), 5 * MINUTE_MS + 1_000],
	// If the exchange does not say when the ban ends, the shortest ban applies. An end in the past, or beyond the
	// longest ban, is moved to the nearest permitted time.
	['binance', [418, '<html>'], 2 * MINUTE_MS],
	['binance', teapot(NOW - MINUTE_MS), 1_000],
	['binance', teapot(NOW + 300 * DAY_MS), 3 * DAY_MS],
	['binance', [429, '{"code":-1003,"msg":"Too many requests"}'], 0],
	['binance', [400, '{"code":-1003,"msg":"IP banned until 1800000300000."}'], 0],
	['bybit', forbidden, 30_000],
	['bybit', [200, forbidden[1]], 30_000],
	['bybit', [403, '<html>'], 30_000],
	['bybit', [200, '{"retCode":10001,"retMsg":"access too frequent","result":{}}'], 0],
	['bybit', [200, '{"retCode":10006,"retMsg":"Too many visits!","result":{}}'], 0],
	['kucoin', blocked, 30_000],
	['kucoin', blockedPage, 30_000],
	['kucoin', [429, '{"code":"429000","msg":"error code: 1015"}'], 0],
	['kucoin', [429, '{"code":"429000","msg":"Too Many Requests"}'], 0],
	['okx', [429, '{"msg":"Too Many Requests","code":"50011"}'], 0],
	['hyperliquid', [429, 'null'], 0],
] as const)('%s, %j: %i ms', (venue, answer, ms) => {
	expect(heldMs(venue, answer)).toBe(ms);
});

test('refuses reads that can wait, but not orders, cancels and order queries', () => {
	const { bans } = watched('kucoin');
	bans.failed(failure(blocked));
	for (const kind of ['market', 'history', 'account'] as const)
		expect(() => bans.check(kind)).toThrow(
			/kucoin has banned this machine's IP address .* for another 30\.0 s\.$/,
		);
	for (const kind of ['order', 'probe'] as const) bans.check(kind);
});

test('without a stated end pauses grow, and reset after a served request', () => {
	const { clock, bans } = watched('bybit');
	const pauses: number[] = [];
	for (let ban = 0; ban < 7; ban += 1) {
		const from = clock.now();
		bans.failed(failure(forbidden));
		// Another request in flight reports the same ban.
		bans.failed(failure(forbidden));
		while (isHeld(bans)) clock.leap(clock.now() + 1_000);
		pauses.push((clock.now() - from) / 1_000);
	}
	expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600]);
	bans.served(clock.monotonic());
	const from = clock.now();
	bans.failed(failure(forbidden));
	while (isHeld(bans)) clock.leap(clock.now() + 1_000);
	expect(clock.now() - from).toBe(30_000);
});

test('a served request ends the ban, unless it left before the ban', () => {
	const { clock, bans } = watched('kucoin');
	const before = clock.monotonic();
	clock.leap(NOW + 5_000);
	bans.failed(failure(blocked));
	bans.served(before);
	expect(isHeld(bans)).toBe(true);
	bans.served(clock.monotonic());
	expect(isHeld(bans)).toBe(false);
});

test('never refuses reads at an exchange without a documented ban', () => {
	const none: AddressBan | undefined = undefined;
	const bans = watchBans('okx', none, createVirtualClock(NOW));
	bans.failed(failure(teapot(NOW + MINUTE_MS)));
	bans.check('market');
	expect(dialectOf('okx').errors.ban).toBeUndefined();
});
