/** Acts on what cannot wait: a low margin, the drawdown stop, and a stop that closes everything. */
import { type Decimal, divDown, fromInteger, sub, ZERO } from '../domain/decimal.ts';
import type { MarginAlarm, Pot, PotTrigger } from '../ports/autopilot.ts';
import { type ChangeEvent, type Decision, isFinal, lastEvent, unfinished } from '../ports/autopilot-store.ts';
import { closingDecision, isUrgent, marginDecision } from './decide.ts';
import { decisionId, storeDecision } from './deciding.ts';
import type { AutopilotState } from './parts.ts';
import { drawdownReason, equityOf } from './pot-equity.ts';
import { runChanges } from './run-changes.ts';

/** Time after which a margin that is still low reduces again, milliseconds. */
const REDUCE_AGAIN_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** Time after which a stop requests a close again that was refused for good, milliseconds. */
const CLOSE_AGAIN_MS = HOUR_MS;
/** Number of the latest decisions among which the closes of a stop are looked for. */
const STOP_DECISIONS = 50;
/** A profit counts as a new high if it exceeds the last one by the capital divided by this. */
const HIGH_STEPS = fromInteger(1_000);

/** Samples the pot, and pauses or closes it at its drawdown stop. */
export async function checkDrawdown(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	const profit = await state.books.profit(state.book.executionsOf(potId));
	if (pot === undefined || profit === null || state.isClosed) return;
	const highest = await state.store.highestProfit(potId, pot.stateAt);
	await sample(state, pot, profit, highest);
	if (pot.state !== 'running') return;
	const why = drawdownReason(pot, profit, highest);
	if (why === undefined) return;
	const closes = pot.settings.onDrawdown === 'close';
	const at = state.clock.now();
	const change = { state: closes ? 'stopping' : 'paused', reason: why, at } as const;
	// A person may have stopped or paused the pot meanwhile, which goes first.
	if (await state.book.setState(potId, change, pot)) state.alerts.drawdown(pot, at, why);
}

/** Stores a sample once an hour, and at each new high, from which the drawdown is measured. */
async function sample(
	state: AutopilotState,
	pot: Pot,
	profit: Decimal,
	highest: Decimal | undefined,
): Promise<void> {
	const at = state.clock.now();
	const isHigh = highest === undefined || sub(profit, highest) >= divDown(pot.settings.capital, HIGH_STEPS);
	if (!isHigh && at - (state.sampledAt.get(pot.potId) ?? 0) < HOUR_MS) return;
	const equity = equityOf(pot, profit);
	if (equity === null) return;
	await state.store.sample(pot.potId, { at, equity, profit });
	state.sampledAt.set(pot.potId, at);
}

/** Closes parts of pairs where the margin is lowest, in every mode: waiting would cost the leg. */
export async function checkMargins(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	if (pot === undefined || pot.state === 'stopping' || pot.state === 'stopped' || state.isClosed) return;
	for (const alarm of state.margins.alarms(pot.tradesAs)) {
		if (alarm.level !== 'reduce') continue;
		const last = await state.store.lastUrgent(potId, 'margin_alarm', alarm.exchange);
		const now = state.clock.now();
		if (last !== undefined && !mayReduceAgain(last, alarm, now)) continue;
		const under = await reducing(state, potId);
		const holdings = state.books
			.holdings(state.book.executionsOf(potId))
			.filter(({ executionId, isMoving }) => !isMoving && !under.has(executionId));
		const ids = holdings.map(({ executionId }) => executionId);
		const reductions = state.margins.reductions(pot.tradesAs, alarm.exchange, ids);
		if (reductions.length === 0) continue;
		const trigger: PotTrigger = {
			kind: 'margin_alarm',
			key: `margin ${alarm.exchange} reduce ${now}`,
			exchange: alarm.exchange,
			coin: null,
		};
		const decided = { decisionId: decisionId(state), pot, trigger, holdings, now };
		const draft = marginDecision(decided, alarm, reductions);
		if (await storeDecision(state, pot, draft)) await runChanges(state, draft.record.decisionId);
	}
}

/**
 * Returns true if the margin may be judged again after the last reduction: some time has passed, and the account was
 * read after the reduction ended. A reduction that is stuck does not hold back those of other pairs.
 */
function mayReduceAgain(last: Decision, { readAt }: MarginAlarm, now: number): boolean {
	if (now - last.at < REDUCE_AGAIN_MS) return false;
	const ends = last.events.flatMap((events) => events.filter(isFinal).map(({ at }) => at));
	return readAt > Math.max(last.at, ...ends);
}

/** Returns the executions with an urgent reduction that has not ended. */
export async function reducing(state: AutopilotState, potId: string): Promise<ReadonlySet<string>> {
	const open = await state.store.open(potId);
	return new Set(
		open
			.filter(isUrgent)
			.flatMap((decision) => unfinished(decision).flatMap((n) => decision.changes[n]?.executionId ?? [])),
	);
}

/** Closes what a stopping pot still holds. The pot has stopped once it holds nothing and nothing is being sent. */
export async function keepStopping(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	if (pot === undefined || pot.state !== 'stopping' || state.isClosed) return;
	const open = await state.store.open(potId);
	const holdings = state.books.holdings(state.book.executionsOf(potId));
	const now = state.clock.now();
	if (holdings.length === 0) {
		if (open.length > 0) return;
		const change = { state: 'stopped', reason: pot.stateReason, at: now } as const;
		if (await state.book.setState(potId, change, pot)) state.alerts.ended(pot, now);
		return;
	}
	// Positions that already have an unfinished close wait for it.
	const wanted = new Set(
		open.flatMap((decision) =>
			isUrgent(decision)
				? unfinished(decision).flatMap((n) => {
						const change = decision.changes[n];
						return change?.remaining === ZERO ? [change.executionId] : [];
					})
				: [],
		),
	);
	const missing = holdings.filter(({ executionId }) => !wanted.has(executionId));
	if (missing.length === 0) return;
	const refused = await refusedCloses(state, pot, now);
	const rest = missing.filter(({ executionId }) => !refused.has(executionId));
	if (rest.length === 0) return;
	const draft = closingDecision({
		decisionId: decisionId(state),
		pot,
		trigger: stopTrigger(pot, now),
		holdings: rest,
		now,
	});
	if (await storeDecision(state, pot, draft)) await runChanges(state, draft.record.decisionId);
}

/** Returns the executions whose last close by this stop was refused for good a short time ago. */
async function refusedCloses(
	{ store }: AutopilotState,
	{ potId, stateAt }: Pot,
	now: number,
): Promise<ReadonlySet<string>> {
	const latest = new Map<string, ChangeEvent | undefined>();
	for (const decision of await store.decisions(potId, STOP_DECISIONS)) {
		if (decision.at < stateAt || !isUrgent(decision) || decision.trigger.kind !== 'stop') continue;
		for (const [n, { executionId }] of decision.changes.entries())
			if (executionId !== null && !latest.has(executionId)) latest.set(executionId, lastEvent(decision, n));
	}
	return new Set(
		[...latest].flatMap(([id, last]) =>
			last?.kind === 'refused' && now - last.at < CLOSE_AGAIN_MS ? [id] : [],
		),
	);
}

function stopTrigger({ stateAt }: Pot, now: number): PotTrigger {
	return { kind: 'stop', key: `stop ${stateAt} ${now}`, exchange: null, coin: null };
}
