/** A policy that trades often, so that a recording has many orders of both directions. */

import { isRpcError } from '../../client/errors.ts';
import type { Policy } from '../../src/replay/policies/policy.ts';

const MINUTE = 60_000;

/**
 * Returns a policy that closes its positions and opens the best opportunity every `stepMinutes`. It closes everything a
 * minute before `endAt`. A refusal ends the attempt.
 */
export function turningPolicy(stepMinutes: number, endAt: number, amountUsd = 2_000): Policy {
	return async ([seat], clock) => {
		if (seat === undefined) throw new Error('The policy needs a seat.');
		const { client } = seat;
		const unlessRefused = <T>(answer: Promise<T>): Promise<T | undefined> =>
			answer.catch((error: unknown) => {
				if (isRpcError(error)) return undefined;
				throw error;
			});
		const closeAll = async (): Promise<void> => {
			const { executions } = await client.call('portfolio_live', {});
			for (const { execution } of executions)
				await unlessRefused(client.call('close_execution', { execution_id: execution.id }));
		};
		for (let at = clock.now() + stepMinutes * MINUTE; at < endAt - MINUTE; at += stepMinutes * MINUTE) {
			await clock.until(at);
			await closeAll();
			const { data } = await client.call('get_opportunities', {});
			const [best] = data;
			if (best !== undefined)
				await unlessRefused(
					client.call('execute_opportunity', { opportunity_id: best.opportunity_id, amount: amountUsd }),
				);
		}
		await clock.until(endAt - MINUTE);
		await closeAll();
	};
}
