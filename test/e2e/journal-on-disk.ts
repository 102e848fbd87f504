/** Reads the journal on disk, whether or not a service is running, and folds it with the service's own rules. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ExecutionEvent } from '../../src/domain/event.ts';
import type { ExecutionState, OrderState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { decodePayload } from '../../src/domain/journal-codec.ts';
import { upcastExecutionEvent } from '../../src/domain/journal-upcast.ts';
import { DATABASE_FILE } from '../../src/store/sqlite/database.ts';

export type JournaledExecution = {
	readonly id: string;
	readonly state: ExecutionState;
	readonly events: readonly ExecutionEvent[];
};

export type JournalOnDisk = {
	/** Folded executions, by execution id. */
	readonly executions: ReadonlyMap<string, JournaledExecution>;
	/** The latest event of any execution, and the id of that execution. */
	readonly last: { readonly executionId: string; readonly event: ExecutionEvent } | undefined;
	/** Number of events in all streams, including account streams. */
	readonly eventCount: number;
};

/** @throws Error when an execution's events cannot be folded */
export function readJournal(dataDir: string): JournalOnDisk {
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
	try {
		const rows = database
			.prepare('SELECT stream, type, version, recorded_at, payload FROM journal ORDER BY seq')
			.all();
		const streams = new Map<string, { readonly event: ExecutionEvent; readonly recordedAt: number }[]>();
		let last: JournalOnDisk['last'];
		for (const row of rows) {
			const stream = String(row.stream);
			if (!stream.startsWith('exec_')) continue;
			const payload = decodePayload(String(row.payload));
			const event = upcastExecutionEvent(String(row.type), Number(row.version), payload);
			const events = streams.get(stream) ?? [];
			streams.set(stream, events);
			events.push({ event, recordedAt: Number(row.recorded_at) });
			last = { executionId: stream, event };
		}
		return {
			executions: new Map(
				[...streams].map(([id, events]) => [
					id,
					{ id, state: foldExecution(events), events: events.map(({ event }) => event) },
				]),
			),
			last,
			eventCount: rows.length,
		};
	} finally {
		database.close();
	}
}

/** Returns the external flows in the journal, oldest first: the cause and the signed quantity of each. */
export function readFlows(
	dataDir: string,
): readonly { readonly cause: unknown; readonly quantity: unknown }[] {
	const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true });
	try {
		return database
			.prepare("SELECT payload FROM journal WHERE type = 'ExternalFlowRecorded' ORDER BY seq")
			.all()
			.map(({ payload }) => {
				const { cause, quantity } = decodePayload(String(payload)) as Readonly<Record<string, unknown>>;
				return { cause, quantity };
			});
	} finally {
		database.close();
	}
}

/** Returns the orders for which the journal has an intent, but no acceptance, rejection or final state. */
export function unacknowledged(state: ExecutionState): readonly OrderState[] {
	return state.orders.filter(({ status }) => status === 'submitting' || status === 'unknown');
}
