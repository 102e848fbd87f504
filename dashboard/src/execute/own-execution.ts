/** What became of an opening whose answer was lost: it is found by the key that it carried, which its journal holds. */
import type { MethodResult } from '../../../client/methods.ts';
import type { Service } from '../live/service.svelte.ts';

const LATEST = 100;

/** The execution that was opened with this key; undefined where the service knows of none. */
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
