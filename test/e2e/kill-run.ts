/**
 * Kills the service at random moments during opens and closes, restarts it with the same data directory, and reads
 * the outcome from the exchanges themselves. The simulated exchanges keep running through every kill, as real
 * exchanges would.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { formatDecimal, neg, ZERO } from '../../src/domain/decimal.ts';
import { messageOf } from '../../src/domain/message-of.ts';
import { truthOf } from './chaos-truth.ts';
import { type FixtureRecords, openExchangeRecords } from './exchange-records.ts';
import { type Fixture, openFixture, type Service, VENUES, type Venue } from './fixture.ts';
import { brokenIdentities } from './identities.ts';
import { type JournaledExecution, type JournalOnDisk, readJournal } from './journal-on-disk.ts';
import { drawKills, type KillDraw, MAKER_MS, MODES, UNHEDGED_MAX_USD } from './kill-draws.ts';
import { createKillTally, type KillTally, type Moment, momentsOf } from './kill-moments.ts';
import { type Answers, killDuring, reportedExecution } from './kill-operation.ts';
import {
	type Aftermath,
	afterwards,
	type Instruments,
	ledgerFaults,
	lostExecutions,
} from './kill-verdict.ts';
import { liftBasis, openOtherAccount } from './other-account.ts';
import { TestRunError } from './polling.ts';
import {
	closeAndEnd,
	ENDED,
	openableOpportunities,
	openOnce,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import type { Execution, Opportunity } from './wire.ts';

/**
 * Time after the start until the service knows how widely the price basis varies, milliseconds. Before that, a grid
 * has no levels to wait for.
 */
const BASIS_KNOWN_MS = 8_000;
/**
 * Orders created up to this long before the call also count as the call's orders, milliseconds. Both times are from
 * this machine's clock.
 */
const ORDERS_SINCE_MS = 1_000;

/**
 * Settings for these runs. Slices and maker orders last only seconds, and the daily loss limit is so high that the
 * fees of many kills do not halt trading.
 */
const CONFIG = {
	execution: { unhedgedMaxUsd: UNHEDGED_MAX_USD, makerMs: MAKER_MS, gridMs: 60_000 },
	risk: { dailyLossMaxUsd: 1_000_000 },
	// On a busy machine a simulated exchange may not respond for seconds. The service must not refuse calls for that
	// reason.
	marketData: { tickerStaleMs: 60_000 },
};

type Run = {
	readonly fixture: Fixture;
	readonly token: string;
	readonly records: FixtureRecords;
	service: Service;
	/** Time at which the service was last ready, on the monotonic clock, milliseconds. */
	servedAt: number;
	/** Wallet balance at each exchange before the first trade. */
	readonly walletsAtStart: Aftermath['walletsAtStart'];
	/** Ids of the executions in responses that callers received. */
	readonly reported: Set<string>;
	/**
	 * Symbols already traded. When the next draw has none left, the set is cleared, because all positions are flat by
	 * then.
	 */
	readonly used: Set<string>;
};

export type KillsDone = {
	readonly tally: KillTally;
	/** All violations of the rules, as sentences. */
	readonly faults: readonly string[];
};

/**
 * Runs the kills that the seed draws, spread over the given number of parallel fixtures. `report` gets one line per
 * kill and the final counts.
 */
export async function runKills(
	seed: number,
	count: number,
	fixtures: number,
	report: (line: string) => void,
): Promise<KillsDone> {
	const tally = createKillTally(MODES);
	const draws = drawKills(seed, count);
	report(`kills: seed ${seed}, ${count} kills on ${fixtures} fixtures`);
	await using opened = new AsyncDisposableStack();
	const runs: Run[] = [];
	// Fixtures start one after another, because simultaneous starts overload the machine.
	for (let fixture = 0; fixture < fixtures; fixture += 1) runs.push(await openRun(opened));
	const ofFixtures = await Promise.allSettled(
		runs.map((run, fixture) =>
			runDraws(
				run,
				draws.filter((_draw, index) => index % fixtures === fixture),
				tally,
				report,
			),
		),
	);
	const faults = ofFixtures.flatMap((ended) =>
		ended.status === 'fulfilled' ? ended.value : [messageOf(ended.reason)],
	);
	for (const line of tally.lines()) report(`kills: ${line}`);
	return { tally, faults };
}

/**
 * Opens a fixture with its exchanges, its service, and a reader of each exchange's own records. `opened` closes them
 * all.
 */
async function openRun(opened: AsyncDisposableStack): Promise<Run> {
	const fixture = opened.use(openFixture(CONFIG));
	await fixture.simulate();
	const service = await fixture.serve('--external');
	const token = await fixture.token('arb:read arb:trade');
	const records = opened.use(await openExchangeRecords(fixture));
	await openOtherAccount(fixture);
	const walletsAtStart = { bybit: await records.bybit.wallet(), kucoin: await records.kucoin.wallet() };
	const servedAt = performance.now();
	return { fixture, token, records, service, servedAt, walletsAtStart, reported: new Set(), used: new Set() };
}

async function runDraws(
	run: Run,
	draws: readonly KillDraw[],
	tally: KillTally,
	report: (line: string) => void,
): Promise<readonly string[]> {
	const faults: string[] = [];
	for (const draw of draws) {
		const kill = await killOnce(run, draw);
		tally.count(draw.mode, kill.moments);
		report(`kill ${draw.number}: ${kill.line}`);
		faults.push(...kill.faults.map((fault) => `kill ${draw.number}: ${fault}`));
	}
	return [...faults, ...(await endFaults(run))];
}

type Kill = {
	readonly moments: readonly Moment[];
	readonly line: string;
	readonly faults: readonly string[];
};

async function killOnce(run: Run, draw: KillDraw): Promise<Kill> {
	const began = performance.now();
	const opportunity = await choose(run, draw);
	const instruments = instrumentsOf(opportunity);
	const key = `kill-${draw.number}`;
	const params = {
		opportunity_id: opportunity.opportunity_id,
		amount: draw.amount,
		mode: draw.mode,
		idempotency_key: key,
	};
	const running = NEEDS_POSITION.has(draw.operation)
		? await openFirst(run, draw, opportunity, params)
		: undefined;
	if (draw.lifted === 'after the restart')
		await pause(Math.max(0, run.servedAt + BASIS_KNOWN_MS - performance.now()));
	const since = Date.now() - ORDERS_SINCE_MS;
	const answers = await killDuring(run, draw, { running, params, opportunity });
	const [atKill, journal] = [await heldNow(run, instruments), readJournal(run.fixture.dataDir)];
	const reported = reportedExecution(answers.opened);
	if (reported !== undefined) run.reported.add(reported);
	const id = running ?? reported ?? admittedUnder(journal, key);
	const before = id === undefined ? undefined : journal.executions.get(id);
	const moments = momentsOf(before, atKill.long !== neg(atKill.short));
	const happened = [
		`${draw.operation} in ${draw.mode} of ${opportunity.symbol} for ${draw.amount} USD, ${draw.story}, killed ${draw.killAfterMs} ms after ${draw.anchor}`,
		`last event ${lastEvent(journal)}`,
		...VENUES.map((venue) => `${venue} ${atKill.words[venue]}`),
		moments.join(', '),
	];
	try {
		const killed = { id, before, answers, params, opportunity, instruments, since };
		const { outcome, faults } = await comeBack(run, draw, killed);
		const wrong = faults.length === 0 ? [] : [`WRONG: ${faults.join('; ')}`];
		const all = `${Math.round(performance.now() - began)} ms in all`;
		return { moments, faults, line: [...happened, outcome, all, ...wrong].join(' | ') };
	} catch (error) {
		throw new TestRunError(`kill ${draw.number}: ${happened.join(' | ')}: ${messageOf(error)}`, {
			cause: error,
		});
	}
}

/** Statuses of a resting order, as the simulator's admin interface names them. */
const RESTING: ReadonlySet<string> = new Set(['open', 'partiallyFilled']);

const NEEDS_POSITION: ReadonlySet<KillDraw['operation']> = new Set(['close', 'closePart', 'halt']);

type Killed = Pick<Aftermath, 'id' | 'params' | 'instruments' | 'since'> & {
	readonly opportunity: Opportunity;
	/** State of the execution in the journal when the service was killed. */
	readonly before: JournaledExecution | undefined;
	readonly answers: Answers;
};

/**
 * Restarts the service, waits until the execution is at rest, checks the outcome, and closes the execution if it is
 * running.
 */
async function comeBack(
	run: Run,
	draw: KillDraw,
	killed: Killed,
): Promise<{ readonly outcome: string; readonly faults: readonly string[] }> {
	const restartedAt = performance.now();
	run.service = await run.fixture.serve('--external');
	run.servedAt = performance.now();
	const { id } = killed;
	if (draw.sliced) await liftBasis(run.fixture, killed.opportunity);
	const settled: Settled = id === undefined ? NOTHING_ADMITTED : await settle(run, id);
	const tookMs = Math.round(performance.now() - restartedAt);
	const repeats = !NEEDS_POSITION.has(draw.operation);
	// From here on the exchanges report all records without delay. The service must have come to rest before this, in
	// spite of the delays.
	for (const venue of VENUES) await run.fixture.admin(venue, 'DELETE', '/faults');
	const faults = await afterwards({ ...run, ...killed, repeats });
	faults.push(...forgotten(draw, killed, settled.status));
	await run.service.call('resume_trading', {}, run.token);
	if (settled.status === 'running' && id !== undefined) {
		await closeAndEnd(run.service, run.token, id);
		faults.push(...(await afterwards({ ...run, ...killed, repeats: false })));
	}
	faults.push(...(await ledgerFaults(run)));
	const why = settled.status_reason === null ? '' : ` (${settled.status_reason})`;
	return { outcome: `${settled.status}${why} after ${tookMs} ms`, faults };
}

type Settled = Pick<Execution['execution'], 'status' | 'status_reason'>;
const NOTHING_ADMITTED: Settled = { status: 'nothing was admitted', status_reason: null };

/**
 * Returns a sentence if a close or cancel was journaled or confirmed before the kill but not carried out after the
 * restart.
 */
function forgotten({ operation }: KillDraw, { id, before, answers }: Killed, settled: string): string[] {
	const state = before?.state;
	const isAnswered = answers.ended !== undefined && answers.ended.error === undefined;
	const isWholeClose = state?.close !== undefined && state.close.remaining === ZERO;
	if (isWholeClose && settled === 'running')
		return [`${id} still runs, although a close was requested before the kill`];
	const mustEnd = isAnswered && operation !== 'keepOpening';
	return mustEnd && settled === 'running' && state?.phase === 'opening'
		? [`${id} still runs, although the service answered that it ends`]
		: [];
}

/**
 * Chooses an opportunity whose symbols have not been traded. Once all openable ones have been traded, all become
 * available again, because every position is flat.
 */
async function choose(run: Run, { amount, choice }: KillDraw): Promise<Opportunity> {
	const openable = (await openableOpportunities(run.service, amount)).filter(isPlain);
	const isFree = ({ long_symbol, short_symbol }: Opportunity): boolean =>
		!run.used.has(long_symbol) && !run.used.has(short_symbol);
	if (!openable.some(isFree)) run.used.clear();
	const free = openable.filter(isFree);
	const chosen = free[Math.floor(choice * free.length)];
	if (chosen === undefined) throw new TestRunError(`No opportunity can be opened with ${amount} USD.`);
	run.used.add(chosen.long_symbol).add(chosen.short_symbol);
	return chosen;
}

/**
 * True if both contracts count single coins, not thousands. No conversion is then needed for the other account's
 * trades, which are in the exchanges' contract units.
 */
function isPlain({ long_symbol, short_symbol }: Opportunity): boolean {
	return ![long_symbol, short_symbol].some((symbol) => symbol.startsWith('1000'));
}

/** Opens the position that the operation then closes, without faults. Returns the execution's id. */
async function openFirst(
	run: Run,
	{ sliced }: KillDraw,
	opportunity: Opportunity,
	params: object,
): Promise<string> {
	const { execution_id: id } = await openOnce(run.service, run.token, params);
	run.reported.add(id);
	if (sliced) await liftBasis(run.fixture, opportunity);
	const { execution } = await untilStatus(run.service, run.token, id, ['running', ...ENDED]);
	if (execution.status !== 'running')
		throw new TestRunError(
			`${id} on ${opportunity.symbol} is ${execution.status}: ${execution.status_reason ?? ''}`,
		);
	return id;
}

function admittedUnder(journal: JournalOnDisk, key: string): string | undefined {
	return [...journal.executions.values()].find(({ state }) => state.plan.idempotencyKey === key)?.id;
}

/** Waits until the execution is running or has ended, and returns its status. */
async function settle(run: Run, id: string): Promise<Settled> {
	const { execution } = await untilStatus(run.service, run.token, id, ['running', ...ENDED]);
	return execution;
}

/** Returns the current positions at both exchanges, read without the simulated delays, as data and as text. */
async function heldNow({ fixture }: Run, { long, short }: Instruments) {
	const reads = await Promise.all(
		VENUES.map(async (venue) => ({ venue, ...(await truthOf(fixture, venue)) })),
	);
	const coins = (leg: Instruments['long']) =>
		reads.find(({ venue }) => venue === leg.venue)?.positions.get(leg.symbol) ?? ZERO;
	const heldText = ({ positions, orders }: (typeof reads)[number]): string => {
		const held = [...positions].map(([symbol, quantity]) => `${formatDecimal(quantity)} ${symbol}`);
		const open = orders.filter(({ status }) => RESTING.has(status)).length;
		return `${held.join(' and ') || 'flat'}, ${open} orders open`;
	};
	return {
		long: coins(long),
		short: coins(short),
		words: Object.fromEntries(reads.map((read) => [read.venue, heldText(read)])) as Record<Venue, string>,
	};
}

/**
 * After the last kill, checks three things. All executions have ended, every id that a caller received exists, and no
 * part of any account's equity is unexplained.
 */
async function endFaults(run: Run): Promise<readonly string[]> {
	const faults: string[] = [];
	const portfolio = await quietPortfolio(run.service, run.token);
	for (const { execution } of portfolio.executions) {
		if (!ENDED.includes(execution.status)) faults.push(`at the end ${execution.id} is ${execution.status}`);
	}
	faults.push(...(await lostExecutions(run)));
	for (const { exchange, unexplained } of portfolio.accounts) {
		if (unexplained !== ZERO)
			faults.push(
				`at the end ${exchange} has ${unexplained === null ? 'unknown' : formatDecimal(unexplained)} USD unexplained`,
			);
	}
	return [...faults, ...brokenIdentities(portfolio).map((fault) => `at the end ${fault}`)];
}

function instrumentsOf(opportunity: Opportunity): Instruments {
	return {
		long: { venue: venueOf(opportunity.long_venue), symbol: opportunity.long_symbol },
		short: { venue: venueOf(opportunity.short_venue), symbol: opportunity.short_symbol },
	};
}

function venueOf(name: string): Venue {
	const venue = VENUES.find((candidate) => candidate === name);
	if (venue === undefined) throw new TestRunError(`The fixture has no exchange ${name}.`);
	return venue;
}

function lastEvent({ last }: JournalOnDisk): string {
	if (last === undefined) return 'none';
	const { executionId, event } = last;
	return `${event.type} of ${'clientOrderId' in event ? event.clientOrderId : executionId}`;
}
