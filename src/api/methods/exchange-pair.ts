import * as z from 'zod';
import type { ExchangePairRow } from '../../ports/opportunities.ts';
import { textOf } from '../../sentences/sentence.ts';
import { publicMethod } from '../rpc/method.ts';
import { amountOrNull, instant, sentenceMember, sentenceSchema, type Wire } from '../rpc/record-fields.ts';

const rowSchema = z.strictObject({
	exchangepair: z.string().describe('Both exchanges in alphabetical order.'),
	exchanges: z.tuple([z.string(), z.string()]).describe('Both exchanges as a list.'),
	active: z.boolean().describe('True when the data of both exchanges are fresh and both are tradable.'),
	reason: z.string().nullable().describe('Reason why the pair is not active; null while it is active.'),
	sentence: sentenceSchema,
	data_only: z
		.array(z.string())
		.describe('Exchanges of the pair that the service reads but does not trade on.'),
	symbols: z.int().describe('Number of instruments tradable on both exchanges.'),
	opportunities: z.int().describe('Number of listed opportunities.'),
	tradable_opportunities: z.int().describe('Number of opportunities without a blocking guard.'),
	best_apr: amountOrNull('Largest apr of its opportunities.'),
	best_net_apr: amountOrNull('Largest net_apr at default terms.'),
	updated_at: instant('Time of this row.'),
});

function pairRecord(row: ExchangePairRow): Wire<typeof rowSchema> {
	return {
		exchangepair: row.exchangepair,
		exchanges: row.exchanges,
		active: row.active,
		reason: row.reason === null ? null : textOf(row.reason),
		...(row.reason === null ? {} : sentenceMember(row.reason)),
		data_only: row.dataOnly,
		symbols: row.symbols,
		opportunities: row.opportunities,
		tradable_opportunities: row.tradableOpportunities,
		best_apr: row.bestApr,
		best_net_apr: row.bestNetApr,
		updated_at: row.updatedAt,
	};
}

/**
 * Lists the pairs of configured exchanges, each with its numbers of symbols and opportunities and its best APRs
 * (fractions per year). Needs no token.
 */
export const exchangePairMethod = publicMethod({
	name: 'exchange_pair',
	summary: 'Lists every unordered pair of configured exchanges.',
	params: z.strictObject({}),
	result: z.array(rowSchema),
	example: {
		params: {},
		result: [
			{
				exchangepair: 'bybit-kucoin',
				exchanges: ['bybit', 'kucoin'],
				active: true,
				reason: null,
				data_only: [],
				symbols: 214,
				opportunities: 214,
				tradable_opportunities: 9,
				best_apr: 0.6132,
				best_net_apr: 0.2211,
				updated_at: '2026-11-20T08:00:00.000Z',
			},
		],
	},
	errors: [],
	handle: (_params, { services }) => services.opportunities.pairs().map(pairRecord),
});
