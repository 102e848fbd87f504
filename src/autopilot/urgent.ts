/** Acts on what cannot wait: a low margin, the drawdown stop, and a stop that closes everything. */
import { type Decimal, divDown, fromInteger, sub, ZERO } from '../domain/decimal.ts';
import type { Pot, PotTrigger } from '../ports/autopilot.ts';
import { unfinished } from '../ports/autopilot-store.ts';
import { closingDecision, isUrgent, marginDecision } from './decide.ts';
import { decisionId, storeDecision } from './deciding.ts';
import type { AutopilotState } from './parts.ts';
import { drawdownReason, equityOf } from './pot-equity.ts';
import { runChanges } from './run-changes.ts';

/** Time after which a margin that is still low reduces again, milliseconds. */
const REDUCE_AGAIN_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
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
	await state.book.setState(potId, { state: closes ? 'stopping' : 'paused', reason: why, at });
	state.alerts.drawdown(pot, at, why);
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

/** Closes a part of both legs where the margin is lowest, in every mode: waiting would cost the leg. */
export async function checkMargins(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	if (pot === undefined || pot.state === 'stopping') return;
	const now = state.clock.now();
	for (const alarm of state.margins.alarms(pot.tradesAs)) {
		if (alarm.level !== 'reduce') continue;
		const times = Math.floor((now - alarm.since) / REDUCE_AGAIN_MS);
		const trigger: PotTrigger = {
			kind: 'margin_alarm',
			key: `margin ${alarm.exchange} reduce ${alarm.since} ${times}`,
			exchange: alarm.exchange,
			coin: null,
		};
		if (await state.store.hasDecided(potId, trigger.key)) continue;
		const holdings = state.books.holdings(state.book.executionsOf(potId));
		const draft = marginDecision({ decisionId: decisionId(state), pot, trigger, holdings, now }, alarm);
		if (draft.record.changes.length === 0) continue;
		if (await storeDecision(state, pot, draft)) await runChanges(state, draft.record.decisionId);
	}
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
		await state.book.setState(potId, { state: 'stopped', reason: pot.stateReason, at: now });
		state.alerts.ended(pot, now);
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
	const rest = holdings.filter(({ executionId }) => !wanted.has(executionId));
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

function stopTrigger({ stateAt }: Pot, now: number): PotTrigger {
	return { kind: 'stop', key: `stop ${stateAt} ${now}`, exchange: null, coin: null };
}
