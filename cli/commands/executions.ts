import { executionNotes, executionsTable } from '../execution-lines.ts';
import { noWords } from '../given.ts';
import { type ParamFlags, paramsOf } from '../params.ts';
import { serviceCommand } from '../service-command.ts';

const FLAGS = {
	limit: {
		kind: 'number',
		value: 'NUMBER',
		meaning: 'So many ended ones on a page, at most 100 (default 20).',
	},
	page: { kind: 'number', value: 'NUMBER', meaning: 'Which page of ended ones (default 1).' },
} as const satisfies ParamFlags;

export const executions = serviceCommand({
	name: 'executions',
	needs: 'arb:read',
	summary: 'All of your executions, also those that have ended.',
	about:
		'Lists your executions, open ones first and ended ones by pages, newest first. Prints portfolio_live with include_closed.',
	forms: ['[flags]'],
	flags: FLAGS,
	examples: ['carrywire executions', 'carrywire executions --page 2 --limit 50 --json'],
	read({ values, words }) {
		noWords('executions', words);
		return { ...paramsOf<'portfolio_live'>('executions', FLAGS, values), include_closed: true };
	},
	async run(params, session) {
		const found = await session.call('portfolio_live', params);
		session.show(found, () => {
			const { executions: rows, pagination } = found;
			const pages =
				pagination === undefined
					? []
					: [
							`Ended: page ${pagination.current_page} of ${pagination.total_pages}, ${pagination.total_count} in all.${pagination.has_next ? ` More: --page ${pagination.current_page + 1}.` : ''}`,
						];
			return rows.length === 0
				? ['No executions.', ...pages]
				: [...executionsTable(rows, session), '', ...executionNotes(rows), ...pages];
		});
	},
});
