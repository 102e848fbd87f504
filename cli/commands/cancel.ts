import type { CancelExecutionParams } from '../../client/methods.ts';
import { closeLines } from '../execution-lines.ts';
import { requireSuccess } from '../failures.ts';
import { oneWord } from '../params.ts';
import { serviceCommand } from '../service-command.ts';

export const cancel = serviceCommand({
	name: 'cancel',
	needs: 'arb:trade',
	summary: 'Stop one that is being opened, and close or keep what was opened.',
	about:
		'Stops an execution that is queued or opening and closes what it has opened or, with --keep, lets that run; a running one is closed with carrywire close. Prints cancel_execution. The exit code is 5 when it is not done within 20 s: it goes on at the service.',
	forms: ['ID [--keep]'],
	words: [{ name: 'ID', meaning: 'Of the execution.' }],
	flags: { keep: { meaning: 'Only ends the opening: what is open runs on.' } },
	examples: [
		'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b',
		'carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b --keep',
	],
	read: ({ values, words }): CancelExecutionParams => ({
		execution_id: oneWord('cancel', 'the ID of an execution', words),
		...(values.keep === true ? { keep: true } : {}),
	}),
	async run(params, session) {
		const answer = await session.call('cancel_execution', params);
		session.show(answer, () => closeLines(answer, session));
		requireSuccess(answer);
	},
});
