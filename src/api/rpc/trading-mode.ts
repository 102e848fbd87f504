/**
 * Defines the trading mode in records. Services do not know it, so the functions that build records take it as an
 * argument.
 */
import * as z from 'zod';
import { TRADING_MODES } from '../../domain/trading-mode.ts';

/** Kind of money that a record describes. */
export const tradingModeSchema = z
	.enum(TRADING_MODES)
	.describe(
		'Kind of money. simulated: simulated exchanges. paper: paper accounts at real prices. testnet: test money on the exchanges’ test environments. live: real money.',
	);
