/** Closes a part of a pair before the exchange deleverages one of its legs, in every mode: the exchange does not wait. */
import { HOUR_MS } from '../domain/funding.ts';
import type { PotTrigger } from '../ports/autopilot.ts';
import { queueDecision } from './decide.ts';
import { decisionId, storeDecision } from './deciding.ts';
import type { AutopilotState } from './parts.ts';
import { runChanges } from './run-changes.ts';
import { reducing } from './urgent.ts';

/** Reduces each pair with a leg at the front of a queue, at most once within an hour, also after a restart. */
export async function checkQueues(state: AutopilotState, potId: string): Promise<void> {
	const pot = state.book.get(potId);
	if (pot === undefined || pot.state === 'stopping' || pot.state === 'stopped' || state.isClosed) return;
	const under = await reducing(state, potId);
	const holdings = state.books
		.holdings(state.book.executionsOf(potId))
		.filter(({ executionId }) => !under.has(executionId));
	const hour = Math.floor(state.clock.now() / HOUR_MS);
	for (const alarm of await state.queues.alarms(pot.tradesAs, holdings)) {
		const keyAt = (at: number) => `adl ${alarm.executionId} ${at}`;
		// The hour before counts too, so that no two reductions lie on both sides of a full hour.
		if (await state.store.hasDecided(potId, keyAt(hour - 1))) continue;
		if (await state.store.hasDecided(potId, keyAt(hour))) continue;
		const trigger: PotTrigger = {
			kind: 'adl',
			key: keyAt(hour),
			exchange: alarm.exchange,
			coin: alarm.coin,
		};
		const now = state.clock.now();
		const draft = queueDecision({ decisionId: decisionId(state), pot, trigger, holdings, now }, alarm);
		if (draft.record.changes.length === 0) continue;
		if (await storeDecision(state, pot, draft)) await runChanges(state, draft.record.decisionId);
	}
}
