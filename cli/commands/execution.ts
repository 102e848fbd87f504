import { executionLines } from '../execution-lines.ts';
import { oneWord, type ParamFlags, paramsOf } from '../params.ts';
import { serviceCommand } from '../service-command.ts';

const FLAGS = {
	events: {
		kind: 'number',
		value: 'NUMBER',
		meaning: 'So many of the last events of its journal, at most 1000 (default 40).',
	},
} as const satisfies ParamFlags;

export const execution = serviceCommand({
	name: 'execution',
	needs: 'arb:read',
	summary: 'One execution: result, legs, funding, and its journal.',
	about:
		'Shows one of your executions: where it stands and why, what it has earned and from what, both legs, what funding was paid, and the last events of its journal. Prints get_execution.',
	forms: ['ID [flags]'],
	words: [{ name: 'ID', meaning: 'From carrywire portfolio or executions.' }],
	flags: FLAGS,
	examples: ['carrywire execution exec_9d2e4f6081a3c5e73f9a1c5b --events 100'],
	read: ({ values, words }) => ({
		events: 40,
		...paramsOf<'get_execution'>('execution', FLAGS, values),
		execution_id: oneWord('execution', 'the ID of an execution', words),
	}),
	async run(params, session) {
		const found = await session.call('get_execution', params);
		session.show(found, () => executionLines(found, session, found.events.length));
	},
});
