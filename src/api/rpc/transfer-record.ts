/** Defines the record of a transfer between exchanges that the service requests. */
import * as z from 'zod';
import { TRANSFER_STATES } from '../../ports/margin-plan.ts';
import { type ShownTransfer, TRANSFER_ASKERS } from '../../ports/planned-transfers.ts';
import { amount, instant, instantOrNull, sentenceSchema, type Wire, wordsRecord } from './record-fields.ts';

/** Transfers that the service requests from a user, with what its ledgers show of them. */
export const plannedTransfersSchema = z
	.array(
		z.strictObject({
			transfer_id: z.string().describe('Id of the transfer.'),
			from: z.string().describe('Exchange to transfer from.'),
			to: z.string().describe('Exchange to transfer to.'),
			amount: amount('Amount to send, whole USD.'),
			by: instantOrNull('Time by which it should arrive; null: unknown.'),
			asked_by: z
				.enum(TRANSFER_ASKERS)
				.describe('alert: the margin is low. pot: an autopilot. plan: a plan of yours.'),
			pot_id: z.string().nullable().describe('The pot that asks; null: none.'),
			planned_at: instant('Time since which the service requests it.'),
			state: z
				.enum(TRANSFER_STATES)
				.describe(
					'planned: not seen yet. sent: under way. partly: a part has arrived, the rest was not sent. arrived: all of it. late: not in time. withdrawn: no longer wanted.',
				),
			changed_at: instant('Time of the last change of state.'),
			under_way: amount('USD that have left one exchange and have not reached the other.'),
			arrived: amount('USD that have arrived.'),
			message: z.string().describe('Why the transfer is needed.'),
			sentence: sentenceSchema,
			without: z
				.strictObject({ message: z.string().describe('Sentence for people.'), sentence: sentenceSchema })
				.describe('The consequence of not sending it.'),
		}),
	)
	.describe(
		'Transfers between exchanges that the service requests, newest first, for a week after their end. The service never withdraws; you send the money, and it recognizes the arrival.',
	);

/** Converts transfers to their records. */
export function plannedTransferRecords(
	transfers: readonly ShownTransfer[],
): Wire<typeof plannedTransfersSchema> {
	return transfers.map((transfer) => ({
		transfer_id: transfer.transferId,
		from: transfer.from,
		to: transfer.to,
		amount: transfer.amount,
		by: transfer.by === null ? null : new Date(transfer.by).toISOString(),
		asked_by: transfer.askedBy.kind,
		pot_id: transfer.askedBy.kind === 'pot' ? transfer.askedBy.potId : null,
		planned_at: new Date(transfer.plannedAt).toISOString(),
		state: transfer.state,
		changed_at: new Date(transfer.changedAt).toISOString(),
		under_way: transfer.underWay,
		arrived: transfer.arrived,
		...wordsRecord(transfer.why),
		without: wordsRecord(transfer.without),
	}));
}

/** Example of a transfer that is under way. */
export const PLANNED_TRANSFER_EXAMPLE = {
	transfer_id: 'mv_9f2c41aa07d3b6e58c1042fe',
	from: 'kucoin',
	to: 'bybit',
	amount: 1_875,
	by: '2026-11-29T18:00:00.000Z',
	asked_by: 'alert',
	pot_id: null,
	planned_at: '2026-11-29T08:00:05.000Z',
	state: 'sent',
	changed_at: '2026-11-29T08:41:00.000Z',
	under_way: 1_875,
	arrived: 0,
	message: 'Equity at Bybit is 25 % of its positions; the plan needs 56 %.',
	without: {
		message: 'Without it, a price fall of 21 % liquidates a position at Bybit. At 2 sigma, that takes 30 h.',
	},
} as const;
