/**
 * Writes a result as CSV files (RFC 4180): one per kind of row, and `columns.csv`, which explains every column. Times are
 * Unix milliseconds in UTC, money is USD, rates are fractions, and an empty cell is not known.
 */
import { csvCell } from '../../domain/csv-cell.ts';
import { dailyRows } from './daily-rows.ts';
import type { Outcome, ReplayResult } from './result.ts';

/** Value of a cell. Text is guarded against spreadsheet formulas; numbers are written as they are. */
type Cell = string | number | null;
type Column<Row> = readonly [name: string, meaning: string, cell: (row: Row) => Cell];
type Table<Row> = { readonly columns: readonly Column<Row>[]; readonly rows: readonly Row[] };

/** Returns the files by name. Equal results give equal bytes. */
export function reportCsv(result: ReplayResult): ReadonlyMap<string, string> {
	const tables: readonly (readonly [name: string, table: Written])[] = [
		['positions.csv', written(positions(result))],
		['events.csv', written(events(result))],
		['daily.csv', written(daily(result))],
		['funding.csv', written(funding(result))],
		['comparisons.csv', written(comparisons(result))],
		['refusals.csv', written(refusals(result))],
		['transfers.csv', written(transfers(result))],
		['gaps.csv', written(gaps(result))],
	];
	const meanings = written({
		columns: [
			['file', 'Name of the file.', ([file]) => file],
			['column', 'Name of the column.', ([, column]) => column],
			['meaning', 'Content of the column.', ([, , meaning]) => meaning],
		],
		rows: tables.flatMap(([file, { meanings: rows }]) =>
			rows.map(([column, meaning]) => [file, column, meaning] as const),
		),
	});
	return new Map([
		['columns.csv', meanings.text],
		...tables.map(([name, { text }]) => [name, text] as const),
	]);
}

type Written = {
	readonly text: string;
	readonly meanings: readonly (readonly [column: string, meaning: string])[];
};

function written<Row>({ columns, rows }: Table<Row>): Written {
	const lines = [
		columns.map(([name]) => name).join(','),
		...rows.map((row) => columns.map(([, , cell]) => cellText(cell(row))).join(',')),
	];
	return {
		text: lines.map((line) => `${line}\r\n`).join(''),
		meanings: columns.map(([name, meaning]) => [name, meaning]),
	};
}

function cellText(value: Cell): string {
	if (value === null) return '';
	return typeof value === 'number' ? String(value) : csvCell(value, 'needed');
}

type Positions = ReplayResult['positions'][number];

function positions(result: ReplayResult): Table<Positions> {
	return {
		rows: result.positions,
		columns: [
			['id', 'Id of the position.', ({ id }) => id],
			['user', 'Number of the paper user, from 0.', ({ user }) => user],
			['coin', 'Coin of both legs.', ({ coin }) => coin],
			['long_exchange', 'Exchange of the long leg.', ({ long }) => long.exchange],
			['long_symbol', 'Contract of the long leg.', ({ long }) => long.symbol],
			['short_exchange', 'Exchange of the short leg.', ({ short }) => short.exchange],
			['short_symbol', 'Contract of the short leg.', ({ short }) => short.symbol],
			['opened_at', 'Time of the opening.', ({ openedAt }) => openedAt],
			['closed_at', 'Time of the close; empty if it was open at the end.', ({ closedAt }) => closedAt],
			['leg_usd', 'Notional of one leg.', ({ legUsd }) => legUsd],
			['funding_received', 'Funding received.', ({ parts }) => parts.fundingReceived],
			['funding_paid', 'Funding paid, negative.', ({ parts }) => parts.fundingPaid],
			['fees', 'Fees, negative if paid.', ({ parts }) => parts.fees],
			['slippage', 'Slippage, negative if paid.', ({ parts }) => parts.slippage],
			['basis', 'Change in value of both legs; empty without prices.', ({ parts }) => parts.basis],
			['net', 'Sum of the parts.', ({ parts }) => parts.net],
			['unhedged_ms', 'Time with an unhedged leg, ms.', ({ unhedgedMs }) => unhedgedMs],
			['horizon_hours', 'Horizon of the forecast.', ({ forecast }) => forecast?.horizonHours ?? null],
			['forecast_usd', 'Funding forecast at opening.', ({ forecast }) => forecast?.expectedUsd ?? null],
			['headline_usd', 'Funding at the headline spread.', ({ forecast }) => forecast?.headlineUsd ?? null],
			['probability', 'Stated probability of profit.', ({ forecast }) => forecast?.probability ?? null],
			[
				'received_usd',
				'Funding received within the horizon; empty if the position ended before.',
				({ forecast }) => forecast?.receivedUsd ?? null,
			],
		],
	};
}

type EventRow = { readonly id: string; readonly at: number; readonly sentence: string };

function events(result: ReplayResult): Table<EventRow> {
	return {
		rows: result.positions.flatMap(({ id, events: own }) => own.map((event) => ({ id, ...event }))),
		columns: [
			['position', 'Id of the position.', ({ id }) => id],
			['at', 'Time of the event.', ({ at }) => at],
			['sentence', 'The event.', ({ sentence }) => sentence],
		],
	};
}

function daily(result: ReplayResult): Table<ReturnType<typeof dailyRows>[number]> {
	return {
		rows: dailyRows(result),
		columns: [
			['at', 'Start of the UTC day.', ({ at }) => at],
			['equity', 'Equity of all accounts at the end of the day.', ({ equity }) => equity],
			['drawdown', 'Largest fall below an earlier peak in the day.', ({ drawdown }) => drawdown],
			['exposure', 'Value of both legs of all positions at the end.', ({ exposure }) => exposure],
			['idle', 'Capital without a position at the end.', ({ idle }) => idle],
			['margin_used', 'Largest margin used in the day.', ({ marginUsed }) => marginUsed],
			[
				'liquidation_distance',
				'Least distance to a liquidation in the day, fraction of the price.',
				({ liquidationDistance }) => liquidationDistance,
			],
			['funding_received', 'Funding received in the day.', ({ fundingReceived }) => fundingReceived],
			['funding_paid', 'Funding paid in the day, negative.', ({ fundingPaid }) => fundingPaid],
		],
	};
}

type Payment = {
	readonly at: number;
	readonly position: Positions | undefined;
	readonly leg: number;
	readonly usd: number;
};

function funding({ funding: columns, positions: all }: ReplayResult): Table<Payment> {
	const legOf = ({ position, leg }: Payment) => (leg === 0 ? position?.long : position?.short);
	return {
		rows: columns.at.map((at, index) => ({
			...{ at, position: all[columns.position[index] ?? -1] },
			...{ leg: columns.leg[index] ?? 0, usd: columns.usd[index] ?? 0 },
		})),
		columns: [
			['at', 'Time of the payment.', ({ at }) => at],
			['position', 'Id of the position.', ({ position }) => position?.id ?? null],
			['coin', 'Coin of the position.', ({ position }) => position?.coin ?? null],
			['side', 'Leg: long or short.', ({ leg }) => (leg === 0 ? 'long' : 'short')],
			['exchange', 'Exchange of the leg.', (row) => legOf(row)?.exchange ?? null],
			['symbol', 'Contract of the leg.', (row) => legOf(row)?.symbol ?? null],
			['usd', 'Funding; negative if paid.', ({ usd }) => usd],
		],
	};
}

type Compared = { readonly name: string; readonly outcome: Outcome | null; readonly reason: string | null };

function comparisons({ settings, outcome, comparisons: others, honesty }: ReplayResult): Table<Compared> {
	const late = honesty.oneStepLate?.outcome;
	return {
		rows: [
			{ name: `${settings.policy} (this replay)`, outcome, reason: null },
			...(late === undefined
				? []
				: [{ name: `${settings.policy} (one step later)`, outcome: late, reason: null }]),
			...others,
		],
		columns: [
			['strategy', 'Name of the policy or of the other use of the capital.', ({ name }) => name],
			['net_per_year', 'Net a year, fraction of the capital.', (row) => row.outcome?.netPerYear ?? null],
			['interval_low', 'Lower end of its 90 % interval.', (row) => row.outcome?.interval?.low ?? null],
			['interval_high', 'Upper end of its 90 % interval.', (row) => row.outcome?.interval?.high ?? null],
			['net', 'Sum of the parts that follow.', (row) => row.outcome?.parts.net ?? null],
			['funding_received', 'Funding received.', (row) => row.outcome?.parts.fundingReceived ?? null],
			['funding_paid', 'Funding paid, negative.', (row) => row.outcome?.parts.fundingPaid ?? null],
			['fees', 'Fees, negative if paid.', (row) => row.outcome?.parts.fees ?? null],
			['slippage', 'Slippage, negative if paid.', (row) => row.outcome?.parts.slippage ?? null],
			[
				'basis',
				'Change in value of both legs; empty without prices.',
				(row) => row.outcome?.parts.basis ?? null,
			],
			['idle_interest', 'Interest on idle capital.', (row) => row.outcome?.parts.idleInterest ?? null],
			['trades', 'Round trips opened.', (row) => row.outcome?.trades ?? null],
			['drawdown_usd', 'Largest fall below an earlier peak.', (row) => row.outcome?.drawdown.usd ?? null],
			['drawdown_share', 'The same as a fraction of the peak.', (row) => row.outcome?.drawdown.share ?? null],
			['sharpe', 'Yearly Sharpe ratio of daily returns.', (row) => row.outcome?.sharpe ?? null],
			['reason', 'Why the figures are not known.', ({ reason }) => reason],
		],
	};
}

function refusals(result: ReplayResult): Table<ReplayResult['refusals'][number]> {
	return {
		rows: result.refusals,
		columns: [
			['code', 'Code of the refusal.', ({ code }) => code],
			['count', 'How often the service refused with it.', ({ count }) => count],
			['first_at', 'Time of the first refusal.', ({ firstAt }) => firstAt],
			['sentence', 'Sentence of the first refusal.', ({ sentence }) => sentence],
		],
	};
}

function transfers(result: ReplayResult): Table<ReplayResult['transfers'][number]> {
	return {
		rows: result.transfers,
		columns: [
			['at', 'Time at which the money was needed.', ({ at }) => at],
			['from', 'Exchange that has it.', ({ from }) => from],
			['to', 'Exchange that needs it.', ({ to }) => to],
			['usd', 'Amount.', ({ usd }) => usd],
		],
	};
}

function gaps({ data }: ReplayResult): Table<ReplayResult['data']['gaps'][number]> {
	return {
		rows: data.gaps,
		columns: [
			['exchange', 'Exchange of the contract.', ({ venue }) => venue],
			['symbol', 'Contract without data; * for all of the exchange.', ({ symbol }) => symbol],
			['kind', 'Missing data: rates, prices, or the whole recording.', ({ kind }) => kind],
			['from', 'Last datum before the gap.', ({ from }) => from],
			['until', 'First datum after it.', ({ until }) => until],
		],
	};
}
