/** Defines the record of a squeeze that is replayed with the caller's positions. */
import * as z from 'zod';
import { atPlaces, published } from '../../domain/estimate.ts';
import type { SqueezeReplay } from '../../ports/what-if.ts';
import { amount, instant, type Wire } from './record-fields.ts';
import { replayJobRecord, replayStatusSchema } from './replay-record.ts';

const PLACES = 8;

/** A started replay of a squeeze. */
export const squeezeSchema = z.strictObject({
	success: z.literal(true),
	replay_id: z.string().describe('Id of the replay: read replay_status, then replay_result.'),
	status: replayStatusSchema,
	squeeze: z.string().describe('Id of the squeeze.'),
	name: z.string().describe('Its name for people.'),
	from: instant('Start of the replay: your positions open here.'),
	until: instant('End of the replay, exclusive.'),
	happened: z.string().describe('The event in recorded figures.'),
	data: z.string().describe('Name of the data.'),
	capital: amount('Capital of the replay, USD, shared out equally among its exchanges.'),
	positions: z
		.array(
			z.strictObject({
				execution_id: z.string().describe('Your execution.'),
				coin: z.string().describe('Its coin.'),
				long_exchange: z.string().describe('Exchange of the long leg.'),
				short_exchange: z.string().describe('Exchange of the short leg.'),
				notional: amount('Notional of each leg, USD.'),
				leverage: amount('Its leverage.'),
			}),
		)
		.describe('Positions in the replay.'),
	left_out: z
		.array(z.string())
		.describe('Ids of executions whose coin or exchanges the data do not have. They are not in the replay.'),
});

/** Converts a started replay to its record. */
export function squeezeRecord({ job, squeeze, held, leftOut }: SqueezeReplay): Wire<typeof squeezeSchema> {
	const { replay_id, status } = replayJobRecord(job);
	return {
		success: true,
		replay_id,
		status,
		squeeze: squeeze.id,
		name: squeeze.name,
		from: new Date(squeeze.from).toISOString(),
		until: new Date(squeeze.until).toISOString(),
		happened: squeeze.happened,
		data: job.request.data,
		capital: job.request.capitalUsd,
		positions: held.map(({ executionId, coin, long, short, legUsd, leverage }) => ({
			execution_id: executionId,
			coin,
			long_exchange: long,
			short_exchange: short,
			notional: published(atPlaces(legUsd, PLACES)),
			leverage: published(atPlaces(leverage, PLACES)),
		})),
		left_out: leftOut,
	};
}
