/** Defines the records of `funding_map` and `funding_history` on the wire. */

import * as z from 'zod';
import type {
	CoinFundingHistory,
	ContractFunding,
	FundingCell,
	FundingColumn,
	FundingMapPage,
	FundingRow,
	FundingSeries,
} from '../../ports/funding-map.ts';
import { textOf } from '../../sentences/sentence.ts';
import {
	amount,
	amountOrNull,
	instant,
	paginationRecord,
	paginationSchema,
	reasonRecords,
	reasonsSchema,
	sentenceMember,
	sentenceSchema,
	unixSeconds,
	unixSecondsOrNull,
	type Wire,
} from './record-fields.ts';

const MS_PER_S = 1_000;
const STATE = z.enum(['fresh', 'stale', 'down']);

const contractSchema = z.strictObject({
	exchange: z.string().describe('The exchange.'),
	symbol: z.string().describe("The exchange's own symbol."),
	quote: z.string().describe('Settlement currency.'),
	rate: amountOrNull(
		'Current estimate for the next settlement, per interval_hours. Positive: longs pay shorts.',
	),
	interval_hours: amountOrNull('Hours between settlements.'),
	rate_8h: amountOrNull('rate × 8 / interval_hours.'),
	apr: amountOrNull('rate × 8760 / interval_hours.'),
	month_mean_apr: amountOrNull(
		'Sum of the rates settled in the last 30 days, times 365 / 30. Null if less than 30 days are known or rates are missing. Until a due rate is published, the 30 days end just before it.',
	),
	next_funding_timestamp: unixSecondsOrNull('Next settlement.'),
	volume_24h: amountOrNull('USD traded in 24 hours.'),
	tradable: z.boolean().describe('False while the exchange reports that the contract does not trade.'),
	state: STATE.describe(
		'State of the figures. stale: older than the limit marketData.tickerStaleMs, or the settlement has passed. down: the exchange does not answer.',
	),
	age_ms: amountOrNull('Age of the figures, milliseconds.'),
});

const cellSchema = contractSchema.extend({
	other_contracts: z
		.array(contractSchema)
		.describe('Other contracts on the coin at the same exchange, such as one with another quote currency.'),
});

const rowSchema = z.strictObject({
	base: z.string().describe('The coin. Contracts on a multiple, such as 1000PEPE, belong to their coin.'),
	volume_24h: amountOrNull('USD traded in 24 hours: the sum of all known contracts.'),
	spread: z
		.strictObject({
			long_exchange: z.string().describe('Exchange with the lowest rate.'),
			short_exchange: z.string().describe('Exchange with the highest rate.'),
			spread_8h: amount('Highest rate_8h − lowest rate_8h, before costs.'),
			spread_apr: amount('Highest apr − lowest apr, before costs.'),
		})
		.nullable()
		.describe(
			'Widest spread between two cells. Cells without a rate, not tradable ones and those with state down do not count.',
		),
	cells: z
		.array(cellSchema)
		.describe(
			'One per exchange that lists the coin: its most traded contract. Contracts without a rate and not tradable ones come after all others.',
		),
	reasons: reasonsSchema,
});

/** One page of the funding map. Rates are fractions; money is in USD. */
export const fundingMapSchema = z.strictObject({
	exchanges: z
		.array(
			z.strictObject({
				exchange: z.string().describe('The exchange.'),
				data_only: z.boolean().describe('True if the service reads its data but does not trade there.'),
				state: STATE.describe('State of its market data.'),
				reason: z.string().nullable().describe('Why the state is not fresh; null if it is.'),
				sentence: sentenceSchema,
				contracts: z.int().describe('Number of its contracts.'),
			}),
		)
		.describe('Columns of the map, in the order of cells.'),
	data: z.array(rowSchema).describe('One row per coin, in the order of sortby.'),
	pagination: paginationSchema,
	as_of: instant('Time of the figures.'),
});

const seriesSchema = z.strictObject({
	exchange: z.string().describe('The exchange.'),
	symbol: z.string().describe("The exchange's own symbol."),
	quote: z.string().describe('Settlement currency.'),
	mean_8h: amountOrNull('Mean settled rate over the covered time, per 8 hours. Null if nothing is covered.'),
	mean_apr: amountOrNull('The same mean per 365 days.'),
	covered: amount('Share of the range with known settled rates, from 0 to 1.'),
	from: unixSecondsOrNull('First settlement in the range.'),
	to: unixSecondsOrNull('Last settlement in the range.'),
	settlements: z.int().describe('Number of settlements in the range.'),
	points: z
		.array(
			z.strictObject({
				timestamp: unixSeconds('The settlement, or the start of the UTC day.'),
				rate_8h: amount('Settled rate, or mean of the day, per 8 hours.'),
			}),
		)
		.describe('Oldest first.'),
	failure: z
		.string()
		.nullable()
		.describe('Why the service cannot read more of the history; null if the last read succeeded.'),
	sentence: sentenceSchema,
});

/** A coin's settled funding at all exchanges. */
export const fundingHistorySchema = z.strictObject({
	base: z.string().describe('The coin.'),
	days: z.int().describe('Length of the range, days.'),
	step: z
		.enum(['settlement', 'day'])
		.describe(
			'settlement (up to 30 days): one point per settlement. day: one point per UTC day with at least 12 known hours.',
		),
	series: z.array(seriesSchema).describe('One per contract on the coin, at most 40.'),
	left_out: z.int().describe('Contracts beyond that limit; they have the smallest volumes.'),
	as_of: instant('Time of the answer.'),
});

/** Converts a page of the funding map to its record on the wire. */
export function fundingMapRecord({
	columns,
	rows,
	pagination,
	asOf,
}: FundingMapPage): Wire<typeof fundingMapSchema> {
	return {
		exchanges: columns.map(columnRecord),
		data: rows.map(rowRecord),
		pagination: paginationRecord(pagination),
		as_of: new Date(asOf).toISOString(),
	};
}

function columnRecord({ venue, isDataOnly, state, reason, contracts }: FundingColumn) {
	return {
		exchange: venue,
		data_only: isDataOnly,
		state,
		reason: reason === null ? null : textOf(reason),
		...(reason === null ? {} : sentenceMember(reason)),
		contracts,
	};
}

function rowRecord({ coin, volume24h, spread, cells, reasons }: FundingRow): Wire<typeof rowSchema> {
	return {
		base: coin,
		volume_24h: volume24h,
		spread:
			spread === null
				? null
				: {
						long_exchange: spread.longVenue,
						short_exchange: spread.shortVenue,
						spread_8h: spread.rate8h,
						spread_apr: spread.apr,
					},
		cells: cells.map(cellRecord),
		reasons: reasonRecords(reasons),
	};
}

function cellRecord(cell: FundingCell): Wire<typeof cellSchema> {
	return { ...contractRecord(cell), other_contracts: cell.others.map(contractRecord) };
}

function contractRecord(contract: ContractFunding): Wire<typeof contractSchema> {
	return {
		exchange: contract.venue,
		symbol: contract.symbol,
		quote: contract.quote,
		rate: contract.rate,
		interval_hours: contract.intervalHours,
		rate_8h: contract.rate8h,
		apr: contract.apr,
		month_mean_apr: contract.monthMeanApr,
		next_funding_timestamp: secondsOrNull(contract.nextSettlementAt),
		volume_24h: contract.volume24h,
		tradable: contract.tradable,
		state: contract.state,
		age_ms: contract.ageMs,
	};
}

/** Converts a coin's history to its record on the wire. */
export function fundingHistoryRecord({
	coin,
	days,
	step,
	series,
	leftOut,
	asOf,
}: CoinFundingHistory): Wire<typeof fundingHistorySchema> {
	return {
		base: coin,
		days,
		step,
		series: series.map(seriesRecord),
		left_out: leftOut,
		as_of: new Date(asOf).toISOString(),
	};
}

function seriesRecord(series: FundingSeries): Wire<typeof seriesSchema> {
	return {
		exchange: series.venue,
		symbol: series.symbol,
		quote: series.quote,
		mean_8h: series.mean8h,
		mean_apr: series.meanApr,
		covered: series.covered,
		from: secondsOrNull(series.from),
		to: secondsOrNull(series.to),
		settlements: series.settlements,
		points: series.points.map(({ at, rate8h }) => ({ timestamp: seconds(at), rate_8h: rate8h })),
		failure: series.failure === null ? null : textOf(series.failure),
		...(series.failure === null ? {} : sentenceMember(series.failure)),
	};
}

function seconds(ms: number): number {
	return Math.round(ms / MS_PER_S);
}

function secondsOrNull(ms: number | null): number | null {
	return ms === null ? null : seconds(ms);
}
