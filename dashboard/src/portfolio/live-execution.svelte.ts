/**
 * Provides one execution's live state: figures from the portfolio stream, status and new events from the executions
 * stream, and the journal. The journal is fetched once, and again after the execution has ended, after a gap and
 * after a lost connection. The streams do not cover these cases.
 */
import { untrack } from 'svelte';
import type { ExecutionEvent, ExecutionStatus } from '../../../client/methods.ts';
import { liveAnswer } from '../live/answer.svelte.ts';
import { liveFeed } from '../live/feed.svelte.ts';
import type { Service } from '../live/service.svelte.ts';
import type { Entry } from './entry.ts';
import { joinedEvents } from './journal.ts';

export const EVENTS_MAX = 1_000;
const ENDS: readonly ExecutionStatus[] = ['closed', 'failed'];

export type LiveExecution = {
	readonly entry: Entry | undefined;
	/** Events, oldest first: the last `EVENTS_MAX` events when the journal was fetched, and all newer ones. */
	readonly events: readonly ExecutionEvent[];
	readonly eventsTotal: number;
	/** Agent that opened the execution; null if the owner opened it. */
	readonly agentId: string | null;
	readonly error: Error | undefined;
	askAgain(): void;
};

/** Creates the live state. Call it while a component initializes. */
export function liveExecution(service: Service, id: () => string): LiveExecution {
	const may = (): boolean => service.access.mayRead;
	const feed = liveFeed(service, () => (may() ? { channel: 'executions', subject: id() } : undefined));
	const portfolio = liveFeed(service, () => (may() ? { channel: 'portfolio', subject: id() } : undefined));
	const whole = liveAnswer(service, () =>
		may()
			? {
					method: 'get_execution',
					params: { execution_id: id(), events: EVENTS_MAX },
					subject: id(),
				}
			: undefined,
	);
	const row = $derived(feed.state?.executions.find(({ execution }) => execution.id === id()));
	const held = $derived(portfolio.state?.executions.find(({ execution }) => execution.id === id()));
	const joined = $derived(joinedEvents(whole.result?.events ?? [], row?.events ?? []));
	const isOver = $derived(row !== undefined && ENDS.includes(row.execution.status));
	const isFinal = $derived(whole.result !== undefined && ENDS.includes(whole.result.execution.status));
	const entry = $derived.by((): Entry | undefined => {
		const figures = held ?? whole.result;
		if (figures === undefined) return undefined;
		// An execution is shown as ended only with its final figures. Until they arrive, the previous entry stays.
		if (isOver) return isFinal ? whole.result : figures;
		const isNewer = row !== undefined && row.execution.updated_at > figures.execution.updated_at;
		return isNewer ? { ...figures, execution: row.execution } : figures;
	});

	$effect(() => {
		const { result } = whole;
		const isBehind =
			result !== undefined &&
			row !== undefined &&
			(joined.hasGap ||
				(isOver && !isFinal) ||
				(held === undefined && row.events_total > result.events_total));
		if (isBehind) untrack(() => whole.askAgain());
	});

	let wasAway = false;
	$effect(() => {
		const isOpen = service.connection.state === 'open';
		if (isOpen && wasAway) untrack(() => whole.askAgain());
		wasAway = !isOpen;
	});

	return {
		get entry() {
			return entry;
		},
		get events() {
			return joined.events;
		},
		get eventsTotal() {
			return Math.max(row?.events_total ?? 0, whole.result?.events_total ?? 0);
		},
		get agentId() {
			return whole.result?.agent_id ?? null;
		},
		get error() {
			return whole.error ?? feed.error ?? portfolio.error;
		},
		askAgain: () => whole.askAgain(),
	};
}
