import { closeLines } from '../execution-lines.ts';
import { oneWord } from '../params.ts';
import { serviceCommand } from '../service-command.ts';

export const cancel = serviceCommand({
	name: 'cancel',
	needs: 'arb:trade',
	summary: 'Stop one that is being opened, and unwind what was opened.',
	about:
		'Stops an execution that is queued or opening and unwinds what it has opened; a running one is closed with carrywire close. Prints cancel_execution.',
	forms: ['ID'],
	words: [{ name: 'ID', meaning: 'Of the execution.' }],
	flags: {},
	examples: ['carrywire cancel exec_9d2e4f6081a3c5e73f9a1c5b'],
	read: ({ words }) => ({ execution_id: oneWord('cancel', 'the ID of an execution', words) }),
	async run(params, session) {
		const answer = await session.call('cancel_execution', params);
		session.show(answer, () => closeLines(answer, session));
	},
});
