import type { UpdateExitParams } from '../../client/methods.ts';
import { factLines } from '../columns-table.ts';
import { UsageError } from '../command.ts';
import { exitRules } from '../exit-rules.ts';
import { exact } from '../figures.ts';
import { requiredWord } from '../given.ts';
import { serviceCommand } from '../service-command.ts';

/** Changes an execution's exit rules. */
export const updateExit = serviceCommand({
	name: 'update-exit',
	needs: 'arb:trade',
	read({ params, words }) {
		const executionId = requiredWord('update-exit', 'the ID of an execution', words[0]);
		const exit = exitRules(params);
		if (exit === undefined)
			throw new UsageError('update-exit', 'update-exit needs at least one rule, such as --max-hours 72.');
		return { execution_id: executionId, exit } as UpdateExitParams;
	},
	async run(params, session) {
		const answer = await session.call('update_exit', params);
		session.show(answer, () =>
			factLines(
				session.paint,
				Object.entries(answer.exit).map(([name, value]): [string, string] => [
					name.replaceAll('_', ' '),
					ruleText(value),
				]),
			),
		);
	},
});

function ruleText(value: number | boolean | null): string {
	if (value === null) return 'none';
	return typeof value === 'number' ? exact(value) : value ? 'yes' : 'no';
}
