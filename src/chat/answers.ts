/** Turns the answers of methods into messages. Pure. */
import { type Decimal, formatFixed, mulTrunc, sum, tryParseDecimal } from '../domain/decimal.ts';
import type { JsonValue } from '../domain/exact-json.ts';
import { instantText } from '../domain/figure-text.ts';
import { shownNameOf } from '../venues/facts.ts';
import { at, figureAt, odds, percentage, profit, rowsAt, share, span, textAt, usd } from './figures.ts';
import type { Message } from './message.ts';
import { ANSWER_TEXT as TEXT } from './text.ts';

/** Answers of the methods behind `/status`. */
export type StatusAnswers = {
	/** Answer of `service_status`. */
	readonly service: JsonValue;
	/** Answer of `portfolio_live`. */
	readonly portfolio: JsonValue;
	/** Answer of `export_ledger` for the last 24 hours. */
	readonly ledger: JsonValue;
};

/** Writes the state of the service, its exchanges, the halts and the last day. */
export function statusMessage({ service, portfolio, ledger }: StatusAnswers): Message {
	const halts = rowsAt(portfolio, 'halts');
	const summary = at(portfolio, 'summary');
	return {
		title: TEXT.status(at(service, 'ready') === true, textAt(service, 'trading_mode') ?? TEXT.unknown),
		lines: [
			...rowsAt(service, 'not_ready').map(String),
			...rowsAt(service, 'venues').map((venue) =>
				TEXT.exchange(
					textAt(venue, 'name') ?? TEXT.unknown,
					textAt(venue, 'market_data') ?? TEXT.unknown,
					textAt(venue, 'stopped') ?? textAt(venue, 'reason'),
				),
			),
			...(halts.length === 0
				? [TEXT.noHalt]
				: halts.map((halt) =>
						TEXT.halt(
							textAt(halt, 'exchange') ?? textAt(halt, 'scope') ?? TEXT.unknown,
							textAt(halt, 'reason'),
						),
					)),
			TEXT.open(rowsAt(portfolio, 'executions').length, usd(figureAt(summary, 'total_invested'))),
			TEXT.profit(
				profit(figureAt(summary, 'total_unrealized_pnl')),
				profit(figureAt(summary, 'total_realized_pnl')),
			),
			TEXT.day(bookedIn(ledger), percentage(figureAt(summary, 'daily_roi'))),
		],
	};
}

/** Sums the rows of a complete ledger page; null if there are more rows. */
function bookedIn(ledger: JsonValue): string | null {
	if (at(ledger, 'has_more') !== false) return null;
	const values = rowsAt(ledger, 'rows').map((row) => tryParseDecimal(textAt(row, 'usd_value') ?? ''));
	return values.some((value) => value === undefined) ? null : profit(sum(values as Decimal[]));
}

/** An open position, as a chat names it. */
export type Position = { readonly id: string; readonly coin: string; readonly name: string };

/** Returns the open positions of a `portfolio_live` answer. */
export function positionsOf(portfolio: JsonValue): readonly Position[] {
	return rowsAt(portfolio, 'executions').flatMap((row) => {
		const id = textAt(row, 'execution', 'id');
		const coin = textAt(row, 'execution', 'symbol');
		return id === null || coin === null ? [] : [{ id, coin, name: nameOf(row) }];
	});
}

function nameOf(row: JsonValue): string {
	const exchange = (role: string) => shownNameOf(textAt(row, 'execution', `${role}_exchange`) ?? '');
	return TEXT.position(
		textAt(row, 'execution', 'symbol') ?? TEXT.unknown,
		exchange('long'),
		exchange('short'),
	);
}

/** Returns the positions that a target names: by id, by symbol or by coin. */
export function matching(positions: readonly Position[], target: string): readonly Position[] {
	const byId = positions.filter(({ id }) => id === target);
	if (byId.length > 0) return byId;
	const coin = target.toUpperCase();
	const exact = positions.filter((position) => position.coin.toUpperCase() === coin);
	if (exact.length > 0) return exact;
	return positions.filter((position) =>
		QUOTES.some((quote) => position.coin.toUpperCase() === `${coin}${quote}`),
	);
}

/** Quote currencies that may follow a coin in a symbol. */
const QUOTES = ['USDT', 'USDC', 'USD'];

/** Writes the open positions. */
export function positionsMessage(portfolio: JsonValue): Message {
	const rows = rowsAt(portfolio, 'executions');
	if (rows.length === 0) return { title: TEXT.noPositions, lines: [] };
	return {
		title: TEXT.positions(rows.length),
		lines: rows.flatMap((row) => [
			nameOf(row),
			TEXT.positionState(
				textAt(row, 'execution', 'status') ?? TEXT.unknown,
				usd(figureAt(row, 'execution', 'filled_amount')),
				profit(figureAt(row, 'pnl', 'total_pnl')),
			),
			TEXT.positionNext(nextSettlement(row)),
			textAt(row, 'execution', 'id') ?? '',
		]),
	};
}

function nextSettlement(row: JsonValue): string | null {
	const times = ['long_position', 'short_position'].flatMap((leg) => {
		const seconds = figureAt(row, leg, 'next_funding_timestamp');
		return seconds === null ? [] : [Number(formatFixed(seconds, 0))];
	});
	return times.length === 0 ? null : instantText(Math.min(...times) * 1_000);
}

/** Writes the best opportunities. @param amount USD that the list was made for; null: the service's default */
export function opportunitiesMessage(page: JsonValue, amount: Decimal | null, coin: string | null): Message {
	const rows = rowsAt(page, 'data');
	return {
		title: TEXT.opportunities(amount === null ? null : usd(amount), coin),
		lines:
			rows.length === 0
				? [TEXT.noOpportunities]
				: rows.flatMap((row, index) => [
						TEXT.opportunity(
							index + 1,
							textAt(row, 'symbol') ?? TEXT.unknown,
							textAt(row, 'direction') ?? TEXT.unknown,
						),
						netLine(row),
					]),
	};
}

/** `expected_net` is a share of one leg's notional, and the two legs share the amount. */
function netLine(row: JsonValue): string {
	const net = figureAt(row, 'net', 'expected_net');
	const amount = figureAt(row, 'net', 'amount');
	const leverage = figureAt(row, 'net', 'leverage');
	const isKnown = net !== null && amount !== null && leverage !== null;
	const inUsd = isKnown ? mulTrunc(net, mulTrunc((amount / 2n) as Decimal, leverage)) : null;
	return TEXT.opportunityNet(
		share(net),
		profit(inUsd),
		odds(figureAt(row, 'net', 'probability_positive')),
		span(figureAt(row, 'net', 'horizon_hours')),
		textAt(row, 'net', 'verdict') ?? TEXT.unknown,
	);
}
