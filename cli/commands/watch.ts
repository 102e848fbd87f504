import type { GetOpportunitiesParams, GetOpportunitiesResult, Portfolio } from '../../client/methods.ts';
import { SORT_KEYS } from '../../src/ports/opportunities.ts';
import { UsageError } from '../command.ts';
import { type executionsTable, portfolioLines } from '../execution-lines.ts';
import { noWords, refuseFlags } from '../given.ts';
import { listTermsText, opportunitiesTable } from '../opportunity-lines.ts';
import { type ParamFlags, paramsOf } from '../params.ts';
import { serviceCommand } from '../service-command.ts';
import { TERMS_FLAGS } from '../trade-flags.ts';
import { watchPicture } from '../watch-picture.ts';

const FLAGS = {
	exchangepair: { kind: 'text', value: 'PAIR', meaning: 'Only of this pair of exchanges.' },
	q: { kind: 'text', value: 'TEXT', meaning: 'Only symbols that hold this text.' },
	sortby: {
		kind: 'text',
		value: 'KEY',
		meaning: `Best first by ${SORT_KEYS.join(', ')} (default net_apr).`,
		choices: SORT_KEYS,
	},
	'tradable-only': { kind: 'switch', meaning: 'Only those that no guard forbids.' },
	limit: { kind: 'number', value: 'NUMBER', meaning: 'So many at most, at most 100 (default 30).' },
	...TERMS_FLAGS,
} as const satisfies ParamFlags;

export const watch = serviceCommand({
	name: 'watch',
	needs: 'arb:read',
	summary: 'A live table of the best opportunities, or of your portfolio.',
	about:
		'Fills the terminal with the best opportunities at your terms, or with your portfolio, and keeps it as it changes; q or Ctrl-C ends it. Says since when the service is away, and goes on when it is back. With --json, and without a terminal only then: one line of JSON for each change, as get_opportunities or portfolio_live has it. watch portfolio needs a token, opportunities need none.',
	forms: ['[opportunities] [flags]', 'portfolio'],
	words: [
		{
			name: 'WHAT',
			meaning: 'opportunities (the default) or portfolio.',
			choices: ['opportunities', 'portfolio'],
		},
	],
	flags: FLAGS,
	examples: [
		'carrywire watch --tradable-only --amount 5000',
		'carrywire watch portfolio',
		'carrywire watch --json --limit 1',
	],
	read({ values, words: [what = 'opportunities', ...more] }) {
		noWords('watch', more);
		if (what === 'portfolio') {
			refuseFlags('watch', 'watch portfolio', values, Object.keys(FLAGS));
			return { what: 'portfolio' as const };
		}
		if (what !== 'opportunities')
			throw new UsageError(
				'watch',
				`After watch comes nothing, opportunities or portfolio; was ${JSON.stringify(what)}.`,
			);
		const params: GetOpportunitiesParams = {
			sortby: 'net_apr',
			limit: 30,
			...paramsOf<'get_opportunities'>('watch', FLAGS, values),
		};
		return { what: 'opportunities' as const, params };
	},
	run(options, session) {
		if (options.what === 'portfolio')
			return watchPicture<'portfolio'>(session, {
				channel: 'portfolio',
				params: {},
				isPublic: false,
				lines: portfolioPicture,
			});
		return watchPicture<'opportunities'>(session, {
			channel: 'opportunities',
			params: options.params,
			isPublic: true,
			lines: opportunitiesPicture,
		});
	},
});

function opportunitiesPicture(
	{ data, pagination }: GetOpportunitiesResult,
	look: Parameters<typeof opportunitiesTable>[1],
): string[] {
	const [first] = data;
	if (first === undefined) return ['No opportunity.'];
	return [
		...opportunitiesTable(data, look),
		'',
		`${listTermsText(first.net)}; ${data.length} of ${pagination.total_count}. Percent of one leg's notional.`,
	];
}

function portfolioPicture(
	portfolio: Portfolio,
	look: Parameters<typeof executionsTable>[1],
): readonly string[] {
	return portfolioLines(portfolio, look);
}
