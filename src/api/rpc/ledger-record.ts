/**
 * Defines a row of the exported ledger on the wire. Decimals are strings, so that accounting software loses no
 * digits.
 */
import * as z from 'zod';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { TRADING_MODES, type TradingMode } from '../../domain/trading-mode.ts';
import { LEDGER_KINDS, type LedgerRow } from '../../ports/ledger-export.ts';
import { instant } from './record-fields.ts';

const digits = (description: string) => z.string().describe(`${description} Exact decimal, as text.`);
const digitsOrNull = (description: string) => digits(description).nullable();

/** Schema of a ledger row. Its fields are in the order of the CSV file's columns. */
export const ledgerRowSchema = z.strictObject({
	time: instant("Time of the event by the exchange's clock."),
	exchange: z.string().describe('Exchange of the event.'),
	symbol: z.string().describe("The exchange's own symbol."),
	coin: z.string().describe('Coin of the position.'),
	execution_id: z.string().describe('Execution that it belongs to.'),
	leg: z.enum(['long', 'short']).describe('Leg of the execution.'),
	kind: z
		.enum(LEDGER_KINDS)
		.describe(
			'fill: a trade. fee, rebate: cost or income of a trade. funding: a settlement. handover: a quantity that one execution passed to another in an emergency hedge or a roll; nothing was traded, and the two rows sum to 0.',
		),
	cause: z
		.enum(['order', 'liquidation', 'adl', 'delisting', 'hand', 'handover'])
		.nullable()
		.describe(
			'Cause of the fill. order: an order of this service. liquidation, adl, delisting: the exchange. hand: a manual trade. handover: an emergency hedge or a roll. Null for funding.',
		),
	side: z.enum(['buy', 'sell']).nullable().describe('Side of a fill or handover; null for other kinds.'),
	quantity: digitsOrNull('Coins of a fill or handover.'),
	price: digitsOrNull('USD per coin of a fill or handover.'),
	amount: digits('Change of the account balance in the asset; negative is a loss.'),
	asset: z.string().describe('Asset of amount.'),
	usd_value: digits('Value of amount in USD at that time; USDT and USDC count as 1 USD.'),
	funding_rate: digitsOrNull('Settled funding rate, a fraction per funding interval.'),
	order_id: z
		.string()
		.nullable()
		.describe(
			"The exchange's order id; null when no order of this service caused the event, or the id is not known yet.",
		),
	trade_id: z.string().describe("The exchange's id of the trade or payment."),
	trading_mode: z.enum(TRADING_MODES).describe('Trading mode: which kind of money.'),
	row_id: z.string().describe('Unique, and the same in every export.'),
});

/** A ledger row on the wire, with decimals as strings. */
export type LedgerRecord = z.output<typeof ledgerRowSchema>;

/** Names of a row's fields in the order of the schema, for the CSV file's header. */
export const LEDGER_COLUMNS = Object.keys(ledgerRowSchema.shape) as readonly (keyof LedgerRecord)[];

/** Converts a ledger row to its record on the wire, without rounding. */
export function ledgerRecord(row: LedgerRow, mode: TradingMode): LedgerRecord {
	return {
		time: new Date(row.at).toISOString(),
		exchange: row.exchange,
		symbol: row.symbol,
		coin: row.coin,
		execution_id: row.executionId,
		leg: row.leg,
		kind: row.kind,
		cause: row.cause,
		side: row.side,
		quantity: textOrNull(row.quantity),
		price: textOrNull(row.price),
		amount: formatDecimal(row.amount),
		asset: row.asset,
		usd_value: formatDecimal(row.usdValue),
		funding_rate: textOrNull(row.rate),
		order_id: row.orderId,
		trade_id: row.tradeId,
		trading_mode: mode,
		row_id: row.rowId,
	};
}

function textOrNull(value: Decimal | null): string | null {
	return value === null ? null : formatDecimal(value);
}

/** The ledger row that the documentation uses as an example. */
export const LEDGER_ROW_EXAMPLE: LedgerRecord = {
	time: '2026-11-17T08:00:00.084Z',
	exchange: 'kucoin',
	symbol: 'XBTUSDTM',
	coin: 'BTC',
	execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
	leg: 'long',
	kind: 'fill',
	cause: 'order',
	side: 'buy',
	quantity: '0.005',
	price: '99871.3',
	amount: '-499.3565',
	asset: 'USDT',
	usd_value: '-499.3565',
	funding_rate: null,
	order_id: '281742903511',
	trade_id: '1829934712',
	trading_mode: 'live',
	row_id: '412-0',
};
