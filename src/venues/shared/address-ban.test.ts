/** When a ban is seen, how long it is kept to, and what goes out all the same. */
import { expect, test } from 'vitest';
import { createVirtualClock, type VirtualClock } from '../../../test/support/virtual-clock.ts';
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

/** How long nothing is read after it, milliseconds, as it is said. */
function heldMs(venue: string, answer: Answered): number {
	const { bans } = watched(venue);
	bans.failed(failure(answer));
	try {
		bans.check('market');
		return 0;
	} catch (error) {
		const end = / before (\S+Z)\.$/.exec((error as Error).message)?.[1];
		return Date.parse(end ?? '') - NOW;
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
	// Without an end the first ban; an end in the past or beyond the longest ban is not believed.
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

test('what can wait is held; an order, its cancel and the question what became of it are not', () => {
	const { bans } = watched('kucoin');
	bans.failed(failure(blocked));
	for (const kind of ['market', 'history', 'account'] as const)
		expect(() => bans.check(kind)).toThrow(
			/kucoin has banned this machine's address .* before 2027-01-15T08:00:30/,
		);
	for (const kind of ['order', 'probe'] as const) bans.check(kind);
});

test('where no end is told it is asked again ever later, and from the beginning after it was served', () => {
	const { clock, bans } = watched('bybit');
	const pauses: number[] = [];
	for (let ban = 0; ban < 7; ban += 1) {
		const from = clock.now();
		bans.failed(failure(forbidden));
		// Told once more by a request that was on its way as well: the same ban.
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

test('a request that is served ends it, unless it left before the ban was told', () => {
	const { clock, bans } = watched('kucoin');
	const before = clock.monotonic();
	clock.leap(NOW + 5_000);
	bans.failed(failure(blocked));
	bans.served(before);
	expect(isHeld(bans)).toBe(true);
	bans.served(clock.monotonic());
	expect(isHeld(bans)).toBe(false);
});

test('a venue without a documented ban is never held', () => {
	const none: AddressBan | undefined = undefined;
	const bans = watchBans('okx', none, createVirtualClock(NOW));
	bans.failed(failure(teapot(NOW + MINUTE_MS)));
	bans.check('market');
	expect(dialectOf('okx').errors.ban).toBeUndefined();
});
