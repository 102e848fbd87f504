/** A row of the exported ledger as it is answered: decimals as text, so that no digit is lost on the way into other books. */
import * as z from 'zod';
import { type Decimal, formatDecimal } from '../../domain/decimal.ts';
import { TRADING_MODES, type TradingMode } from '../../domain/trading-mode.ts';
import { LEDGER_KINDS, type LedgerRow } from '../../ports/ledger-export.ts';
import { instant } from './record-fields.ts';

const digits = (description: string) => z.string().describe(`${description} Exact decimal, as text.`);
const digitsOrNull = (description: string) => digits(description).nullable();

/** In the order of the columns of the CSV file. */
export const ledgerRowSchema = z.strictObject({
	time: instant("When it happened, by the exchange's clock."),
	exchange: z.string().describe('Where it happened.'),
	symbol: z.string().describe("The exchange's own."),
	coin: z.string().describe('Of the position.'),
	execution_id: z.string().describe('To which it belongs.'),
	leg: z.enum(['long', 'short']).describe('Of the execution.'),
	kind: z
		.enum(LEDGER_KINDS)
		.describe(
			'fill: a trade. fee and rebate: what one cost or brought. funding: a settlement. handover: what one execution gave to another in an emergency hedge; nothing was traded, and both rows sum to nothing.',
		),
	cause: z
		.enum(['order', 'liquidation', 'adl', 'delisting', 'hand', 'handover'])
		.nullable()
		.describe('Whose doing it was: an order of the service, the exchange, a trade by hand. Null of funding.'),
	side: z.enum(['buy', 'sell']).nullable().describe('Of fills and handovers.'),
	quantity: digitsOrNull('Coins, of fills and handovers.'),
	price: digitsOrNull('USD per coin, of fills and handovers.'),
	amount: digits('What the account gained of the asset; negative is lost.'),
	asset: z.string().describe('What amount is of.'),
	usd_value: digits('USD at the time; USDT and USDC count at par.'),
	funding_rate: digitsOrNull('Settled rate of funding, a fraction of its own interval.'),
	order_id: z
		.string()
		.nullable()
		.describe("The exchange's; null where no order of the service was behind it, or it is not known yet."),
	trade_id: z.string().describe("The exchange's, of the trade or the payment."),
	trading_mode: z.enum(TRADING_MODES).describe('Which money.'),
	row_id: z.string().describe('Unique, and the same in every export.'),
});

/** Record of one ledger row on the wire, with decimals as text. */
export type LedgerRecord = z.output<typeof ledgerRowSchema>;

/** Names of a row's members in the order of the schema, for the header of a CSV file. */
export const LEDGER_COLUMNS = Object.keys(ledgerRowSchema.shape) as readonly (keyof LedgerRecord)[];

/** Converts a ledger row to its record on the wire; no digit is rounded. */
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

/** Ledger row in the examples of the documentation. */
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
