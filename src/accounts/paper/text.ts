/**
 * Holds every user-facing text about paper accounts. Refusals are worded like an exchange's: the figure, the limit,
 * the cause.
 */
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { spoken } from '../../domain/english.ts';
import { usdText, usdTexts } from '../../domain/figure-text.ts';
import { paper } from '../../sentences/paper.ts';

/** Reasons why a paper order is refused or its outcome is unknown. */
export const ORDER_TEXTS = {
	notTrading: (symbol: string) => `${symbol} is not trading at the moment.`,
	lot: (quantity: Decimal, lot: Decimal) =>
		`The quantity was ${formatDecimal(quantity)}; it must be a multiple of ${formatDecimal(lot)}.`,
	tick: (price: Decimal, tick: Decimal) =>
		`The price was ${formatDecimal(price)}; it must be a multiple of ${formatDecimal(tick)}.`,
	quantityMin: (quantity: Decimal, min: Decimal) =>
		`The quantity was ${formatDecimal(quantity)}, minimum ${formatDecimal(min)}.`,
	quantityMax: (quantity: Decimal, max: Decimal) =>
		`The quantity was ${formatDecimal(quantity)}, maximum ${formatDecimal(max)}.`,
	valueMin(value: Decimal, min: Decimal): string {
		const [was, least] = usdTexts(value, min);
		return `The order value was ${was}, minimum ${least}.`;
	},
	nothingToReduce: (symbol: string) => `There is no position in ${symbol} for the order to reduce.`,
	otherMarginMode: (symbol: string, held: string, ordered: string) =>
		`The position in ${symbol} uses ${held} margin, but the order uses ${ordered} margin.`,
	riskLimit: (value: Decimal, most: Decimal, was: Decimal) =>
		`A position of ${usdText(value)} allows a leverage of at most ${formatDecimal(most)}; the leverage was ${formatDecimal(was)}.`,
	margin(needed: Decimal, free: Decimal): string {
		const [most, has] = usdTexts(needed, free);
		return `The order needs ${most} for margin and fees; ${has} is free.`;
	},
	notListed: (symbol: string) => `${symbol} is not listed.`,
	notPrepared: (symbol: string) => `The leverage for ${symbol} was never set.`,
	noMark: 'The mark price of a position is unknown.',
	noLatency: 'The latency to the exchange could not be measured.',
	idTaken: (clientOrderId: string) => `The client order id ${clientOrderId} was used before.`,
	notStored: (fault: string) => `The order could not be stored: ${fault}`,
	noOpenOrder: 'There is no such open order.',
	cancelled: 'the order was cancelled',
	cancelNotStored: 'the cancellation could not be stored',
} as const;

/** Reasons why a setting is refused or a read fails. */
export const PAPER_TEXTS = spoken('paper', paper);
