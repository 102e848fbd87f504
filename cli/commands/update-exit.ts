import type { UpdateExitParams } from '../../client/methods.ts';
import { factLines } from '../columns-table.ts';
import { UsageError } from '../command.ts';
import { exitRules } from '../exit-rules.ts';
import { exact } from '../figures.ts';
import { oneWord } from '../params.ts';
import { serviceCommand } from '../service-command.ts';
import { EXIT_FLAGS } from '../trade-flags.ts';

export const updateExit = serviceCommand({
	name: 'update-exit',
	needs: 'arb:trade',
	summary: 'Change when a running one ends by itself.',
	about:
		'Changes exit rules of an execution. A rule that is not named stays as it is, the value none takes it away. Prints update_exit: all rules as they stand then.',
	forms: ['ID RULES'],
	words: [{ name: 'ID', meaning: 'Of the execution.' }],
	flags: EXIT_FLAGS,
	examples: [
		'carrywire update-exit exec_9d2e4f6081a3c5e73f9a1c5b --stop-loss-pct 2.5 --take-profit-pct none',
	],
	read({ values, words }) {
		const executionId = oneWord('update-exit', 'the ID of an execution', words);
		const exit = exitRules('update-exit', values);
		if (exit === undefined)
			throw new UsageError('update-exit', 'update-exit needs at least one rule, such as --max-hours 72.');
		return { execution_id: executionId, exit } as UpdateExitParams;
	},
	async run(params, session) {
		const answer = await session.call('update_exit', params);
		session.show(answer, () =>
			factLines(
				Object.entries(answer.exit).map(([name, value]): [string, string] => [
					name.replaceAll('_', ' '),
					ruleText(value),
				]),
				session.paint,
			),
		);
	},
});

function ruleText(value: number | boolean | null): string {
	if (value === null) return 'none';
	return typeof value === 'number' ? exact(value) : value ? 'yes' : 'no';
}
