/** Agents as people read them. */
import type { Agent } from '../client/methods.ts';
import { columnsTable } from './columns-table.ts';
import { fixed, time } from './figures.ts';
import type { Look } from './opportunity-lines.ts';

const NO_CAP = 'no cap';

/** A row for each agent, with its caps in USD and its last use. */
export function agentsTable(agents: readonly Agent[], look: Look): string[] {
	return columnsTable(
		[
			{ head: 'ID', align: 'left', cell: (row) => row.agent_id },
			{ head: 'NAME', align: 'left', cell: (row) => row.name },
			{
				head: 'STATE',
				align: 'left',
				cell: ({ stopped_at: at }) =>
					at === null ? { text: 'active', tone: 'good' } : { text: 'stopped', tone: 'bad' },
			},
			{ head: 'SCOPES', align: 'left', cell: (row) => row.scopes.join(' ') },
			{ head: 'EACH USD', cell: ({ caps }) => capText(caps.amount_max) },
			{ head: 'OPEN USD', cell: ({ caps }) => capText(caps.open_amount_max) },
			{ head: 'A DAY', cell: ({ caps }) => capText(caps.executions_per_day) },
			{ head: 'PAIRS', align: 'left', cell: ({ caps }) => caps.pairs?.join(',') ?? 'all' },
			{ head: 'ONLY TRADE', align: 'left', cell: ({ caps }) => (caps.must_be_trade ? 'yes' : 'no') },
			{
				head: 'LAST USED',
				align: 'left',
				cell: (row) => (row.last_used_at === null ? 'never' : time(row.last_used_at)),
				spare: 1,
			},
		],
		agents,
		look,
	);
}

function capText(value: number | null): string {
	return value === null ? NO_CAP : fixed(value, 0);
}
