import type { GetExecutionParams } from '../../client/methods.ts';
import { executionLines } from '../execution-lines.ts';
import { requiredWord } from '../given.ts';
import { serviceCommand } from '../service-command.ts';

/** Shows one execution and its latest events. */
export const execution = serviceCommand({
	name: 'execution',
	needs: 'arb:read',
	read: ({ params, words }): GetExecutionParams => ({
		events: 40,
		...params,
		execution_id: requiredWord('execution', 'the ID of an execution', words[0]),
	}),
	async run(params, session) {
		const found = await session.call('get_execution', params);
		session.show(found, () => executionLines(found, session, found.events.length));
	},
});
