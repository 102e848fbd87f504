import type { FundingHistoryParams } from '../../client/methods.ts';
import { fundingHistoryLines, rateUnitOf } from '../funding-lines.ts';
import { requiredWord } from '../given.ts';
import { serviceCommand } from '../service-command.ts';

/** Compares the settled funding of one coin at all exchanges. */
export const fundingHistory = serviceCommand({
	name: 'funding-history',
	needs: 'public',
	read: ({ words: [coin], params, values }) => ({
		params: {
			coin: requiredWord('funding-history', 'a COIN', coin),
			...(params as Omit<FundingHistoryParams, 'coin'>),
		},
		unit: rateUnitOf('funding-history', values),
	}),
	async run({ params, unit }, session) {
		const found = await session.call('funding_history', params);
		session.show(found, () => fundingHistoryLines(found, unit, session));
	},
});
