import type { GetOpportunitiesParams, GetOpportunitiesResult, Portfolio } from '../../client/methods.ts';
import { UsageError } from '../command.ts';
import { type executionsTable, portfolioLines } from '../execution-lines.ts';
import { refuseOthers } from '../given.ts';
import { listTermsText, opportunitiesTable } from '../opportunity-lines.ts';
import { serviceCommand } from '../service-command.ts';
import { SERVICE_FLAGS } from '../shared-flags.ts';
import { watchScreen } from '../watch-screen.ts';

/** Shows opportunities or the portfolio as they change, until a key press or a signal ends the command. */
export const watch = serviceCommand({
	name: 'watch',
	needs: 'arb:read',
	read({ values, params, words: [what = 'opportunities'] }) {
		if (what === 'portfolio') {
			refuseOthers('watch', 'watch portfolio', values, Object.keys(SERVICE_FLAGS));
			return { what: 'portfolio' as const };
		}
		if (what !== 'opportunities')
			throw new UsageError(
				'watch',
				`The argument of watch must be opportunities or portfolio, or omitted; was ${JSON.stringify(what)}.`,
			);
		const terms: GetOpportunitiesParams = { sortby: 'net_apr', limit: 30, ...params };
		return { what: 'opportunities' as const, params: terms };
	},
	run(options, session) {
		if (options.what === 'portfolio')
			return watchScreen<'portfolio'>(session, {
				channel: 'portfolio',
				params: {},
				isPublic: false,
				lines: portfolioScreen,
			});
		return watchScreen<'opportunities'>(session, {
			channel: 'opportunities',
			params: options.params,
			isPublic: true,
			lines: opportunitiesScreen,
		});
	},
});

function opportunitiesScreen(
	{ data, pagination }: GetOpportunitiesResult,
	style: Parameters<typeof opportunitiesTable>[1],
): string[] {
	const [first] = data;
	if (first === undefined) return ['No opportunity.'];
	return [
		...opportunitiesTable(data, style),
		'',
		`${listTermsText(first.net)}; ${data.length} of ${pagination.total_count} opportunities shown. Percentages are of one leg's notional.`,
	];
}

function portfolioScreen(
	portfolio: Portfolio,
	style: Parameters<typeof executionsTable>[1],
): readonly string[] {
	return portfolioLines(portfolio, style);
}
