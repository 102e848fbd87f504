/**
 * Kills the service at drawn moments of opens and closes, starts it again on the same data directory, and asks the
 * exchanges themselves what became of it. The simulated exchanges live on through every kill, as real ones would.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDecimal, neg, ZERO } from '../../src/domain/decimal.ts';
import { brokenIdentities } from './identities.ts';
import { type JournalOnDisk, readJournal, unacknowledged } from './journal-on-disk.ts';
import { drawKills, type KillDraw } from './kill-draws.ts';
import { type Aftermath, afterwards, type Instruments, lostExecutions } from './kill-verdict.ts';
import { TestRunError } from './polling.ts';
import { openStage, type Service, type Stage, VENUES, type Venue } from './stage.ts';
import {
	closeAndEnd,
	ENDED,
	openAndRun,
	openableOpportunities,
	quietPortfolio,
	untilStatus,
} from './trading.ts';
import { openVenueWords, type VenueWords } from './venue-word.ts';
import type { Opened, Opportunity, RpcAnswer } from './wire.ts';

/** From the restart until every order is proven: absence takes a request window and two reads. */
const SETTLED_MS_MAX = 45_000;
/** Orders are asked for from this long before the call: both clocks are this machine's. */
const ORDERS_SINCE_MS = 1_000;

export type KillTally = {
	/** Kills with an order intended and not acknowledged in the journal. */
	readonly betweenIntentAndAcknowledgement: number;
	/** Kills after which the exchanges held different quantities. */
	readonly withOneLegFilled: number;
	/** Everything that was wrong, as sentences. */
	readonly faults: readonly string[];
};

type Run = {
	readonly stage: Stage;
	readonly token: string;
	readonly words: VenueWords;
	service: Service;
	/** Ids that a caller was told, in order. */
	readonly told: Set<string>;
	/** Instruments that were traded since all were last free. */
	readonly used: Set<string>;
};

/** Runs the kills that the seed draws. `report` gets one line per kill. */
export async function runKills(
	seed: number,
	count: number,
	report: (line: string) => void,
): Promise<KillTally> {
	await using stage = openStage();
	await stage.simulate();
	const service = await stage.serve('--external');
	const token = await stage.token('arb:read arb:trade');
	await using words = await openVenueWords(stage);
	const run: Run = { stage, token, words, service, told: new Set(), used: new Set() };
	const faults: string[] = [];
	let between = 0;
	let oneLeg = 0;
	report(`kills: seed ${seed}, ${count} kills`);
	for (const draw of drawKills(seed, count)) {
		const kill = await killOnce(run, draw);
		if (kill.isBetween) between += 1;
		if (kill.isOneLegged) oneLeg += 1;
		report(`kill ${draw.number}/${count}: ${kill.line}`);
		faults.push(...kill.faults.map((fault) => `kill ${draw.number}: ${fault}`));
	}
	report(
		`kills: ${between} of ${count} between intent and acknowledgement, ${oneLeg} of ${count} with one leg filled`,
	);
	faults.push(...(await endFaults(run)));
	return { betweenIntentAndAcknowledgement: between, withOneLegFilled: oneLeg, faults };
}

type Kill = {
	readonly isBetween: boolean;
	readonly isOneLegged: boolean;
	readonly line: string;
	readonly faults: readonly string[];
};

async function killOnce(run: Run, draw: KillDraw): Promise<Kill> {
	const opportunity = await choose(run, draw);
	const instruments = instrumentsOf(opportunity);
	const key = `kill-${draw.number}`;
	const params = {
		opportunity_id: opportunity.opportunity_id,
		amount: draw.amount,
		mode: 'single-direct',
		idempotency_key: key,
	};
	const open = draw.operation === 'close' ? await openFirst(run, opportunity, params) : undefined;
	const since = Date.now() - ORDERS_SINCE_MS;
	await planFaults(run.stage, draw);
	const answer = await callAndKill(run, draw, open, params);
	const [atKill, journal] = [await heldNow(run, instruments), readJournal(run.stage.dataDir)];
	const told = toldExecution(answer);
	if (told !== undefined) run.told.add(told);
	const id = open ?? told ?? admittedUnder(journal, key);
	const state = id === undefined ? undefined : journal.executions.get(id)?.state;
	const isBetween = state !== undefined && unacknowledged(state).length > 0;
	const isOneLegged = atKill.long !== neg(atKill.short);

	const happened = [
		`${draw.operation} of ${opportunity.symbol} for ${draw.amount} USD, ${draw.story}, killed at ${draw.killAfterMs} ms`,
		`last event ${lastEvent(journal)}`,
		...VENUES.map((venue) => `${venue} ${atKill.words[venue]}`),
		isBetween ? 'between intent and acknowledgement' : 'no order unacknowledged',
		isOneLegged ? 'one leg filled' : 'legs equal',
	];
	try {
		const { outcome, faults } = await comeBack(run, draw, { id, params, instruments, since });
		const wrong = faults.length === 0 ? [] : [`WRONG: ${faults.join('; ')}`];
		return { isBetween, isOneLegged, faults, line: [...happened, outcome, ...wrong].join(' | ') };
	} catch (error) {
		throw new TestRunError(`kill ${draw.number}: ${happened.join(' | ')}: ${sentence(error)}`, {
			cause: error,
		});
	}
}

/** Starts the service again, waits until the execution is at rest, judges, and closes what runs. */
async function comeBack(
	run: Run,
	draw: KillDraw,
	killed: Pick<Aftermath, 'id' | 'params' | 'instruments' | 'since'>,
): Promise<{ readonly outcome: string; readonly faults: readonly string[] }> {
	const restartedAt = performance.now();
	run.service = await run.stage.serve('--external');
	const { id } = killed;
	const settled = id === undefined ? 'nothing was admitted' : await settle(run, id);
	const tookMs = Math.round(performance.now() - restartedAt);
	const faults = await afterwards({ ...run, ...killed, operation: draw.operation });
	for (const venue of VENUES) await run.stage.admin(venue, 'DELETE', '/faults');
	if (settled === 'running' && id !== undefined) {
		await closeAndEnd(run.service, run.token, id);
		faults.push(...(await afterwards({ ...run, ...killed, operation: 'close' })));
	}
	return { outcome: `${settled} after ${tookMs} ms`, faults };
}

/** An opportunity whose instruments were not traded yet; when all were, everything is flat and free again. */
async function choose(run: Run, { amount, choice }: KillDraw): Promise<Opportunity> {
	const openable = await openableOpportunities(run.service, amount);
	const isFree = ({ long_symbol, short_symbol }: Opportunity): boolean =>
		!run.used.has(long_symbol) && !run.used.has(short_symbol);
	if (!openable.some(isFree)) run.used.clear();
	const free = openable.filter(isFree);
	const chosen = free[Math.floor(choice * free.length)];
	if (chosen === undefined) throw new TestRunError(`No opportunity can be opened with ${amount} USD.`);
	run.used.add(chosen.long_symbol).add(chosen.short_symbol);
	return chosen;
}

/** A clean position to close; answers its execution. */
async function openFirst(run: Run, opportunity: Opportunity, params: object): Promise<string> {
	const { opened } = await openAndRun(run.service, run.token, opportunity, { ...params });
	run.told.add(opened.execution_id);
	return opened.execution_id;
}

async function planFaults(stage: Stage, { faults }: KillDraw): Promise<void> {
	for (const venue of VENUES) {
		const fault = faults[venue];
		if (fault !== undefined) await stage.admin(venue, 'POST', '/faults', fault);
	}
}

/** Issues the call, and ends the service after the drawn time whatever the call is doing. Undefined: no answer came. */
async function callAndKill(
	run: Run,
	{ operation, killAfterMs }: KillDraw,
	open: string | undefined,
	params: object,
): Promise<RpcAnswer | undefined> {
	const answering =
		operation === 'open'
			? run.service.answer('execute_opportunity', params, run.token)
			: run.service.answer('close_execution', { execution_id: open }, run.token);
	const outcome = answering.catch(() => undefined);
	await pause(killAfterMs);
	await run.service.process.end('SIGKILL');
	return outcome;
}

/** The id in an answer to `execute_opportunity` that still arrived. @throws TestRunError when it was a refusal */
function toldExecution(answer: RpcAnswer | undefined): string | undefined {
	if (answer === undefined) return undefined;
	if (answer.error !== undefined) throw new TestRunError(`The call to be killed was refused: ${answer.text}`);
	return (answer.result as Opened).execution_id;
}

function admittedUnder(journal: JournalOnDisk, key: string): string | undefined {
	return [...journal.executions.values()].find(({ state }) => state.plan.idempotencyKey === key)?.id;
}

/** Waits until nothing of the execution is in flight any more; answers its status. */
async function settle(run: Run, id: string): Promise<string> {
	const { execution } = await untilStatus(run.service, run.token, id, ['running', ...ENDED], SETTLED_MS_MAX);
	return execution.status;
}

/** What both exchanges hold at this moment, and in words. */
async function heldNow({ words }: Run, { long, short }: Instruments) {
	const reads = await Promise.all(
		VENUES.map(async (venue) => {
			const [positions, open] = await Promise.all([words[venue].positions(), words[venue].openOrders()]);
			return { venue, positions, open };
		}),
	);
	const coins = (leg: Instruments['long']) =>
		reads.find(({ venue }) => venue === leg.venue)?.positions.get(leg.symbol) ?? ZERO;
	const told = ({ positions, open }: (typeof reads)[number]): string => {
		const held = [...positions].map(([symbol, quantity]) => `${formatDecimal(quantity)} ${symbol}`);
		return `${held.join(' and ') || 'flat'}, ${open.length} orders open`;
	};
	return {
		long: coins(long),
		short: coins(short),
		words: Object.fromEntries(reads.map((read) => [read.venue, told(read)])) as Record<Venue, string>,
	};
}

/** After the last kill: all is ended, every id that was told is there, and the accounts' books balance to the digit. */
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
	if (venue === undefined) throw new TestRunError(`The stage has no exchange ${name}.`);
	return venue;
}

function lastEvent({ last }: JournalOnDisk): string {
	if (last === undefined) return 'none';
	const { executionId, event } = last;
	return `${event.type} of ${'clientOrderId' in event ? event.clientOrderId : executionId}`;
}

function sentence(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
