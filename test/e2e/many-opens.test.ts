/**
 * One user opens sixty positions at once, on contracts that are each used once, on all pairs of the five exchanges: far more than
 * the exchanges' limits of requests allow in a moment. Each is opened, or refused for a reason of risk, or told how long the limit
 * lasts and opened when it is asked for again; no leg is left alone. Where an exchange was silent on the wire the call is made
 * again, as its answer says; the service itself may be too late only where it had no processor.
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
/** An open may read for eight seconds. They may be too few when a process had no processor for this part of them, milliseconds. */
const STARVED_MS = 2_000;
/** An exchange that got a request did not answer it: a simulated one is slow where the machine is. */
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

/** As many as there can be without one contract in two of them, beginning with those of the rarest contracts. */
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
		{ what: `${POSITIONS} opportunities of contracts of their own`, periodMs: POLL_MS },
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
	/** Answers before the last one, in the service's words, with the milliseconds after which the call was to be repeated. */
	readonly told: readonly string[];
	readonly opened: Opened | undefined;
	/** Refused by a check of risk, or because the world has moved on: never because an exchange, or the service, was silent. */
	readonly isRisk: boolean;
};

/** The longest that the service or an exchange has had to wait for a processor since `before`, milliseconds. */
function starvedMs(before: ReadonlyMap<string, number>): number {
	return Math.max(...[...waits()].map(([name, ms]) => ms - (before.get(name) ?? 0)));
}

function waits(): ReadonlyMap<string, number> {
	return new Map(Object.entries(fixture.pids()).map(([name, pid]) => [name, waitedForProcessorMs(pid)]));
}

/** Calls until it is opened or refused, each time when the limit that was told is over. */
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

/** Answered before the checks are made: the world has moved on since the list. */
const MOVED_ON: ReadonlySet<string> = new Set(['OPPORTUNITY_EXPIRED', 'PAIR_INACTIVE', 'QUOTE_STALE']);

test('sixty at once: each is opened, refused by risk, or told when to come again and opened then', async () => {
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

/** All executions in one record: each read of the portfolio asks every exchange. */
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
