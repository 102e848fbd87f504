import type { PortfolioLiveParams } from '../../client/methods.ts';
import { executionNotes, executionsTable } from '../execution-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Lists executions, including ended ones. */
export const executions = serviceCommand({
	name: 'executions',
	needs: 'arb:read',
	read: ({ params }): PortfolioLiveParams => ({ ...params, include_closed: true }),
	async run(params, session) {
		const found = await session.call('portfolio_live', params);
		session.show(found, () => {
			const { executions: rows, pagination } = found;
			const pages =
				pagination === undefined
					? []
					: [
							`Ended: page ${pagination.current_page} of ${pagination.total_pages}, ${pagination.total_count} in total.${pagination.has_next ? ` More: --page ${pagination.current_page + 1}.` : ''}`,
						];
			return rows.length === 0
				? ['No executions.', ...pages]
				: [...executionsTable(rows, session), '', ...executionNotes(rows), ...pages];
		});
	},
});
