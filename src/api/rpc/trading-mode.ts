/** Which money a record is about. The parts that make records do not know it: it is marked where they are answered. */
import * as z from 'zod';
import { TRADING_MODES, type TradingMode } from '../../domain/trading-mode.ts';
import type { ExecutedRecord, PortfolioExecution, PortfolioRecord } from '../../ports/desk.ts';
import type { Halt } from '../../ports/halts.ts';
import { haltRecord } from './halt-record.ts';

export const tradingModeSchema = z
	.enum(TRADING_MODES)
	.describe(
		'Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real.',
	);

export type Marked<T> = T & { readonly trading_mode: TradingMode };

export function marked<T extends object>(record: T, mode: TradingMode): Marked<T> {
	return { ...record, trading_mode: mode };
}

export function markedExecution(record: PortfolioExecution, mode: TradingMode) {
	return {
		...record,
		execution: marked(record.execution, mode),
		long_position: marked(record.long_position, mode),
		short_position: marked(record.short_position, mode),
	};
}

export function markedExecuted(record: ExecutedRecord, mode: TradingMode) {
	return { ...marked(record, mode), executions: record.executions.map((one) => markedExecution(one, mode)) };
}

export function markedPortfolio(record: PortfolioRecord, mode: TradingMode, halts: readonly Halt[]) {
	return {
		...marked(record, mode),
		halts: halts.map(haltRecord),
		executions: record.executions.map((one) => markedExecution(one, mode)),
		accounts: record.accounts.map((one) => marked(one, mode)),
	};
}
