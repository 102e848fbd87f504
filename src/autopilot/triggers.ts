/** Finds what makes a pot decide now. A trigger whose decision was made is not found again. */
import type { Pot, PotTrigger } from '../ports/autopilot.ts';
import { unfinished } from '../ports/autopilot-store.ts';
import type { AutopilotState } from './parts.ts';
import { dailyTrigger, lastDaily } from './schedule.ts';

/**
 * Returns the triggers of a running pot that have no decision yet, the most urgent first.
 * @param gone executions that ended by themselves
 */
export async function nextTriggers(
	state: AutopilotState,
	potId: string,
	gone: readonly string[],
): Promise<readonly PotTrigger[]> {
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
		// An execution that levels its legs after the loss may end, which is then the trigger.
		.filter(({ lostLegs, isMoving }) => lostLegs > 0 && !isMoving)
		.map((held): PotTrigger => lostTrigger(held.executionId, held.lostLegs, held.coin));
	const daily = dailyTrigger(lastDaily(pot.settings.decisionMinute, state.clock.now()));
	const isDue = lastDaily(pot.settings.decisionMinute, state.clock.now()) > pot.createdAt;
	const found: readonly PotTrigger[] = [
		...lost,
		...gone.map((id) => lostTrigger(id, 'ended', null)),
		...state.signals.of(holdings),
		...margins,
		{ kind: 'start', key: 'start', exchange: null, coin: null },
		...(pot.stateAt > pot.createdAt
			? [{ kind: 'changed', key: `running ${pot.stateAt}`, exchange: null, coin: null } as const]
			: []),
		...changedTrigger(pot),
		...(isDue ? [daily] : []),
	];
	const fresh: PotTrigger[] = [];
	for (const trigger of found) if (!(await state.store.hasDecided(potId, trigger.key))) fresh.push(trigger);
	return fresh;
}

/**
 * Returns the executions of the pot that have ended by themselves, also while the service was down, and whose end is not
 * noted as answered.
 */
export async function goneExecutions(state: AutopilotState, potId: string): Promise<readonly string[]> {
	// The changes come first: one that ends meanwhile notes the end of its execution.
	const own = new Set(
		(await state.store.open(potId)).flatMap((decision) =>
			unfinished(decision).flatMap((n) => {
				const sent = decision.events[n]?.findLast(({ kind }) => kind === 'begun' || kind === 'sent');
				if (sent === undefined) return [];
				return [decision.changes[n]?.executionId, sent.kind === 'sent' ? sent.executionId : null];
			}),
		),
	);
	const watched = await state.store.watched(potId);
	return watched.filter((id) => !own.has(id) && state.books.holdings([id]).length === 0);
}

function lostTrigger(executionId: string, which: number | string, coin: string | null): PotTrigger {
	return { kind: 'lost_leg', key: `lost ${executionId} ${which}`, exchange: null, coin };
}

function changedTrigger({ settingsAt }: Pot): readonly PotTrigger[] {
	return settingsAt === null
		? []
		: [{ kind: 'changed', key: `settings ${settingsAt}`, exchange: null, coin: null }];
}
