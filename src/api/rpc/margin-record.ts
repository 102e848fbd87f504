/** Defines the records of how long an account's margin lasts, and of the advice on what to move. */
import * as z from 'zod';
import { fromInteger, mulDown } from '../../domain/decimal.ts';
import type { MarginAdvice } from '../../domain/margin-advice.ts';
import { MARGIN_ASSET, RUNWAY_TARGET_HOURS } from '../../domain/margin-runway.ts';
import type { PortfolioAccount } from '../../ports/portfolio.ts';
import { textOf } from '../../sentences/sentence.ts';
import { amount, sentenceMember, sentenceSchema, type Wire } from './record-fields.ts';

/** How long the margin of an account's position nearest to liquidation lasts. */
export const marginRunwaySchema = z
	.strictObject({
		hours: amount('Hours until a price move of 2 standard deviations uses up the margin, at most 8,760.'),
		symbol: z.string().describe('Symbol of the position nearest to liquidation.'),
		add_margin: amount('USD to add so that the margin lasts 72 h.'),
		move: z
			.strictObject({
				amount: amount('Amount of the asset.'),
				asset: z.string().describe('Asset to transfer.'),
				from: z.string().describe('Exchange to transfer from.'),
				to: z.string().describe('Exchange to transfer to.'),
			})
			.nullable()
			.describe(
				'Transfer for the part of add_margin that the available balance does not cover, from the account with the largest available balance.',
			),
		text: z.string().describe('Summary in words.'),
		sentence: sentenceSchema,
	})
	.nullable()
	.describe(
		'Hours that the margin of the position nearest to liquidation would last against a 2-sigma adverse move. Volatility comes from its own prices (half-life 6 h, at least 1 h of data). Null without a position or without enough data; a reason says why.',
	);

/** Converts an account's runway to its record. */
export function marginRunwayRecord(
	runway: PortfolioAccount['marginRunway'],
): Wire<typeof marginRunwaySchema> {
	if (runway === null) return null;
	return {
		hours: runway.hours,
		symbol: runway.symbol,
		add_margin: runway.addMargin,
		move: runway.move,
		text: textOf(runway.text),
		...sentenceMember(runway.text),
	};
}

/** Advice for all accounts with a known runway. USD amounts are whole. */
export const marginAdviceSchema = z
	.array(
		z.strictObject({
			exchange: z.string().describe('Exchange of the account.'),
			symbol: z.string().describe('The position nearest to liquidation.'),
			hours: amount(
				'Hours until a price move of two standard deviations could reach the liquidation price; at most a year.',
			),
			target_hours: z.int().describe('Hours that the margin should last.'),
			distance_pct: amount(
				'Distance from the mark price to the liquidation price, as a percentage of the mark price.',
			),
			add_margin: amount('Margin that the position lacks to last target_hours, USD; zero: none.'),
			own: amount('Part of add_margin that the available balance of the account covers, USD.'),
			moves: z
				.array(
					z.strictObject({
						from: z.string().describe('Exchange of the donor account.'),
						amount: amount('Amount to transfer to this account.'),
						asset: z.string().describe('Asset to transfer.'),
					}),
				)
				.describe('Transfers that cover the rest. Each donor keeps what its own positions lack.'),
			missing: amount('Part of add_margin that no account can cover, USD. Deposit it, or close a part.'),
		}),
	)
	.describe(
		'Transfers that make the margin of every account last. The account that runs short first comes first.',
	);

/** Converts one account's advice to its record. */
export function marginAdviceRecord(advice: MarginAdvice): Wire<typeof marginAdviceSchema>[number] {
	return {
		exchange: advice.venue,
		symbol: advice.symbol,
		hours: advice.hours,
		target_hours: RUNWAY_TARGET_HOURS,
		distance_pct: mulDown(advice.distance, fromInteger(100)),
		add_margin: advice.addMargin,
		own: advice.own,
		moves: advice.moves.map(({ from, amount: moved }) => ({ from, amount: moved, asset: MARGIN_ASSET })),
		missing: advice.missing,
	};
}
