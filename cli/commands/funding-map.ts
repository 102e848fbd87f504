import type { FundingMapParams } from '../../client/methods.ts';
import { fundingMapLines, rateUnitOf } from '../funding-lines.ts';
import { serviceCommand } from '../service-command.ts';

/** Compares the current funding rates of all coins at all exchanges. */
export const fundingMap = serviceCommand({
	name: 'funding-map',
	needs: 'public',
	read: ({ params, values }) => ({
		params: params as FundingMapParams,
		unit: rateUnitOf('funding-map', values),
	}),
	async run({ params, unit }, session) {
		const found = await session.call('funding_map', params);
		session.show(found, () => fundingMapLines(found, unit, session));
	},
});
