/** Finds what makes a pot decide now. A trigger whose decision was made is not found again. */
import type { PotTrigger } from '../ports/autopilot.ts';
import type { AutopilotState } from './parts.ts';
import { dailyTrigger, lastDaily } from './schedule.ts';

/** Returns the triggers of a running pot that have no decision yet, the most urgent first. */
export async function nextTriggers(state: AutopilotState, potId: string): Promise<readonly PotTrigger[]> {
	const pot = state.book.get(potId);
	if (pot === undefined || pot.state !== 'running') return [];
	const holdings = state.books.holdings(state.book.executionsOf(potId));
	const concerns = (exchange: string): boolean =>
		pot.settings.exchanges.includes(exchange) ||
		holdings.some(({ long, short }) => long.venue === exchange || short.venue === exchange);
	const margins = state.margins
		.alarms(pot.tradesAs)
		.filter(({ exchange, level }) => level !== 'reduce' && concerns(exchange))
		.map(
			({ exchange, level, since }): PotTrigger => ({
				kind: 'margin_alarm',
				key: `margin ${exchange} ${level} ${since}`,
				exchange,
				coin: null,
			}),
		);
	const lost = holdings
		.filter(({ lostLegs }) => lostLegs > 0)
		.map((held): PotTrigger => lostTrigger(held.executionId, held.lostLegs, held.coin));
	const daily = dailyTrigger(lastDaily(pot.settings.decisionMinute, state.clock.now()));
	const isDue = lastDaily(pot.settings.decisionMinute, state.clock.now()) > pot.createdAt;
	const found: readonly PotTrigger[] = [
		...lost,
		...goneTriggers(state, potId),
		...state.signals.of(holdings),
		...margins,
		{ kind: 'start', key: 'start', exchange: null, coin: null },
		...(pot.stateAt > pot.createdAt
			? [{ kind: 'changed', key: `running ${pot.stateAt}`, exchange: null, coin: null } as const]
			: []),
		...changedTrigger(state, potId),
		...(isDue ? [daily] : []),
	];
	const fresh: PotTrigger[] = [];
	for (const trigger of found) if (!(await state.store.hasDecided(potId, trigger.key))) fresh.push(trigger);
	return fresh;
}

/**
 * Remembers which executions of the pot are open, so that the next check finds those that ended by themselves.
 * @param keepsGone true to find the ended ones again, because no decision has answered them yet
 */
export function noteOpen(state: AutopilotState, potId: string, keepsGone: boolean): void {
	const open = state.books.holdings(state.book.executionsOf(potId)).map(({ executionId }) => executionId);
	const before = keepsGone ? (state.seenOpen.get(potId) ?? []) : [];
	state.seenOpen.set(potId, new Set([...open, ...before]));
}

function goneTriggers(state: AutopilotState, potId: string): readonly PotTrigger[] {
	const open = new Set(
		state.books.holdings(state.book.executionsOf(potId)).map(({ executionId }) => executionId),
	);
	return [...(state.seenOpen.get(potId) ?? [])]
		.filter((id) => !open.has(id) && !state.closing.has(id))
		.map((id) => lostTrigger(id, 'ended', null));
}

function lostTrigger(executionId: string, which: number | string, coin: string | null): PotTrigger {
	return { kind: 'lost_leg', key: `lost ${executionId} ${which}`, exchange: null, coin };
}

function changedTrigger(state: AutopilotState, potId: string): readonly PotTrigger[] {
	const at = state.changedAt.get(potId);
	return at === undefined ? [] : [{ kind: 'changed', key: `settings ${at}`, exchange: null, coin: null }];
}
