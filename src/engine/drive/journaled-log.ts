/** Writes one log line for each event on disk. */
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { Logger } from '../../ports/logger.ts';

/** Logs each event once it is on disk. */
export function logJournaled(log: Logger, state: ExecutionState, events: readonly ExecutionEvent[]): void {
	for (const event of events) {
		const clientOrderId = 'clientOrderId' in event ? event.clientOrderId : undefined;
		log.info(
			{
				executionId: state.plan.executionId,
				event: event.type,
				phase: state.phase,
				...(clientOrderId === undefined ? {} : { clientOrderId }),
			},
			'journaled',
		);
	}
}
