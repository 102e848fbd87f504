/**
 * Judges the pot against its own journal, through a second connection to the data directory: a change is on disk before
 * its orders, is made once, and nothing opens while the owner has halted trading.
 */
import type { DatabaseSync } from 'node:sqlite';
import { sub, ZERO } from '../../../src/domain/decimal.ts';
import type { ExecutionEvent } from '../../../src/domain/event.ts';
import { type ExecutionState, isEnded, isInFlight } from '../../../src/domain/execution.ts';
import { decodePayload } from '../../../src/domain/journal-codec.ts';
import type { ChangeEventKind, DecidedChange } from '../../../src/ports/autopilot-store.ts';
import type { VenueOrder } from '../../../src/ports/venue.ts';
import type { Words } from '../../../src/sentences/sentence.ts';
import { rowsOf } from '../../../src/store/sqlite/database.ts';
import type { Oracle } from '../oracle.ts';

export type PotJudge = ReturnType<typeof createPotJudge>;

/** Kinds of events after which a change may have orders. */
const BEGUN: ReadonlySet<ChangeEventKind> = new Set(['begun', 'sent']);

type StoredChange = {
	readonly decisionId: string;
	readonly n: number;
	readonly change: DecidedChange;
	readonly trigger: string;
	readonly isPlanned: boolean;
	readonly kinds: readonly ChangeEventKind[];
	readonly codes: readonly string[];
};

/** True for a close by the engine's own exit rules, such as that for a contract without current prices. */
function isByEngine(reason: Words): boolean {
	return typeof reason === 'object' && reason.id.startsWith('exit.');
}

export function createPotJudge({
	disk,
	oracle,
	now,
}: {
	readonly disk: DatabaseSync;
	readonly oracle: Oracle;
	readonly now: () => number;
}) {
	/** Executions of the pot's changes, by `decision:number`. */
	const executionOf = new Map<string, string>();
	let isHalted = false;
	let resumedAt = Number.POSITIVE_INFINITY;

	/** Returns all changes on disk with their events. */
	function changes(): readonly StoredChange[] {
		return rowsOf(disk, 'SELECT decision_id, cause, plan, changes FROM pot_decision ORDER BY seq').flatMap(
			(row) => {
				const decisionId = String(row.decision_id);
				const trigger = (decodePayload(String(row.cause)) as { readonly kind: string }).kind;
				const events = rowsOf(
					disk,
					'SELECT change, kind, event FROM pot_change_event WHERE decision_id = ? ORDER BY seq',
					decisionId,
				);
				return (decodePayload(String(row.changes)) as DecidedChange[]).map((change, n): StoredChange => {
					const own = events.filter((event) => Number(event.change) === n);
					return {
						...{ decisionId, n, change, trigger, isPlanned: row.plan !== null },
						kinds: own.map(({ kind }) => kind as ChangeEventKind),
						codes: own.flatMap(({ event }) => {
							const { code } = decodePayload(String(event)) as { readonly code?: string };
							return code === undefined ? [] : [code];
						}),
					};
				});
			},
		);
	}

	const isOpenNow = ({ kinds }: StoredChange): boolean => {
		const last = kinds.at(-1);
		return last !== undefined && BEGUN.has(last);
	};

	/** Returns why an execution must not have been planned; undefined if it may. */
	function misplanned({ plan }: ExecutionState): string | undefined {
		if (isHalted) return 'the owner has halted trading';
		const [decisionId, n] = (plan.idempotencyKey ?? '').split(':');
		const key = `${decisionId}:${n}`;
		const stored = changes().find((one) => one.decisionId === decisionId && String(one.n) === n);
		if (stored === undefined) return `no change of a pot on disk asks for it (${plan.idempotencyKey})`;
		if (!isOpenNow(stored)) return `its change is ${stored.kinds.at(-1) ?? 'new'} on disk`;
		const other = executionOf.get(key);
		if (other !== undefined) return `${other} was opened for the same change ${key}`;
		executionOf.set(key, plan.executionId);
		return undefined;
	}

	/** Checks a close against the pot's change that asks for it. */
	function checkClose(executionId: string, remaining: bigint): void {
		const state = oracle.states.get(executionId);
		const own = changes().filter(
			(one) => one.change.executionId === executionId && one.change.remaining !== null,
		);
		const begun = own.filter(isOpenNow);
		if (state === undefined || begun.length === 0) {
			oracle.violation(`${executionId} is reduced without a change on disk`);
			return;
		}
		const least = begun.reduce<bigint>((low, { change }) => {
			const keeps: bigint = change.remaining ?? ZERO;
			return keeps < low ? keeps : low;
		}, state.plan.quantity);
		if (remaining < sub(least as never, state.plan.commonLot))
			oracle.violation(`${executionId} is reduced to ${remaining}, its change keeps ${least}`);
	}

	return {
		changes,
		misplanned,
		/** Checks that an order that leaves the process is on disk, as a second reader of the data directory sees it. */
		onSend({ clientOrderId }: VenueOrder): void {
			const found = rowsOf(
				disk,
				`SELECT 1 FROM journal WHERE type = 'OrderIntended' AND payload LIKE '%' || ? || '%'`,
				clientOrderId,
			);
			if (found.length === 0) oracle.violation(`sent before its intent was on disk: ${clientOrderId}`);
		},
		onDurable(executionId: string, events: readonly ExecutionEvent[]): void {
			for (const event of events)
				if (event.type === 'CloseRequested' && !isByEngine(event.reason))
					checkClose(executionId, event.remaining);
		},
		halted(): void {
			isHalted = true;
		},
		resumed(): void {
			isHalted = false;
			resumedAt = now();
		},
		/** Time at which the owner resumed trading; infinite before. */
		resumedAt: (): number => resumedAt,
		/** True while no execution is in motion and no change of the pot is being made. */
		isCalm: (): boolean =>
			[...oracle.states.values()].every(
				(state) => isEnded(state) || (state.phase === 'running' && state.close === undefined),
			),
		/** True if a kill now interrupts an order, an execution in motion or a change of the pot. */
		isInterrupting: (): boolean =>
			[...oracle.states.values()].some(
				(state) =>
					!isEnded(state) &&
					(state.phase !== 'running' || state.close !== undefined || state.orders.some(isInFlight)),
			) || changes().some(isOpenNow),
	};
}
