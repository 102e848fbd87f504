/**
 * Makes simulated exchanges fail while a position is open, one failure after another with one service. Each run opens
 * a position, lets one exchange fail, and in half of the draws requests a close during the failure. Then the exchange
 * recovers. The run checks the outcome against the exchanges' own records, the journal on disk and the service's
 * reports.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { VENUE_LACKS } from '../../scripts/venue-capabilities.ts';
import type { Decimal } from '../../src/domain/decimal.ts';
import { formatDecimal } from '../../src/domain/decimal.ts';
import { messageOf } from '../../src/domain/message-of.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';
import { type ChaosKind, chaosKind, type Struck } from './chaos-kinds.ts';
import {
	type ChaosLeg,
	moneyFaults,
	type NakedWatch,
	orderFaults,
	truthOf,
	watchNaked,
} from './chaos-truth.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { LATE_MS_MAX, lateReadsOf, showLate } from './late-reads.ts';
import { until } from './polling.ts';
import {
	allOpportunities,
	closeAndEnd,
	ENDED,
	executionOf,
	openAndRun,
	openableOpportunities,
	untilStatus,
} from './trading.ts';
import type { Execution, Opportunity, PairStatus } from './wire.ts';

const AMOUNT_USD = 1_400;
/**
 * Maximum time for which a leg may be unhedged, milliseconds. It allows for three delays. If one leg lags for five
 * seconds, the service reduces the other. If an order's outcome is unknown, the service learns it within one request
 * window, a few seconds. Exchanges may also report orders late.
 */
const NAKED_MS_MAX = 20_000 + LATE_MS_MAX;
/**
 * Additional time allowed after the failure, milliseconds, because the exchange's last response may be as old as one
 * request window.
 */
const AFTER_MS = 15_000;
const POLL_MS = 200;
/** Maximum number of characters to quote from the output of a service that has exited. */
const LAST_WORDS_CHARS = 4_000;

/** Settings with short limits, so that a failure of a few seconds has an effect. */
const QUICK = { tickerStaleMs: 2_000, contractsPeriodMs: 2_000, noticesPeriodMs: 1_000 };
/**
 * Settings for exchanges with a small request budget per IP address. A stream may wait four seconds before it repeats
 * an inactive contract's prices, and reading the contract list uses up one second's budget.
 */
const SPARING = { tickerStaleMs: 6_000, contractsPeriodMs: 10_000, noticesPeriodMs: 4_000 };

function isSparing(venues: readonly TradedVenue[]): boolean {
	return venues.includes('hyperliquid');
}

function configFor(venues: readonly TradedVenue[]) {
	return {
		marketData: {
			...(isSparing(venues) ? SPARING : QUICK),
			// Binance's stream sends prices once a second.
			tickerPeriodMs: venues.includes('binance') ? 1_000 : 500,
			...(venues.includes('binance') && !isSparing(venues)
				? { tickerStaleMs: 3_000, contractsPeriodMs: 5_000 }
				: {}),
			clockPeriodMs: 10_000,
		},
		execution: { unknownAttentionMs: 30_000 },
		risk: { dailyLossMaxUsd: 1_000_000, venueErrorsMin: 100_000 },
	};
}

export type ChaosDone = {
	readonly count: number;
	/** Longest time that a leg was unhedged, by type of failure, milliseconds. */
	readonly nakedMs: ReadonlyMap<string, number>;
	readonly faults: readonly string[];
};

type Run = {
	readonly fixture: Fixture;
	readonly service: Service;
	readonly token: string;
	readonly venues: readonly [TradedVenue, TradedVenue];
	readonly random: SeededRandom;
	readonly walletsAtStart: ReadonlyMap<TradedVenue, Decimal>;
	readonly startedAt: number;
	readonly usedCoins: Set<string>;
	/** Turns on the read delays if the run has late reads. They last until the exchange's faults are removed. */
	readonly showLate: () => Promise<void>;
};

export async function runChaos(options: {
	readonly seed: number;
	readonly kinds: readonly string[];
	readonly venues: readonly [TradedVenue, TradedVenue];
	/** True if both exchanges report accepted orders late throughout the run. */
	readonly isLate?: boolean;
	readonly report: (line: string) => void;
}): Promise<ChaosDone> {
	const { venues } = options;
	await using fixture = openFixture(configFor(venues), venues);
	const service = await fixture.serve('--log-level', 'info');
	const run: Run = {
		fixture,
		service,
		token: await fixture.token('arb:read arb:trade'),
		venues,
		random: seededRandom(options.seed),
		walletsAtStart: new Map(
			await Promise.all(
				venues.map(async (venue) => [venue, (await truthOf(fixture, venue)).wallet] as const),
			),
		),
		startedAt: Date.now() - 1_000,
		usedCoins: new Set(),
		async showLate() {
			if (options.isLate === true)
				for (const venue of venues) await showLate(fixture, venue, lateReadsOf(options.seed, venue));
		},
	};
	await run.showLate();
	const faults: string[] = [];
	const nakedMs = new Map<string, number>();
	for (const name of options.kinds) {
		const done = await struckOnce(run, chaosKind(name)).catch((error: unknown) => {
			if (!service.process.hasEnded()) throw error;
			throw new Error(`The service ended in ${name}: ${service.process.written().slice(-LAST_WORDS_CHARS)}`, {
				cause: error,
			});
		});
		nakedMs.set(name, Math.max(nakedMs.get(name) ?? 0, done.nakedMs));
		faults.push(...done.faults.map((sentence) => `${name} (seed ${options.seed}): ${sentence}`));
		options.report(
			`chaos: ${name}, ${done.how}, one leg unhedged for ${done.nakedMs} ms, ${done.faults.length} faults${done.faults.map((fault) => `: ${fault}`).join('')}`,
		);
	}
	faults.push(...(await orderFaults(fixture, venues, run.startedAt)));
	faults.push(...(await moneyFaults(fixture, service, run.token, run.walletsAtStart)));
	return { count: options.kinds.length, nakedMs, faults };
}

type Strike = { readonly nakedMs: number; readonly how: string; readonly faults: readonly string[] };

/** Runs one failure. An error of the test itself counts as a fault, and the next failure still runs. */
async function struckOnce(run: Run, kind: ChaosKind): Promise<Strike> {
	const opened = await openOne(run);
	const watch = watchNaked(run.fixture, () => opened.legs);
	try {
		return await strike(run, kind, opened, watch);
	} catch (error) {
		const nakedMs = await watch.end();
		return { nakedMs, how: 'broken off', faults: [messageOf(error)] };
	}
}

async function strike(run: Run, kind: ChaosKind, opened: Opened, watch: NakedWatch): Promise<Strike> {
	const { fixture, service, token, random } = run;
	const { id, legs, spares } = opened;
	const drawn = random.below(2);
	const side = hasNeeded(kind, legs[drawn as 0 | 1].venue) ? drawn : 1 - drawn;
	const struckLeg = legs[side] as ChaosLeg;
	const struck: Struck = {
		fixture,
		...struckLeg,
		random,
		spare: spares[side] as string,
		shown: () => shownAt(run, struckLeg.venue),
		attention: async () => {
			const { execution } = await executionOf(service, token, id);
			return execution.status === 'needs_attention' ? (execution.status_reason ?? '') : '';
		},
		settlements: async () =>
			(await executionOf(service, token, id)).funding.funding_events.filter(
				({ exchange }) => exchange === struckLeg.venue,
			).length,
	};
	const faults: string[] = [];
	const held = async (expected: ChaosKind['holds']): Promise<void> => {
		if (expected === undefined) return;
		const [what, isSo] = expected;
		const fault = await tried(() =>
			until({ what, periodMs: POLL_MS }, async () =>
				(await isSo(struck)) ? (true as const) : undefined,
			).then(() => undefined),
		);
		if (fault !== undefined) faults.push(`${fault} ${await seenNow(struck)}`);
	};
	const logFrom = service.process.written().length;
	const isDrawn = kind.alarm.by !== 'closes' && kind.holds === undefined && kind.closes === undefined;
	const closesMeanwhile = kind.closes === 'when asked' || (isDrawn && random.chance(0.5));
	const closesItself = kind.closes === 'by itself' || kind.alarm.by === 'closes';
	const begunAt = performance.now();
	await kind.begin(struck);
	const closing = closesMeanwhile ? askToClose(run, id) : undefined;
	const alarmed = await tried(() => untilAlarm(run, kind, id, logFrom));
	if (alarmed !== undefined) faults.push(alarmed);
	await held(kind.holds);
	await pause(Math.max(0, kind.forMs - (performance.now() - begunAt)));
	await kind.end(struck);
	await run.showLate();
	const lasted = performance.now() - begunAt;
	await held(kind.holdsAfter);
	const back = await tried(() => untilBack(run));
	if (back !== undefined) faults.push(back);

	await closing;
	const ended = await tried(async () => {
		const { execution } = await endOf(run, id, closesMeanwhile || closesItself);
		if (execution.status !== 'closed') throw new Error(`it ended as ${execution.status}`);
	});
	if (ended !== undefined) faults.push(ended);
	const nakedMs = await watch.end();
	const nakedMsMax = NAKED_MS_MAX + (kind.blocksOrders ? lasted + AFTER_MS : 0);
	if (nakedMs > nakedMsMax)
		faults.push(`one leg was unhedged for ${nakedMs} ms, limit ${Math.round(nakedMsMax)} ms`);
	for (const { venue } of legs)
		for (const [symbol, quantity] of (await truthOf(fixture, venue)).positions)
			faults.push(`${venue} still holds ${formatDecimal(quantity)} of ${symbol}`);
	const how = `${struckLeg.venue} ${struckLeg.symbol}${closesMeanwhile ? ', closed meanwhile' : ''}`;
	return { nakedMs, how, faults };

	function endOf(_run: Run, execution: string, isClosing: boolean): Promise<Execution> {
		return isClosing ? untilStatus(service, token, execution, ENDED) : closeAndEnd(service, token, execution);
	}
}

/** Describes what the service currently reports about a leg, for the error message of a wait that timed out. */
async function seenNow(struck: Struck): Promise<string> {
	const [shown, attention, settlements] = await Promise.all([
		struck.shown(),
		struck.attention(),
		struck.settlements(),
	]);
	const hours = shown.get(struck.symbol) ?? 'not listed';
	return `Seen: interval ${hours}, spare ${shown.has(struck.spare) ? 'listed' : 'not listed'}, settlements ${settlements}, attention "${attention}".`;
}

type Opened = {
	readonly id: string;
	readonly legs: readonly [ChaosLeg, ChaosLeg];
	/** Symbol of a contract in another coin at each leg's exchange, in leg order. */
	readonly spares: readonly [string, string];
};

async function openOne(run: Run): Promise<Opened> {
	const { service, token, usedCoins, random } = run;
	const found = await until({ what: 'unused coins', periodMs: POLL_MS }, async () => {
		const unused = (await openableOpportunities(service, AMOUNT_USD)).filter(
			({ base, long_symbol, short_symbol }) =>
				!usedCoins.has(base) && ![long_symbol, short_symbol].some((name) => /^(?:1000|k[A-Z])/.test(name)),
		);
		return unused.length >= 2 ? unused : undefined;
	});
	const opportunity = found[random.below(Math.min(3, found.length))] as Opportunity;
	const spare = found.findLast(({ base }) => base !== opportunity.base) as Opportunity;
	usedCoins.add(opportunity.base);
	// Retries after a retryable error with the same idempotency key, as a caller would.
	let seen = 'nothing';
	const key = `chaos-${opportunity.opportunity_id}`;
	const limits = { periodMs: 1_000, seen: () => seen };
	const { opened } = await until({ what: 'a position to be opened', ...limits }, async () => {
		try {
			return await openAndRun(service, token, opportunity, { amount: AMOUNT_USD, idempotency_key: key });
		} catch (error) {
			seen = messageOf(error);
			if (seen.includes('"retryable":true')) return undefined;
			throw error;
		}
	});
	return {
		id: opened.execution_id,
		legs: [
			{ venue: opportunity.long_venue as TradedVenue, symbol: opportunity.long_symbol },
			{ venue: opportunity.short_venue as TradedVenue, symbol: opportunity.short_symbol },
		],
		spares: [symbolAt(spare, opportunity.long_venue), symbolAt(spare, opportunity.short_venue)],
	};
}

function hasNeeded({ needs }: ChaosKind, venue: TradedVenue): boolean {
	return needs === undefined || VENUE_LACKS[venue]?.[needs] === undefined;
}

function symbolAt(opportunity: Opportunity, venue: string): string {
	return opportunity.long_venue === venue ? opportunity.long_symbol : opportunity.short_symbol;
}

async function shownAt({ service }: Run, venue: string): Promise<ReadonlyMap<string, number>> {
	return new Map(
		(await allOpportunities(service)).flatMap((row) => [
			...(row.long_venue === venue
				? [[row.long_symbol, Number(row.long_interval_hours) / 1e18] as const]
				: []),
			...(row.short_venue === venue
				? [[row.short_symbol, Number(row.short_interval_hours) / 1e18] as const]
				: []),
		]),
	);
}

/**
 * Requests a close. While order books are missing, the service may refuse; the test then retries, as a caller would.
 */
async function askToClose({ service, token }: Run, id: string): Promise<void> {
	await until({ what: `${id} to accept a close`, periodMs: POLL_MS }, async () => {
		const { error } = await service.answer('close_execution', { execution_id: id }, token);
		return error === undefined || error.data.retryable === false ? true : undefined;
	});
}

async function untilAlarm(run: Run, { alarm }: ChaosKind, id: string, logFrom: number): Promise<void> {
	const { service, token } = run;
	if (alarm.by === 'nothing') return;
	let seen = 'nothing';
	await until({ what: `the alarm (${alarm.by})`, periodMs: POLL_MS, seen: () => seen }, async () => {
		if (alarm.by === 'log') {
			seen = service.process.written().slice(logFrom).slice(-2_000);
			return alarm.line.test(service.process.written().slice(logFrom)) ? true : undefined;
		}
		if (alarm.by === 'inactive') {
			const status = await pairOf(run);
			seen = `active ${status.active}, ${status.reason}`;
			return !status.active && alarm.reason.test(status.reason ?? '') ? true : undefined;
		}
		if (alarm.by === 'attention') {
			const { execution } = await executionOf(service, token, id);
			seen = `${execution.status}, ${execution.status_reason}`;
			const isCalled = execution.status === 'needs_attention';
			return isCalled && alarm.reason.test(execution.status_reason ?? '') ? true : undefined;
		}
		const { execution } = await untilStatus(service, token, id, ['running', 'closing', ...ENDED]);
		seen = `${execution.status}, ${execution.status_reason}`;
		return execution.status !== 'running' && alarm.reason.test(execution.status_reason ?? '')
			? true
			: undefined;
	});
}

/** Waits until the pair is active again and the service is ready, without intervening. */
async function untilBack(run: Run): Promise<void> {
	let seen = 'nothing';
	await until({ what: 'the pair to be active again', periodMs: POLL_MS, seen: () => seen }, async () => {
		const status = await pairOf(run);
		const ready = await fetch(`${run.service.url}/ready`);
		seen = `active ${status.active}, ${status.reason}; ready ${ready.status} ${await ready.text()}`;
		return status.active && ready.status === 200 ? true : undefined;
	});
}

function pairOf({ service, token, venues }: Run): Promise<PairStatus> {
	return service.call<PairStatus>('check_pair_status', { exchangepair: venues.join('-') }, token);
}

/** Runs the work. Returns undefined on success, otherwise the message of the error. */
async function tried(work: () => Promise<void>): Promise<string | undefined> {
	try {
		await work();
		return undefined;
	} catch (error) {
		return messageOf(error);
	}
}
