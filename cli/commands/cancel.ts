import type { CancelExecutionParams } from '../../client/methods.ts';
import { closeLines } from '../execution-lines.ts';
import { requireSuccess } from '../failures.ts';
import { requiredWord } from '../given.ts';
import { serviceCommand } from '../service-command.ts';

/** Cancels an execution that is still opening. With `--keep`, keeps the filled part. */
export const cancel = serviceCommand({
	name: 'cancel',
	needs: 'arb:trade',
	read: ({ values, words }): CancelExecutionParams => ({
		execution_id: requiredWord('cancel', 'the ID of an execution', words[0]),
		...(values.keep === true ? { keep: true } : {}),
	}),
	async run(params, session) {
		const answer = await session.call('cancel_execution', params);
		session.show(answer, () => closeLines(answer, session));
		requireSuccess(answer);
	},
});
