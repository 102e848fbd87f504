/**
 * Provides markets with exactly 3, 45 and 22,500 opportunities. The first two are simulated exchanges that list only a
 * few of their coins. The third is larger than any simulation. Its list comes from the service's own scanner and
 * server over a generated market, and the other figures on its page come from a simulated service.
 */
import type { Page, Route } from 'playwright-core';
import { WebSocket } from 'ws';
import { createBenchServer } from '../../bench/bench-http.ts';
import { openFullScanner } from '../../bench/full-scanner.ts';
import { createUniverse, type UniverseNames } from '../../bench/universe.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type Fixture, openFixture, type Service } from '../e2e/fixture.ts';
import { TestRunError, until } from '../e2e/polling.ts';
import { postBody, postCall, resultOf } from '../e2e/wire.ts';

/** All exchanges that can be simulated. */
export const SIMULATED_VENUES = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'] as const;
type SimulatedVenue = (typeof SIMULATED_VENUES)[number];

/** Coins that stay listed, and how many exchanges keep each. A coin on n exchanges has n (n - 1) / 2 opportunities. */
export type Listed = Readonly<Record<string, number>>;
/** Exchanges that list the coins with 3 opportunities. An exchange without a contract would count as down. */
export const FEW_VENUES = ['bybit', 'kucoin', 'binance'] as const;
/** Coins with 3 opportunities. */
export const FEW_COINS: Listed = { XLM: 3 };
/** Coins with 45 opportunities. */
export const SOME_COINS: Listed = {
	AAVE: 5,
	ARB: 5,
	ATOM: 5,
	FIL: 4,
	ONDO: 3,
	XLM: 3,
	BTC: 2,
	ENA: 2,
	PEPE: 2,
};

const OPPORTUNITIES_MS = 1_000;
/** Number of instruments that change per second in the generated market. */
const TICKS_PER_SECOND = 20;
const VENUES = 10;
const COINS = 500;
/** Every so many coins, one has a long name, as coins that exchanges quote by the thousand have. */
const LONG_NAME_PERIOD = 25;
const NAMES: UniverseNames = {
	venue: (index) => SIMULATED_VENUES[index] ?? `exchange${index}`,
	coin: (index) => `${index % LONG_NAME_PERIOD === 0 ? '1000' : ''}${lettersOf(index)}`,
};
const STRIDE = 1_237;

type MapRow = {
	readonly base: string;
	readonly cells: readonly { readonly exchange: SimulatedVenue; readonly symbol: string }[];
};

/** A running service whose exchanges list only some coins. */
export type OpenMarket = AsyncDisposable & { readonly fixture: Fixture; readonly service: Service };

/** Starts the exchanges, removes the other coins from them, and starts the service that the screenshots show. */
export async function openMarket(
	listed: Listed,
	venues: readonly SimulatedVenue[],
	config: object = {},
): Promise<OpenMarket> {
	const fixture = openFixture(config, venues);
	const end = () => fixture[Symbol.asyncDispose]();
	try {
		await fixture.simulate();
		const before = await fixture.serve('--external');
		const { data } = await before.call<{ readonly data: readonly MapRow[] }>('funding_map', { limit: 100 });
		await before.process.end('SIGTERM');
		for (const { base, cells } of data)
			for (const { exchange, symbol } of cells.slice(listed[base] ?? 0))
				await fixture.admin(exchange, 'POST', `/contracts/${symbol}/listed`, { listed: false });
		return { fixture, service: await fixture.serve('--external'), [Symbol.asyncDispose]: end };
	} catch (error) {
		await end();
		throw error;
	}
}

/** A generated market with 22,500 opportunities. */
export type GeneratedMarket = AsyncDisposable & {
	/** Shows its list on the page, instead of the service's own. Call it before the page opens its connection. */
	show(page: Page): Promise<void>;
};

/** Starts the generated market and waits until it knows the expected net of its first opportunities. */
export async function openGeneratedMarket(): Promise<GeneratedMarket> {
	const universe = createUniverse(VENUES, COINS, systemClock.now, NAMES);
	const scanner = openFullScanner(universe, systemClock);
	const { opportunities } = scanner;
	const server = createBenchServer({ opportunities, market: universe.market }, undefined, {
		opportunitiesMs: OPPORTUNITIES_MS,
	});
	let at = 0;
	const stop = systemClock.every(1_000 / TICKS_PER_SECOND, () => {
		at = (at + STRIDE) % universe.instruments.length;
		universe.tick(at);
	});
	const { url } = await server.listen();
	await until({ what: 'the expected net of the generated opportunities', periodMs: 500 }, async () => {
		type Rows = { readonly data: readonly { readonly net: { readonly expected_net: unknown } }[] };
		const { data } = await resultOf<Rows>(postCall(url, 'get_opportunities', { limit: 100 }));
		return data.length > 0 && data.every(({ net }) => net.expected_net !== null) ? true : undefined;
	});
	return {
		async show(page) {
			await page.routeWebSocket(/.*/, (socket) => {
				const address = new URL(socket.url());
				const peer = new WebSocket(`${url.replace(/^http/, 'ws')}${address.pathname}`);
				const waiting: string[] = [];
				const service = address.origin.replace(/^ws/, 'http');
				socket.onMessage((message) => {
					const { method } = JSON.parse(String(message)) as { readonly method: string };
					if (isOfService(method))
						void postBody(service, String(message)).then(({ text }) => socket.send(text));
					else if (peer.readyState === WebSocket.OPEN) peer.send(String(message));
					else waiting.push(String(message));
				});
				peer.on('open', () => {
					for (const message of waiting) peer.send(message);
				});
				peer.on('message', (message) => socket.send(String(message)));
				socket.onClose(() => peer.close());
			});
			await page.route('**/jsonrpc/', (route) => answerFrom(url, route));
		},
		async [Symbol.asyncDispose]() {
			stop();
			await server.stop();
			await scanner.close();
		},
	};
}

/** Methods that the generated market answers. The simulated service answers all others. */
const OF_THE_LIST: ReadonlySet<string> = new Set([
	'get_opportunities',
	'get_daily_spreads',
	'exchange_pair',
	'subscribe',
	'unsubscribe',
]);

function isOfService(method: string | undefined): boolean {
	return !OF_THE_LIST.has(method ?? '');
}

async function answerFrom(url: string, route: Route): Promise<void> {
	const call = route.request().postDataJSON() as { readonly method?: string } | null;
	if (call === null) throw new TestRunError('A call has a body.');
	if (isOfService(call.method)) return route.continue();
	const response = await fetch(`${url}/jsonrpc/`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(call),
	});
	return route.fulfill({
		status: response.status,
		contentType: 'application/json',
		body: await response.text(),
	});
}

/** Returns three letters that differ for each of the first 2,000 indexes: consonant, vowel, consonant. */
function lettersOf(index: number): string {
	const consonants = 'BCDFGHJKLMNPRSTVWXYZ';
	const letter = (from: string, number: number): string => from[number % from.length] ?? '';
	return `${letter(consonants, index)}${letter('AEIOU', Math.floor(index / 20))}${letter(consonants, Math.floor(index / 100) + index)}`;
}
