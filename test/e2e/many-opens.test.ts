/**
 * Opens sixty positions for one user at once, across all pairs of the five exchanges; no contract is used twice. This
 * far exceeds the exchanges' short-term rate limits. Each call opens, is refused by a risk check, or gets the time
 * until the limit resets and opens on a retry. No leg stays unhedged. If an exchange does not respond, the call is
 * retried as the error advises. A late response from the service itself is excused only if the service had to wait
 * for a processor.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import { blockingGuards } from '../../src/opportunities/guards.ts';
import { VENUE_NAMES } from '../../src/venues/facts.ts';
import { type Fixture, openFixture, type Service } from './fixture.ts';
import { until } from './polling.ts';
import { waitedForProcessorMs } from './processor-waits.ts';
import { allOpportunities, ENDED } from './trading.ts';
import {
	type Execution,
	type Opened,
	type Opportunity,
	type Portfolio,
	type RpcAnswer,
	resultOf,
} from './wire.ts';

const POSITIONS = 60;
const AMOUNT_USD = 300;
const POLL_MS = 500;
const PORTFOLIO_POLL_MS = 3_000;
/**
 * Wait for a processor, milliseconds, that excuses a late response. An open has eight seconds for its reads, which
 * may not be enough after such a wait.
 */
const STARVED_MS = 2_000;
/**
 * Matches the message that an exchange did not respond to a request. On a slow machine the simulated exchanges are
 * slow too.
 */
const SILENT = /did not answer a read/;
const LIMITS: ReadonlySet<string> = new Set(['VENUE_RATE_LIMITED', 'RATE_LIMITED']);

const UNLIMITED = { perSecond: 1_000, burst: 10_000 };
let fixture: Fixture;
let service: Service;
let token = '';

beforeAll(async () => {
	fixture = openFixture(
		{
			rateLimits: { public: UNLIMITED, read: UNLIMITED, trade: UNLIMITED },
			execution: { executionsOpenMax: 100 },
		},
		VENUE_NAMES,
	);
	service = await fixture.serve();
	token = await fixture.token('arb:read arb:trade');
});

afterAll(async () => {
	await fixture[Symbol.asyncDispose]();
});

/**
 * Selects as many opportunities as possible without a shared contract. Opportunities with the rarest contracts are
 * selected first.
 */
function disjoint(found: readonly Opportunity[]): readonly Opportunity[] {
	const legsOf = (one: Opportunity) => [
		`${one.long_venue} ${one.long_symbol}`,
		`${one.short_venue} ${one.short_symbol}`,
	];
	const uses = new Map<string, number>();
	for (const leg of found.flatMap(legsOf)) uses.set(leg, (uses.get(leg) ?? 0) + 1);
	const rarity = (one: Opportunity) => Math.max(...legsOf(one).map((leg) => uses.get(leg) ?? 0));
	const used = new Set<string>();
	return found
		.toSorted((a, b) => rarity(a) - rarity(b))
		.filter((one) => {
			const legs = legsOf(one);
			if (legs.some((leg) => used.has(leg))) return false;
			for (const leg of legs) used.add(leg);
			return true;
		});
}

function chosen(): Promise<readonly Opportunity[]> {
	return until(
		{ what: `${POSITIONS} opportunities without shared contracts`, periodMs: POLL_MS },
		async () => {
			const open = (await allOpportunities(service)).filter(
				(record) =>
					blockingGuards(record).length === 0 &&
					record.max_amount !== null &&
					record.max_amount >= fromInteger(2 * AMOUNT_USD),
			);
			const apart = disjoint(open);
			return apart.length >= POSITIONS ? apart.slice(0, POSITIONS) : undefined;
		},
	);
}

type End = {
	readonly what: string;
	/** Error messages of earlier attempts, each with its retry delay in milliseconds. */
	readonly told: readonly string[];
	readonly opened: Opened | undefined;
	/**
	 * True if a risk check refused the call or the market had moved. False if an exchange or the service did not
	 * respond in time.
	 */
	readonly isRisk: boolean;
};

/**
 * Returns the longest wait for a processor since `before`, milliseconds, of any one process of the service or an
 * exchange.
 */
function starvedMs(before: ReadonlyMap<string, number>): number {
	return Math.max(...[...waits()].map(([name, ms]) => ms - (before.get(name) ?? 0)));
}

function waits(): ReadonlyMap<string, number> {
	return new Map(Object.entries(fixture.pids()).map(([name, pid]) => [name, waitedForProcessorMs(pid)]));
}

/**
 * Repeats the call until it opens a position or is refused for good. Before each retry it waits until the reported
 * limit has reset.
 */
async function open(opportunity: Opportunity): Promise<End> {
	const { opportunity_id, base, exchangepair } = opportunity;
	const params = { opportunity_id, amount: AMOUNT_USD, mode: 'single-direct' };
	const what = `${base} of ${exchangepair}`;
	const told: string[] = [];
	const giveUpAt = performance.now() + WAIT_MS_MAX;
	for (;;) {
		const before = waits();
		const answer: RpcAnswer = await service.answer('execute_opportunity', params, token);
		if (answer.error === undefined)
			return { what, told, opened: await resultOf<Opened>(Promise.resolve(answer)), isRisk: false };
		const { code, message, check, retry_after_ms: wait } = answer.error.data;
		const waitMs = Math.round(Number(wait) / 1e18);
		const starved = Math.round(starvedMs(before));
		told.push(
			`${code} ${Number.isNaN(waitMs) ? '' : waitMs}: ${message} (${starved} ms without a processor)`,
		);
		const isExcused = SILENT.test(message) || starved >= STARVED_MS;
		if (code === 'VENUE_UNAVAILABLE' && isExcused && performance.now() < giveUpAt) continue;
		const isOver = !LIMITS.has(code) || performance.now() + waitMs > giveUpAt;
		const isRisk = check !== undefined || MOVED_ON.has(code);
		if (isOver) return { what, told, opened: undefined, isRisk };
		expect(message).toMatch(/rate limit|Too many trade calls/);
		expect(waitMs, what).toBeGreaterThan(0);
		await new Promise((resolve) => setTimeout(resolve, waitMs));
	}
}

/** Error codes that the service returns before any risk check, because the market moved after the list was read. */
const MOVED_ON: ReadonlySet<string> = new Set(['OPPORTUNITY_EXPIRED', 'PAIR_INACTIVE', 'QUOTE_STALE']);

test('sixty simultaneous opens each open, are refused for risk, or open after the stated retry delay', async () => {
	const opportunities = await chosen();
	const ends = await Promise.all(opportunities.map(open));
	const opened = ends.flatMap((end) => (end.opened === undefined ? [] : [end.opened]));
	expect(ends.filter((end) => end.opened === undefined && !end.isRisk)).toEqual([]);
	expect(opened.length).toBeGreaterThan(POSITIONS / 2);
	const settled = await untilNoneOpens();
	expect(settled.map(({ id }) => id).toSorted()).toEqual(
		opened.map(({ execution_id }) => execution_id).toSorted(),
	);
	expect(settled.filter(({ long_size, short_size }) => long_size !== short_size)).toEqual([]);
	expect(settled.filter(({ long_size }) => long_size > ZERO).length).toBeGreaterThan(POSITIONS / 2);
});

/**
 * Waits until no execution is opening. One call reads all executions, because each call makes the service query every
 * exchange.
 */
function untilNoneOpens(): Promise<readonly Execution['execution'][]> {
	let seen = '';
	return until({ what: 'all to run or end', periodMs: PORTFOLIO_POLL_MS, seen: () => seen }, async () => {
		const params = { include_closed: true, limit: 100 };
		const { executions } = await service.call<Portfolio>('portfolio_live', params, token);
		const all = executions.map(({ execution }) => execution);
		const opening = all.filter(({ status }) => status !== 'running' && !ENDED.includes(status));
		seen = JSON.stringify(opening.map(({ id, status, status_reason }) => [id, status, status_reason]));
		return opening.length === 0 ? all : undefined;
	});
}
