/**
 * Runs a seed's callers, which open and close executions, sometimes with the same call twice, and continue after the
 * service dies.
 */

import { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { abs, add, type Decimal, ONE, sub, ZERO } from '../../src/domain/decimal.ts';
import { isEnded, isInFlight } from '../../src/domain/execution.ts';
import { opportunityId } from '../../src/domain/ids.ts';
import { JournalError } from '../../src/ports/journal.ts';
import type { Asker, CloseAnswer, ExecuteRequest, RollRequest } from '../../src/ports/order-service.ts';
import { VenueError } from '../../src/ports/venue-error.ts';
import type { Exchange } from './exchange.ts';
import { positionOf } from './exchange-account.ts';
import { ConnectionLost } from './incarnation.ts';
import { legAt } from './oracle.ts';
import { type AskedExecution, type AskedRoll, type DrawnHalt, type DrawnStop, VENUES } from './scenario.ts';
import type { Service } from './service.ts';
import type { World } from './world.ts';

export type Answer<Value> =
	| { readonly kind: 'answered'; readonly value: Value }
	| { readonly kind: 'refused'; readonly code: string }
	| { readonly kind: 'lost' };

const TRIES_MAX = 12;
const PAUSE_MS = 2_500;
const ASK_TRIES_MAX = 60;
const TIDY_EVERY_MS = 20_000;
const TIDY_TIMES = 30;

/** Makes a call from outside the process, which may be down or may die before it responds. */
export async function call<Value>(
	world: World,
	what: string,
	ask: (service: Service) => Promise<Value>,
): Promise<Answer<Value>> {
	const service = world.service();
	if (service === undefined) return { kind: 'lost' };
	try {
		const value = await Promise.race([ask(service), service.life.death]);
		world.trace(() => `${what}: answered`);
		return { kind: 'answered', value };
	} catch (error) {
		if (error instanceof ConnectionLost) {
			world.trace(() => `${what}: the connection was lost`);
			return { kind: 'lost' };
		}
		const code = codeOf(world, what, error);
		world.trace(() => `${what}: refused, ${code}`);
		return { kind: 'refused', code };
	}
}

function codeOf(world: World, what: string, error: unknown): string {
	if (error instanceof CarrywireError) return error.code;
	if (error instanceof VenueError || error instanceof JournalError) return error.name;
	world.oracle.violation(`${what} threw an error that no caller may receive: ${String(error)}`);
	return 'broken';
}

export function pause(world: World, ms: number): Promise<void> {
	return new Promise((resolve) => world.time.after(ms, resolve));
}

/** Runs the caller of one execution, from its opening to its last close. */
export async function runCaller(world: World, asked: AskedExecution): Promise<void> {
	await pause(world, asked.at - world.time.now());
	const request = requestOf(world, asked);
	world.gate.asked.push(request);
	const first = open(world, request);
	const [answered, second] = await Promise.all([
		first,
		asked.isDoubled && request.idempotencyKey !== undefined ? open(world, request) : undefined,
	]);
	if (answered !== undefined && second !== undefined && answered !== second)
		world.oracle.violation(`one idempotency key was answered with ${answered} and ${second}`);
	if (answered === undefined) return;
	if (asked.cancelAfterMs !== undefined) {
		await pause(world, asked.cancelAfterMs);
		await cancel(world, request, answered, asked.cancelKeeps);
	}
	const held = { id: answered };
	const rolling = roll(world, request, asked.rolls ?? [], held);
	for (const { afterMs, isDoubled, ...terms } of asked.closes) {
		await pause(world, afterMs);
		// During a roll, the close hits the pair before or the pair after.
		const id = afterMs % 2 === 0 ? answered : held.id;
		const closing = close(world, request, id, terms);
		if (isDoubled) await close(world, request, id, terms);
		await closing;
	}
	await rolling;
}

/** Makes the calls that move a leg. `held.id` names the latest execution of the caller. */
async function roll(
	world: World,
	{ userId, agent }: Asker,
	rolls: readonly AskedRoll[],
	held: { id: string },
): Promise<void> {
	for (const [index, asked] of rolls.entries()) {
		await pause(world, asked.afterMs);
		const plan = world.oracle.states.get(held.id)?.plan;
		const exchange = world.scenario.venues.find(
			(venue) => venue !== plan?.legs.long.venue && venue !== plan?.legs.short.venue,
		);
		if (plan === undefined || exchange === undefined) continue;
		const { leg, share, maxSlippageBps } = asked;
		const request: RollRequest = {
			...{ userId, agent, executionId: held.id, leg, exchange, share, maxSlippageBps },
			symbol: undefined,
			onlyIfPays: false,
			idempotencyKey: asked.hasKey ? `roll_${held.id}_${index}` : undefined,
			preview: false,
			previewId: undefined,
		};
		world.gate.rolls.push(request);
		const bound = asked.isPreviewed ? await previewed(world, request) : request;
		const [first, second] = await Promise.all([
			askRoll(world, bound),
			asked.isDoubled && asked.hasKey ? askRoll(world, bound) : undefined,
		]);
		if (first !== undefined && second !== undefined && first !== second)
			world.oracle.violation(`one idempotency key was answered with ${first} and ${second}`);
		if (first === undefined) continue;
		world.faults.note('leg moved');
		held.id = first;
		if (asked.cancelAfterMs === undefined) continue;
		await pause(world, asked.cancelAfterMs);
		await cancel(world, request, first, false);
	}
}

async function previewed(world: World, request: RollRequest): Promise<RollRequest> {
	const answer = await call(world, `preview of a roll of ${request.executionId.slice(-6)}`, (service) =>
		service.executionService.orderService.roll({ ...request, preview: true }),
	);
	const isPreview = answer.kind === 'answered' && 'preview' in answer.value;
	return isPreview ? { ...request, previewId: answer.value.previewId } : request;
}

/** Returns the id of the pair after if the roll was accepted. */
async function askRoll(world: World, request: RollRequest): Promise<string | undefined> {
	for (let tries = 0; tries < TRIES_MAX; tries += 1) {
		const answer = await call(world, `roll ${request.executionId.slice(-6)}`, (service) =>
			service.executionService.orderService.roll(request),
		);
		if (answer.kind === 'answered')
			return 'executionId' in answer.value ? answer.value.executionId : undefined;
		if (answer.kind === 'lost' && request.idempotencyKey === undefined) return undefined;
		// The execution may still be opening, or moving a leg of an earlier call.
		const mayPass =
			answer.kind === 'refused' && (MAY_PASS.has(answer.code) || answer.code === 'NOT_ROLLABLE');
		if (answer.kind === 'refused' && !mayPass) {
			world.faults.note(`roll refused: ${answer.code}`);
			return undefined;
		}
		await pause(world, PAUSE_MS);
	}
	return undefined;
}

function requestOf(world: World, asked: AskedExecution): ExecuteRequest {
	const { coin: _coin, ...terms } = asked.request;
	const { long, short } = legsOf(world, asked);
	return { ...terms, opportunityId: opportunityId(long, short) };
}

function legsOf(world: World, { request, longVenue }: AskedExecution) {
	const find = (venue: string) =>
		world.scenario.instruments.find(
			(instrument) => instrument.venue === venue && instrument.coin === request.coin,
		);
	const long = find(longVenue);
	const short = find(VENUES.find((venue) => venue !== longVenue) ?? '');
	if (long === undefined || short === undefined) throw new Error(`No legs of ${request.coin}.`);
	return { long, short };
}

/**
 * Returns the execution's id if it was opened. The caller repeats a call whose response was lost only if the call has
 * a key.
 */
async function open(world: World, request: ExecuteRequest): Promise<string | undefined> {
	for (let tries = 0; tries < TRIES_MAX; tries += 1) {
		const isStopped = request.agent !== undefined && world.agents.stopped.has(request.agent.agentId);
		const answer = await call(world, `execute ${request.userId}`, (service) =>
			service.executionService.orderService.execute(request),
		);
		// A call with a key may receive the response of an earlier call with that key, from before the stop.
		if (answer.kind === 'answered' && isStopped && request.idempotencyKey === undefined)
			world.oracle.violation(`a call of the stopped agent ${request.agent?.agentId} was admitted`);
		if (answer.kind === 'answered')
			return 'executionId' in answer.value ? answer.value.executionId : undefined;
		if (answer.kind === 'lost' && request.idempotencyKey === undefined) return undefined;
		if (answer.kind === 'refused' && !MAY_PASS.has(answer.code)) return undefined;
		await pause(world, PAUSE_MS);
	}
	return undefined;
}

const MAY_PASS: ReadonlySet<string> = new Set([
	'VenueError',
	'STORE_UNAVAILABLE',
	'JournalError',
	'QUOTE_STALE',
]);

export async function close(
	world: World,
	{ userId, agent }: Asker,
	executionId: string,
	terms: Pick<AskedExecution['closes'][number], 'share' | 'maxSlippageBps' | 'makerMs'>,
): Promise<void> {
	noteOpening(world, executionId, 'close while it opens');
	const { share, maxSlippageBps, makerMs } = terms;
	const style = makerMs === undefined ? 'taker' : 'maker';
	const request = { userId, agent, executionId, share, maxSlippageBps, style, makerMs } as const;
	const answer = await call(world, `close ${executionId.slice(-6)}`, (service) =>
		service.executionService.orderService.close(request),
	);
	if (answer.kind === 'answered') checkEnd(world, executionId, answer.value, share < ONE);
}

async function cancel(world: World, by: Asker, executionId: string, keeps: boolean): Promise<void> {
	const what = keeps ? 'cancel that keeps' : 'cancel';
	noteOpening(world, executionId, `${what}, while it opens`);
	const answer = await call(world, `${what} ${executionId.slice(-6)}`, ({ executionService }) =>
		executionService.controls.cancel(by, executionId, keeps),
	);
	if (answer.kind === 'answered') checkEnd(world, executionId, answer.value, true);
}

function noteOpening(world: World, executionId: string, kind: string): void {
	const state = world.oracle.states.get(executionId);
	if (state !== undefined && state.openedAt === undefined && !isEnded(state)) world.faults.note(kind);
}

/**
 * Checks the result of a close. After success, the legs must be flat according to the exchanges' fills, unless the
 * close was to leave a part open and the execution runs. Without success no figures may be final.
 */
function checkEnd(world: World, executionId: string, answer: CloseAnswer, mayRun: boolean): void {
	const state = world.oracle.states.get(executionId);
	const truth = world.oracle.truths.get(executionId);
	if (state === undefined || truth === undefined) return;
	const isFlat = isEnded(state) && (truth.disturbed || (truth.long === 0n && truth.short === 0n));
	if (answer.success && !isFlat && !(mayRun && state.phase === 'running'))
		world.oracle.violation(
			`a close was answered with success and ${answer.status} while the exchanges hold ${truth.long} and ${truth.short}: ${executionId}`,
		);
	if (!answer.success && (isEnded(state) || answer.finalPnl !== null))
		world.oracle.violation(`an unfinished close was answered with final figures: ${executionId}`);
}

/** Runs the caller that halts trading and later resumes it. */
export async function runHalt(
	world: World,
	{ at, target, closeAll, resumedAfterMs }: DrawnHalt,
): Promise<void> {
	await pause(world, at - world.time.now());
	const halted = await call(world, `halt ${target.scope}`, ({ executionService }) =>
		executionService.switches.halt({ target, reason: null, by: 'operator', closeAll }),
	);
	if (halted.kind === 'answered') world.gate.halts.set(target, world.time.now());
	await pause(world, resumedAfterMs);
	world.gate.halts.delete(target);
	for (let tries = 0; tries < ASK_TRIES_MAX; tries += 1) {
		const answer = await call(world, `resume ${target.scope}`, ({ executionService }) =>
			executionService.switches.resume(target),
		);
		if (answer.kind === 'answered') return;
		await pause(world, PAUSE_MS);
	}
}

/**
 * Makes the owner stop an agent. The stop is on disk at once and survives a crash. The owner then repeats the call
 * until it gets a response. From then on, no opening order of the agent may be sent.
 */
export async function runStop(world: World, { at, userId, agentId }: DrawnStop): Promise<void> {
	await pause(world, at - world.time.now());
	world.agents.stopped.add(agentId);
	world.faults.note('agent stopped');
	for (let tries = 0; tries < ASK_TRIES_MAX; tries += 1) {
		const answer = await call(world, `stop ${agentId}`, ({ executionService }) =>
			executionService.controls.stopAgent(userId, agentId),
		);
		if (answer.kind === 'answered') {
			world.agents.opensNothing.add(agentId);
			const { canceled, openingEnded } = answer.value;
			if (canceled.length + openingEnded.length > 0) world.faults.note('agent stopped while it opens');
			return;
		}
		await pause(world, PAUSE_MS);
	}
}

/** Schedules position changes that venues and the owner make outside the service. */
export function planOthers(world: World): void {
	const { time, scenario, exchanges } = world;
	const placed = (venue: string, coin: string) => {
		const exchange = exchanges.find((candidate) => candidate.venue === venue);
		const made = scenario.instruments.find((each) => each.venue === venue && each.coin === coin);
		const symbol = made?.symbol;
		if (exchange === undefined || symbol === undefined) throw new Error(`${venue} lists no ${coin}.`);
		return { exchange, symbol };
	};
	for (const { at, venue, coin, userId, cause, share } of scenario.seizures)
		time.after(at - time.now(), () => {
			const { exchange, symbol } = placed(venue, coin);
			exchange.seize(userId, symbol, cause, share);
		});
	for (const { at, venue, coin, userId, side, lots, undoneAfterMs } of scenario.handTrades) {
		const { exchange, symbol } = placed(venue, coin);
		const quantity = (exchange.instrument(symbol).lotSize * BigInt(lots)) as Decimal;
		time.after(at - time.now(), () => exchange.tradeByHand(userId, symbol, side, quantity));
		time.after(at - time.now() + undoneAfterMs, () => tidy(world, exchange, userId, symbol, TIDY_TIMES));
	}
}

/**
 * Makes the owner manually close every position that no execution holds, whenever no order is in flight on the
 * instrument.
 */
function tidy(world: World, exchange: Exchange, userId: string, symbol: string, times: number): void {
	const account = exchange.accountOf(userId);
	let held: Decimal = ZERO;
	let isMoving = false;
	for (const state of world.oracle.states.values()) {
		const leg = state.plan.userId === userId ? legAt(state, exchange.venue, symbol) : undefined;
		if (leg === undefined) continue;
		held = leg === 'long' ? add(held, state.held.long) : sub(held, state.held.short);
		isMoving ||= state.orders.some((order) => order.leg === leg && isInFlight(order));
	}
	const foreign = sub(positionOf(account, symbol), held);
	if (foreign !== 0n && !isMoving)
		exchange.tradeByHand(userId, symbol, foreign > 0n ? 'sell' : 'buy', abs(foreign));
	if (times > 1) world.time.after(TIDY_EVERY_MS, () => tidy(world, exchange, userId, symbol, times - 1));
}
