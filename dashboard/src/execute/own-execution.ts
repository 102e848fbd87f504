/**
 * Finds an execution by the idempotency key in its journal, after the response to the request that opened it was
 * lost.
 */
import type { MethodResult } from '../../../client/methods.ts';
import type { Service } from '../live/service.svelte.ts';

/** Number of executions to search, newest first. */
const LATEST = 100;

/** Returns the id of the execution with this key; undefined if none is found. */
export async function executionOfKey(
	service: Service,
	opportunityId: string,
	key: string,
): Promise<string | undefined> {
	const { executions } = await service.call('portfolio_live', { include_closed: true, limit: LATEST });
	for (const { execution } of executions) {
		if (execution.opportunity_id !== opportunityId) continue;
		const found = await service.call('get_execution', { execution_id: execution.id, events: 1_000 });
		if (keyOf(found) === key) return execution.id;
	}
	return undefined;
}

function keyOf({ events }: MethodResult<'get_execution'>): unknown {
	const planned = events.find(({ type }) => type === 'ExecutionPlanned')?.data.plan;
	return typeof planned === 'object' && planned !== null && 'idempotency_key' in planned
		? planned.idempotency_key
		: undefined;
}
