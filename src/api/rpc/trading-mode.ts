/** Which money a record is about. Services do not know it: the mappers of records take it as an argument. */
import * as z from 'zod';
import { TRADING_MODES } from '../../domain/trading-mode.ts';

/** Which money a record is about. */
export const tradingModeSchema = z
	.enum(TRADING_MODES)
	.describe(
		'Which money: of simulated exchanges, of paper accounts at real prices, test money at the test environments of the exchanges, or real.',
	);
